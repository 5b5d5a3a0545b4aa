import type { CommandBody, CommandTo } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { refuse } from '@plenum/protocol/refusal';
import { checkEcoLock } from '../ducted/refusals.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Rule, RuleRefusal, Rules } from '../model/rule.ts';
import { checkSensor, checkZone, checkZoneMode } from './refusals.ts';
import type { ZoneSetupCommand } from './setup-rules.ts';

type ZoneCommand = Exclude<CommandTo<'zone'>, ZoneSetupCommand>;

/** Creates the rule of a command to one zone, which is refused if the zone is not installed. */
const zoneRule =
  <Name extends ZoneCommand>(
    name: Name,
    perform: (draft: Draft, body: CommandBody<Name>, zone: DatagramOf<'zone'>) => RuleRefusal | undefined,
  ): Rule<Name> =>
  (draft, body) =>
    checkZone(draft, body.Index, [name, 'Index']) ?? perform(draft, body, draft.datagrams.zone[body.Index]!);

/** Refuses a minimum airflow above the maximum. Equal limits are allowed and fix the damper at one position. */
const checkAirflow = (
  min: number,
  max: number,
  input: number,
  path: readonly string[],
): RuleRefusal | undefined =>
  min > max ? refuse('min-above-max', { path, input, facts: { min, max } }) : undefined;

/**
 * Refuses to change an airflow limit that the installer has locked (AirflowLock: both limits; AirflowMinLock: the lower
 * one).
 */
const checkAirflowLock = (
  draft: Draft,
  limit: 'highest' | 'lowest',
  input: number,
  path: readonly string[],
): RuleRefusal | undefined => {
  const { AirflowLock, AirflowMinLock } = draft.datagrams.unit[0]!;
  const locked = AirflowLock === 1 || (limit === 'lowest' && AirflowMinLock === 1);
  if (!locked) return undefined;
  return refuse('not-available', {
    path,
    input,
    facts: { what: `${limit}-airflow`, reason: 'airflow-locked' },
  });
};

/**
 * The rules of the commands to a zone (interface 4.4, Zone).
 *
 * A setpoint is stored in any mode: an open or closed zone stays open or closed and follows its setpoint once it is in
 * auto. (In the original API a setpoint also puts a zone into auto; here that takes two commands.)
 */
export const zoneRules: Rules<ZoneCommand> = {
  ZoneMode: zoneRule('ZoneMode', (draft, { Index, Mode }) => {
    const refused = checkZoneMode(draft, Index, Mode, ['ZoneMode', 'Mode']);
    if (refused === undefined) patch(draft, 'zone', Index, { Mode });
    return refused;
  }),

  ZoneSetpoint: zoneRule('ZoneSetpoint', (draft, { Index, Setpoint }) => {
    const path = ['ZoneSetpoint', 'Setpoint'];
    const sensor = checkSensor(draft, Index, { what: 'setpoint', input: Setpoint, path });
    const refused = sensor ?? checkEcoLock(draft, Setpoint, path);
    if (refused === undefined) patch(draft, 'zone', Index, { Setpoint });
    return refused;
  }),

  ZoneMaxAir: zoneRule('ZoneMaxAir', (draft, { Index, MaxAir }, { MinAir }) => {
    const path = ['ZoneMaxAir', 'MaxAir'];
    const refused =
      checkAirflowLock(draft, 'highest', MaxAir, path) ?? checkAirflow(MinAir, MaxAir, MaxAir, path);
    if (refused === undefined) patch(draft, 'zone', Index, { MaxAir });
    return refused;
  }),

  ZoneMinAir: zoneRule('ZoneMinAir', (draft, { Index, MinAir }, { MaxAir }) => {
    const path = ['ZoneMinAir', 'MinAir'];
    const refused =
      checkAirflowLock(draft, 'lowest', MinAir, path) ?? checkAirflow(MinAir, MaxAir, MinAir, path);
    if (refused === undefined) patch(draft, 'zone', Index, { MinAir });
    return refused;
  }),

  ZoneName: zoneRule('ZoneName', (draft, { Index, Name }) => {
    if (draft.datagrams.unit[0]!.LockZoneNames === 1)
      return refuse('not-available', {
        path: ['ZoneName', 'Name'],
        input: Name,
        facts: { what: 'zone-name', reason: 'names-locked' },
      });
    patch(draft, 'zone', Index, { Name });
    return undefined;
  }),
};

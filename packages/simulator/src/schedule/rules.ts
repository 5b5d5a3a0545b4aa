import type { CommandBody, CommandTo } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { weekdays } from '@plenum/protocol/field';
import { refuse } from '@plenum/protocol/refusal';
import { checkDucted, checkEcoLock, checkFan, checkMode } from '../ducted/refusals.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Rule, RuleContext, RuleRefusal, Rules } from '../model/rule.ts';
import { setFields } from '../model/set-fields.ts';
import { checkCooler } from '../unit/air-rules.ts';
import { checkZoneMode } from '../zone/refusals.ts';
import { startFavourite } from './start.ts';

type ScheduleCommand = CommandTo<'schedule'>;
type Favourite = DatagramOf<'schedule'>;

/**
 * Creates the rule of a command to one favourite. All nine favourites exist in every house with a ducted air
 * conditioner.
 */
const favouriteRule =
  <Name extends Exclude<ScheduleCommand, 'FavouriteSet' | 'EvapFavSettings'>>(
    name: Name,
    perform: (
      draft: Draft,
      body: CommandBody<Name>,
      favourite: Favourite,
      context: RuleContext,
    ) => RuleRefusal | undefined,
  ): Rule<Name> =>
  (draft, body, context) =>
    checkDucted(draft, [name]) ?? perform(draft, body, draft.datagrams.schedule[body.Index]!, context);

const checkUsed = (
  { Name, Index }: Favourite,
  input: number,
  path: readonly string[],
): RuleRefusal | undefined =>
  Name === '' ? refuse('unused-favourite', { path, input, facts: { index: Index } }) : undefined;

/** Refuses settings that an installed zone cannot have. Entries for other zones are stored unchecked. */
const checkZones = (draft: Draft, zones: Favourite['Zones']): RuleRefusal | undefined => {
  const installed = draft.datagrams.zone.length;
  for (const [index, { Mode, Setpoint }] of zones.entries()) {
    if (index >= installed) return undefined;
    const path = ['SchedZones', 'Zones', String(index)];
    const refused =
      checkZoneMode(draft, index, Mode, [...path, 'Mode']) ??
      checkEcoLock(draft, Setpoint, [...path, 'Setpoint']);
    if (refused !== undefined) return refused;
  }
  return undefined;
};

/** The rules of the commands to a favourite of the ducted system (interface 4.4, Schedule). */
export const scheduleRules: Rules<ScheduleCommand> = {
  SchedAcMode: favouriteRule('SchedAcMode', (draft, { Index, Mode }, _favourite, { model: { house } }) => {
    const refused = checkMode({ draft, house }, Mode, ['SchedAcMode', 'Mode']);
    if (refused === undefined) patch(draft, 'schedule', Index, { Mode });
    return refused;
  }),

  SchedAcFan: favouriteRule('SchedAcFan', (draft, { Index, Fan }, _favourite, { model: { house } }) => {
    const refused = checkFan({ draft, house }, Fan, ['SchedAcFan', 'Fan']);
    if (refused === undefined) patch(draft, 'schedule', Index, { Fan });
    return refused;
  }),

  // An empty name makes the favourite unused (wire facts 2). An unused favourite must not start by time.
  SchedName: favouriteRule('SchedName', (draft, { Index, Name }) => {
    patch(draft, 'schedule', Index, Name === '' ? { Name, Enabled: 0 } : { Name });
    return undefined;
  }),

  // Fewer than 14 entries leave the other entries unchanged (wire facts 2).
  SchedZones: favouriteRule('SchedZones', (draft, { Index, Zones: given }, favourite) => {
    const refused = checkZones(draft, given);
    if (refused !== undefined) return refused;
    const same = given.every(({ Mode, Setpoint }, index) => {
      const before = favourite.Zones[index]!;
      return Mode === before.Mode && Setpoint === before.Setpoint;
    });
    const Zones = favourite.Zones.map((before, index) => given[index] ?? before);
    if (!same) patch(draft, 'schedule', Index, { Zones });
    return undefined;
  }),

  SchedSettings: favouriteRule(
    'SchedSettings',
    (draft, { Index, DaysEnabled: given, ...times }, favourite) => {
      const before = favourite.DaysEnabled;
      const same = given === undefined || weekdays.every((day) => given[day] === before[day]);
      patch(draft, 'schedule', Index, { ...times, DaysEnabled: same ? before : given });
      return undefined;
    },
  ),

  SchedEnable: favouriteRule('SchedEnable', (draft, { Index, Enabled }, favourite) => {
    const refused = Enabled === 1 ? checkUsed(favourite, Index, ['SchedEnable', 'Index']) : undefined;
    if (refused === undefined) patch(draft, 'schedule', Index, { Enabled });
    return refused;
  }),

  EvapFavSettings: (draft, body) => {
    const refused = checkCooler(draft, ['EvapFavSettings'], undefined);
    if (refused === undefined) setFields(draft, 'EvapFavSettings', body);
    return refused;
  },

  FavouriteSet: (draft, number) => {
    const path = ['FavouriteSet'];
    const missing = checkDucted(draft, path);
    if (missing !== undefined) return missing;
    const favourite = draft.datagrams.schedule[number - 1]!;
    const refused = checkUsed(favourite, number, path);
    if (refused === undefined) startFavourite(draft, number - 1);
    return refused;
  },
};

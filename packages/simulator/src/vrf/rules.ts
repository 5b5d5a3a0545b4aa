import type { CommandBody, CommandTo } from '@plenum/protocol/command';
import { subsystems } from '@plenum/protocol/definition';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { allowsSwing, ductedUnit } from '@plenum/protocol/vrf';
import { type Draft, patch } from '../model/draft.ts';
import type { RuleContext, RuleRefusal, Rules } from '../model/rule.ts';
import { refuseMissing } from '../model/rule.ts';
import { directionOf, findLeader, neededDirection } from './leader.ts';
import { setVrf, setVrfSleep, switchVrf } from './set.ts';
import { nameSwing, swingsOf } from './swings.ts';

type Names = CommandTo<'vrf'>;
type Indexed = { readonly Index: number };

/** Returns the index of a fan-coil in its list, or a refusal if no command can reach it. */
const findVrf = (draft: Draft, path: readonly string[], index: number): Result<number> => {
  const units = draft.datagrams.vrf;
  if (units.length > 0 && index === ductedUnit) return refuse('reserved', { path, input: index });
  const place = units.findIndex(({ X }) => X === index);
  if (place < 0) {
    const installed = units.filter(({ X }) => X !== ductedUnit).map(({ X }) => X);
    const noun = installed.length === 0 ? subsystems.vrf.noun : 'VRF unit';
    return refuseMissing(noun, path, index, installed);
  }
  if (units[place]!.Ac === 1) return ok(place);
  const facts = { what: 'vrf-unit', unit: index, reason: 'module-silent' } as const;
  return refuse('faulty', { path, input: index, facts });
};

/** Refuses a mode that conflicts with the unit whose mode binds the others. The master itself is never bound. */
const refuseConflict = (
  draft: Draft,
  place: number,
  { mode, ...about }: { path: readonly string[]; input: number; mode: number },
): RuleRefusal | undefined => {
  const needed = neededDirection(mode);
  if (needed === undefined || draft.datagrams.vrf[place]!.Ms === 1) return undefined;
  const leader = findLeader(draft, place);
  if (leader < 0 || directionOf(draft, leader) === needed) return undefined;
  const { X, Ms } = draft.datagrams.vrf[leader]!;
  const does = needed === 'cool' ? 'heats' : 'cools';
  return refuse('not-available', {
    ...about,
    facts: {
      what: needed === 'cool' ? 'cooling' : 'heating',
      reason: Ms === 1 ? `vrf-master-${does}` : `vrf-${does}`,
      unit: X,
    },
  });
};

const refuseSwing = (draft: Draft, place: number, path: readonly string[], wanted: number) => {
  const { X, SwAl } = draft.datagrams.vrf[place]!;
  if (allowsSwing(SwAl, wanted)) return undefined;
  return refuse('not-available', {
    path,
    input: wanted,
    facts: {
      what: 'swing',
      swing: nameSwing(wanted),
      reason: 'vrf-has-swings',
      unit: X,
      swings: swingsOf(SwAl),
    },
  });
};

/** Creates the rule of a command to one fan-coil. */
const onVrf =
  <Name extends Names>(
    name: Name,
    act: (
      draft: Draft,
      place: number,
      body: CommandBody<Name>,
      context: RuleContext,
      // biome-ignore lint/suspicious/noConfusingVoidType: an act that did its work returns nothing
    ) => RuleRefusal | void,
  ) =>
  (draft: Draft, body: CommandBody<Name>, context: RuleContext) => {
    const found = findVrf(draft, [name, 'Index'], (body as Indexed).Index);
    return found.ok ? act(draft, found.value, body, context) : found;
  };

/** The rules of the VRF system's commands (interface 4.4 VRF system). */
export const vrfRules: Rules<Names> = {
  VrfSystemZoneOn: onVrf('VrfSystemZoneOn', (draft, place, { On }) => {
    const about = { path: ['VrfSystemZoneOn', 'On'], input: On, mode: draft.datagrams.vrf[place]!.Mode };
    return (On === 1 ? refuseConflict(draft, place, about) : undefined) ?? switchVrf(draft, place, On);
  }),
  VrfSystemZoneMode: onVrf('VrfSystemZoneMode', (draft, place, { Mode }) => {
    const about = { path: ['VrfSystemZoneMode', 'Mode'], input: Mode, mode: Mode };
    const refused = draft.datagrams.vrf[place]!.On === 1 ? refuseConflict(draft, place, about) : undefined;
    return refused ?? setVrf(draft, place, { Mode });
  }),
  VrfSystemZoneFan: onVrf('VrfSystemZoneFan', (draft, place, { Fan }) => setVrf(draft, place, { Fan })),
  VrfSystemZoneSetpoint: onVrf('VrfSystemZoneSetpoint', (draft, place, { Setpoint }) =>
    setVrf(draft, place, { Sp: Setpoint }),
  ),
  VrfSystemZoneSwing: onVrf(
    'VrfSystemZoneSwing',
    (draft, place, { Swing }) =>
      refuseSwing(draft, place, ['VrfSystemZoneSwing', 'Swing'], Swing) ??
      setVrf(draft, place, { Sw: Swing }),
  ),
  VrfSystemZoneSleepTimer: onVrf('VrfSystemZoneSleepTimer', (draft, place, { Timer }, { at }) =>
    setVrfSleep(draft, place, Timer, at),
  ),
  VrfControlVrfName: onVrf('VrfControlVrfName', (draft, place, { Name }) =>
    patch(draft, 'vrf', place, { Name }),
  ),
};

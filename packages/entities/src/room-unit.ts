import { type Status, splitStatus, toLabel, vrfStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { climateModes, toAction, writeDegrees } from './climate.ts';
import { entityKind } from './entity.ts';
import { derived, type EntityMember, inOrder, membersOf, toWanted, type Wanted } from './member.ts';
import { readWord } from './value.ts';

type Split = DatagramOf<'split'>;
type Vrf = DatagramOf<'vrf'>;
const { roomUnitMode } = enumerations;
const labels = Object.keys(roomUnitMode.values) as (keyof typeof roomUnitMode.values)[];

/** The modes of a room unit, in the terms of a climate device. */
export const roomUnitClimateModes: readonly string[] = [
  'off',
  ...labels.map((label) => climateModes[label]!),
];

/** Creates `climate_mode`, `action` and `status` for a unit that serves one room. */
const climateMembers = <S extends { readonly On: number; readonly Mode: number }>(
  statusOf: (source: S) => Status,
  set: (source: S, what: 'On' | 'Mode', value: number) => Wanted,
): Record<'climate_mode' | 'action' | 'status' | 'answers', EntityMember<S>> => ({
  climate_mode: derived(
    ({ On, Mode }) => {
      const label = labels.find((each) => roomUnitMode.values[each] === Mode);
      return On === 1 ? (climateModes[label ?? ''] ?? null) : 'off';
    },
    {
      write: (typed, source) => {
        const word = readWord(typed, roomUnitClimateModes);
        if (!word.ok) return word;
        if (word.value === 'off') return set(source, 'On', 0);
        const label = labels.find((each) => climateModes[each] === word.value)!;
        return inOrder(set(source, 'Mode', roomUnitMode.values[label]), set(source, 'On', 1));
      },
    },
  ),
  action: derived((source) => {
    const { code, activity } = statusOf(source);
    return code === 'unknown' ? null : toAction(activity, code === 'drying' || code === 'set-to-dry');
  }),
  status: derived((source) => toLabel(statusOf(source), writeDegrees)),
  answers: derived((source) => (statusOf(source).code === 'no-answer' ? 'off' : 'on')),
});

const split = membersOf('split');
const isBrand = ({ Brand }: Split) => Brand === 1;

/** One wall split (interface 2.5). */
export const splitEntity = entityKind<Split>(
  'split',
  ({ split }) => split.filter(({ Att }) => Att !== 0).map((source) => ({ ids: [source.Index], source })),
  {
    name: split.field('Name'),
    on: split.field('On'),
    mode: split.field('Mode'),
    fan: split.field('Fan', { isBrand }),
    setpoint: split.field('Setpoint'),
    swing: split.field('Swing'),
    sleep_timer: split.field('Sleep'),
    ...climateMembers(splitStatus, ({ Index }, what, value) =>
      toWanted(`SplitSystemZone${what}`, { Index, [what]: value }),
    ),
  },
);

const vrf = membersOf('vrf');

/** One fan-coil (interface 2.7); unit 0 is the ducted system. */
export const vrfEntity = entityKind<Vrf>(
  'vrf',
  ({ vrf }) => vrf.filter(({ X }) => X !== ductedUnit).map((source) => ({ ids: [source.X], source })),
  {
    name: vrf.field('Name'),
    on: vrf.field('On'),
    mode: vrf.field('Mode'),
    fan: vrf.field('Fan'),
    setpoint: vrf.field('Sp'),
    temperature: vrf.field('Ra'),
    swing: vrf.field('Sw'),
    sleep_timer: vrf.field('Tmr'),
    sleep_timer_left: vrf.field('TmrL'),
    ...climateMembers(vrfStatus, ({ X }, what, value) =>
      toWanted(`VrfSystemZone${what}`, { Index: X, [what]: value }),
    ),
  },
);

import { check } from '@plenum/protocol/check';
import type { Datagrams } from '@plenum/protocol/component';
import type { Value } from '@plenum/protocol/field';
import { list, name, number, record, word } from '@plenum/protocol/field';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { ductedUnit } from '@plenum/protocol/vrf';

/** Limits: the number of groups of a house, the rooms of a group, and the length of its name. */
export const groupLimits = { groups: 20, rooms: 64, nameBytes: 40 } as const;

const groupName = (description: string) =>
  name(description, { bytes: groupLimits.nameBytes, example: 'Upstairs' });

/** A room, identified by the component that conditions it. */
const groupRoom = record('room', {
  kind: word('kind of the component that cools the room', ['zone', 'split', 'vrf']),
  index: number('index of that component', { min: 0, max: 31 }),
});
export type GroupRoom = Value<typeof groupRoom>;

const group = {
  name: groupName('its name; upper and lower case are treated as equal'),
  rooms: list('its rooms', groupRoom, { min: 1, max: groupLimits.rooms }),
};

/** A named group of rooms, as a bridge stores it. */
export const roomGroup = record('group', group);
export type RoomGroup = Value<typeof roomGroup>;

/** The body of a request that creates or changes a group. */
export const roomGroupChange = record(
  'group',
  { ...group, formerly: groupName('its previous name; if left out, the group is new or keeps its name') },
  { optional: ['formerly'] },
);
export type RoomGroupChange = Value<typeof roomGroupChange>;

/** A reference to a group by its name. */
export const roomGroupRef = record('group', { name: groupName('its name') });

/** True if two names refer to the same group. */
export const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();

export const hasRoom = (rooms: readonly GroupRoom[], { kind, index }: GroupRoom): boolean =>
  rooms.some((one) => one.kind === kind && one.index === index);

/** Returns all rooms of a house: its zones, its attached splits, and its fan-coils except the ducted unit. */
export const roomsOfHouse = ({ zone, split, vrf }: Datagrams): readonly GroupRoom[] => [
  ...zone.map(({ Index }) => ({ kind: 'zone' as const, index: Index })),
  ...split.filter(({ Att }) => Att === 1).map(({ Index }) => ({ kind: 'split' as const, index: Index })),
  ...vrf.filter(({ X }) => X !== ductedUnit).map(({ X }) => ({ kind: 'vrf' as const, index: X })),
];

const toName = (typed: string, path: readonly string[]): Result<string> => {
  const trimmed = typed.trim();
  if (trimmed !== '') return ok(trimmed);
  const facts = { what: 'group-name', reason: 'empty' } as const;
  return refuse('unusable-word', { path, input: typed, facts });
};

/** Checks a group from an untrusted source: its values, and that its name is not blank. Removes repeated rooms. */
export function checkGroup(input: unknown): Result<RoomGroupChange> {
  const checked = check(roomGroupChange, input, ['group']);
  if (!checked.ok) return checked;
  const named = toName(checked.value.name, ['group', 'name']);
  if (!named.ok) return named;
  const { rooms } = checked.value;
  const once = rooms.filter((room, place) => !hasRoom(rooms.slice(0, place), room));
  return ok({ ...checked.value, name: named.value, rooms: once });
}

/** Checks the name of a group from an untrusted source. */
export function checkGroupRef(input: unknown): Result<Value<typeof roomGroupRef>> {
  const checked = check(roomGroupRef, input, ['group']);
  return checked.ok ? ok({ name: checked.value.name.trim() }) : checked;
}

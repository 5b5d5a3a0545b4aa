import { check } from '@plenum/protocol/check';
import type { CommandName } from '@plenum/protocol/command';
import { type Datagrams, kinds } from '@plenum/protocol/component';
import type { NumberField } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import { leaderOf } from '../status/unit.ts';
import type { GroupRoom, RoomGroup } from './group.ts';

/** A command to send, as its name and its body. */
export type RoomCommand = readonly [name: CommandName, body: unknown];

/** Returns the id of a room, of any kind. */
export const toRoomId = ({ kind, index }: GroupRoom): string => `${kind} ${index}`;

/** Returns the ids of the rooms of a group. */
export const idsOf = ({ rooms }: Pick<RoomGroup, 'rooms'>): ReadonlySet<string> =>
  new Set(rooms.map(toRoomId));

/** A room with a setpoint, of any kind. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly setpoint: number;
  /** Returns the nearest setpoint that the room accepts; a fan-coil accepts whole degrees. */
  readonly nearest: (setpoint: number) => number;
  readonly set: (setpoint: number) => RoomCommand;
}

const { zone: zoneKind, split: splitKind, vrf: vrfKind } = kinds;

/**
 * Creates the function that finds the nearest valid setpoint. A value that is not a setpoint for any room, such as 21.3
 * °C, stays unchanged, so that it is refused rather than rounded.
 */
const nearestOf =
  ({ minimum = 0, maximum = Number.POSITIVE_INFINITY, multipleOf = 1 }: NumberField) =>
  (wire: number): number =>
    check(zoneKind.fields.properties.Setpoint, wire).ok
      ? Math.min(maximum, Math.max(minimum, Math.round(wire / multipleOf) * multipleOf))
      : wire;

/** Returns all rooms with a setpoint: zones with a sensor, and splits and fan-coils that respond. */
export const roomsOf = ({ zone, split, vrf }: Datagrams): readonly Room[] => [
  ...zone.filter(isSensed).map(({ Index, Name, Setpoint }) => ({
    id: `zone ${Index}`,
    name: Name,
    setpoint: Setpoint,
    nearest: nearestOf(zoneKind.fields.properties.Setpoint),
    set: (to: number): RoomCommand => ['ZoneSetpoint', { Index, Setpoint: to }],
  })),
  ...split
    .filter(({ Att, Act }) => Att === 1 && Act !== 0)
    .map(({ Index, Name, Setpoint }) => ({
      id: `split ${Index}`,
      name: Name,
      setpoint: Setpoint,
      nearest: nearestOf(splitKind.fields.properties.Setpoint),
      set: (to: number): RoomCommand => ['SplitSystemZoneSetpoint', { Index, Setpoint: to }],
    })),
  ...vrf
    .filter(({ X, Ac }) => X !== ductedUnit && Ac !== 0)
    .map(({ X, Name, Sp }) => ({
      id: `vrf ${X}`,
      name: Name,
      setpoint: Sp,
      nearest: nearestOf(vrfKind.fields.properties.Sp),
      set: (to: number): RoomCommand => ['VrfSystemZoneSetpoint', { Index: X, Setpoint: to }],
    })),
];

/**
 * Returns the commands that set the setpoint of some rooms, each to the nearest value that the room accepts. Includes
 * the unit if it follows its own setpoint instead of a room's.
 */
export function setRooms(
  rooms: readonly Room[],
  setpoint: number,
  { unit, zone }: Datagrams,
): readonly RoomCommand[] {
  const [ducted] = unit;
  const followsItself =
    ducted !== undefined && ducted.SysType !== 210 && leaderOf(ducted, zone) === undefined;
  const hasZone = rooms.some(({ id }) => id.startsWith('zone'));
  return [
    ...rooms.flatMap((room) => {
      const to = room.nearest(setpoint);
      return room.setpoint === to ? [] : [room.set(to)];
    }),
    ...(followsItself && hasZone && ducted.Setpoint !== setpoint ? [['SysSetpoint', setpoint] as const] : []),
  ];
}

/** Returns the commands that switch off everything that is on. */
export const switchOff = ({ unit, split, vrf }: Datagrams): readonly RoomCommand[] => [
  ...unit.filter(({ SysOn, SysType }) => SysOn === 1 && SysType !== 210).map((): RoomCommand => ['SysOn', 0]),
  ...split
    .filter(({ Att, Act, On }) => Att === 1 && Act !== 0 && On === 1)
    .map(({ Index }): RoomCommand => ['SplitSystemZoneOn', { Index, On: 0 }]),
  ...vrf
    .filter(({ X, Ac, On }) => X !== ductedUnit && Ac !== 0 && On === 1)
    .map(({ X }): RoomCommand => ['VrfSystemZoneOn', { Index: X, On: 0 }]),
];

import { check } from '@plenum/protocol/check';
import type { CommandName } from '@plenum/protocol/command';
import { type Datagrams, kinds } from '@plenum/protocol/component';
import type { NumberField } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import { leaderOf } from '../status/unit.ts';
import type { GroupRoom, RoomGroup } from './group.ts';

/** A command as it is sent: its name and its body. */
export type RoomCommand = readonly [name: CommandName, body: unknown];

/** By which a room is known, whatever cools it. */
export const toRoomId = ({ kind, index }: GroupRoom): string => `${kind} ${index}`;

/** The rooms of a group by their ids. */
export const idsOf = ({ rooms }: Pick<RoomGroup, 'rooms'>): ReadonlySet<string> =>
  new Set(rooms.map(toRoomId));

/** A room that has a setpoint, whatever cools it. */
export interface Room {
  readonly id: string;
  readonly name: string;
  readonly setpoint: number;
  /** The setpoint it takes that is nearest to one: a fan-coil moves in whole degrees. */
  readonly nearest: (setpoint: number) => number;
  readonly set: (setpoint: number) => RoomCommand;
}

const { zone: zoneKind, split: splitKind, vrf: vrfKind } = kinds;

/**
 * The value of a field, by its limits and steps, that is nearest to a setpoint of a room. What is none, as 21.3 °C, stays: it is
 * refused, and not rounded.
 */
const nearestOf =
  ({ minimum = 0, maximum = Number.POSITIVE_INFINITY, multipleOf = 1 }: NumberField) =>
  (wire: number): number =>
    check(zoneKind.fields.properties.Setpoint, wire).ok
      ? Math.min(maximum, Math.max(minimum, Math.round(wire / multipleOf) * multipleOf))
      : wire;

/** Every room with a setpoint: zones with a sensor, splits and fan-coils that answer. */
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
 * The commands that set some rooms, each to the nearest setpoint that it takes; with them the unit, where it follows its own
 * setpoint and not that of a room.
 */
export const setRooms = (
  rooms: readonly Room[],
  setpoint: number,
  { unit, zone }: Datagrams,
): readonly RoomCommand[] => {
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
};

/** The commands that switch off everything that is on. */
export const switchOff = ({ unit, split, vrf }: Datagrams): readonly RoomCommand[] => [
  ...unit.filter(({ SysOn, SysType }) => SysOn === 1 && SysType !== 210).map((): RoomCommand => ['SysOn', 0]),
  ...split
    .filter(({ Att, Act, On }) => Att === 1 && Act !== 0 && On === 1)
    .map(({ Index }): RoomCommand => ['SplitSystemZoneOn', { Index, On: 0 }]),
  ...vrf
    .filter(({ X, Ac, On }) => X !== ductedUnit && Ac !== 0 && On === 1)
    .map(({ X }): RoomCommand => ['VrfSystemZoneOn', { Index: X, On: 0 }]),
];

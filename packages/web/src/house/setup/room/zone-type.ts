import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { SetupCommand } from '../use-save.ts';

type Zone = DatagramOf<'zone'>;

/** `ConstNo` of a zone that is not constant. */
const none = 255;
const { constant } = enumerations.zoneType.values;

const setting = ({ Index, SensType, ZoneType, Const }: Zone, change: Partial<Zone>): SetupCommand => {
  const next = { SensType, ZoneType, Const, ...change };
  return ['ZoneSetting', { Index, Sensor: next.SensType, Zone: next.ZoneType, ConstNo: next.Const }];
};

/** Returns the order numbers that a constant room can have: its own, and the free ones. */
export const freeOrders = ({ unit: [unit], zone: zones }: Datagrams, room: Zone): readonly number[] =>
  Array.from({ length: unit?.NoOfConst ?? 0 }, (_, place) => place + 1).filter(
    (number) => !zones.some(({ Index, Const }) => Index !== room.Index && Const === number),
  );

/** Returns the commands that give a room another sensor. */
export const setSensor = (_: Datagrams, room: Zone, SensType: number): readonly SetupCommand[] => [
  setting(room, { SensType }),
];

/** Returns the commands that give a constant room another place in the order in which constant rooms open. */
export const setOrder = (_: Datagrams, room: Zone, Const: number): readonly SetupCommand[] => [
  setting(room, { Const }),
];

/**
 * Returns the commands that give a room another type. The number of constant zones (NoOfConst) and their numbers follow
 * from the types of the rooms, so that nobody has to count them.
 */
export function setType(datagrams: Datagrams, room: Zone, ZoneType: number): readonly SetupCommand[] {
  const count = datagrams.unit[0]?.NoOfConst ?? 0;
  if (ZoneType === constant) {
    const [free] = freeOrders(datagrams, room);
    return free === undefined
      ? [['NoOfConstants', count + 1], setting(room, { ZoneType, Const: count + 1 })]
      : [setting(room, { ZoneType, Const: free })];
  }
  const changed = setting(room, { ZoneType, Const: none });
  if (room.ZoneType !== constant || room.Const < 1 || room.Const > count) return [changed];
  const last = datagrams.zone.find(({ Index, Const }) => Index !== room.Index && Const === count);
  return [
    changed,
    ...(last === undefined ? [] : [setting(last, { Const: room.Const })]),
    ['NoOfConstants', count - 1],
  ];
}

import type { HouseFacts, RoomFacts, Unusual, UnusualCode } from '@plenum/simulator';
import type { Table } from '../io/table.ts';

const whole = (value: number): string => Math.round(value).toLocaleString('en');

const toHours = (hours: number | undefined): string => {
  if (hours === undefined) return 'endless';
  if (hours < 10) return `${hours.toFixed(1)} h`;
  return hours < 100 ? `${whole(hours)} h` : `${whole(hours / 24)} days`;
};

const toPeak = ({ peakSun }: RoomFacts, timeZone: string): readonly string[] =>
  peakSun === undefined
    ? ['', '']
    : [
        `${(peakSun.watts / 1_000).toFixed(1)} kW`,
        new Date(peakSun.at).toLocaleString('en-AU', {
          timeZone,
          day: 'numeric',
          month: 'short',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }),
      ];

/** Returns the facts of all rooms as a table. */
export function toRoomsTable({ rooms, timeZone }: HouseFacts): Table {
  return {
    head: [
      'Room',
      'Floor',
      'Heat loss',
      'of it to ground',
      'Time constant',
      'Glass to floor',
      'Peak sun',
      'at',
    ],
    rows: rooms.map((room) => [
      room.name,
      `${whole(room.area)} m²`,
      `${whole(room.loss.total)} W/K`,
      `${whole(room.loss.ground)} W/K`,
      toHours(room.timeConstant),
      `${whole(100 * room.glassToFloor)} %`,
      ...toPeak(room, timeZone),
    ]),
  };
}

/** Returns a sentence about the house as a whole. */
export function toWholeSentence({ name, area, rooms, loss, timeConstant }: HouseFacts): string {
  const size = `${rooms.length === 1 ? '1 room' : `${rooms.length} rooms`}, ${whole(area)} m²`;
  const ground = loss.ground > 0 ? ` (${whole(loss.ground)} to the ground)` : '';
  return `${name}: ${size}, heat loss ${whole(loss.total)} W/K${ground}, time constant ${toHours(timeConstant)}.`;
}

const subjects: Readonly<Record<UnusualCode, string>> = {
  loss: 'the heat loss',
  timeConstant: 'the time constant',
  glassToFloor: 'the glass',
  peakSun: 'the highest sun through the windows',
  wall: 'the heat that a wall lets through',
  window: 'the heat that a window lets through',
  roof: 'the heat that the roof lets through',
  floor: 'the heat that the floor above outside air lets through',
  height: 'the height',
  walls: 'the area of the walls',
  roofToFloor: 'the roof',
  below: 'the floor on the ground or above outside air',
  leakage: 'the leakage',
  people: 'the number of people',
  equipment: 'the power of appliances',
};

/** Formats a number with two significant digits, and larger ones as a whole number. */
const toNumber = (value: number): string =>
  Math.abs(value) >= 10 ? whole(value) : String(Number(value.toPrecision(2)));

/** Returns a sentence about a value that houses do not have, with the members of the file to check. */
export function toUnusualSentence({ code, room, value, unit, low, high, members }: Unusual): string {
  const range = low === 0 ? `at most ${toNumber(high)}` : `${toNumber(low)} to ${toNumber(high)}`;
  return `${room}: ${subjects[code]} is ${toNumber(value)} ${unit}; houses have ${range}. Check ${members.join(', ')}.`;
}

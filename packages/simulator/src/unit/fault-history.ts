import type { DatagramOf } from '@plenum/protocol/component';
import type { CivilTime } from '../calendar/calendar.ts';

type Faults = DatagramOf<'faults'>['Faults'];

const day = 86_400_000;
const unused: Faults[number] = { Code: '', D: 0, M: 0, Y: 0, H: 0, Min: 0 };

/** A history without faults, whose eleven entries are unused (wire facts 2, Type 4). */
export const emptyHistory: DatagramOf<'faults'> = { Faults: Array.from({ length: 11 }, () => unused) };

/**
 * Returns the history after a fault at a local time: newest first, the oldest dropped. Codes are padded to 4
 * characters.
 */
export function addFault(faults: Faults, code: string, { day: days, minute }: CivilTime): Faults {
  const date = new Date(days * day);
  const entry = {
    Code: code.slice(0, 4).padEnd(4),
    D: date.getUTCDate(),
    M: date.getUTCMonth() + 1,
    Y: date.getUTCFullYear(),
    H: Math.floor(minute / 60),
    Min: minute % 60,
  };
  return [entry, ...faults.slice(0, -1)];
}

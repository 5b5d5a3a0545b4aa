import type { DatabaseSync } from 'node:sqlite';
import { isTimeZone, type TimeZoneAnswer } from '@plenum/protocol/extension';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';

export interface HouseTimeZone {
  read(): TimeZoneAnswer;
  /** Stores a zone by its IANA name; durable when it returns. */
  write(timeZone: string): Result<undefined>;
}

const key = 'time-zone';

/**
 * Opens the time zone that the owner of a real bridge set, as the data folder keeps it; by default the time zone of
 * this machine.
 */
export function openTimeZone(db: DatabaseSync): HouseTimeZone {
  const settings = createSettings(db);
  const kept = settings.read(key);
  let current: TimeZoneAnswer = isTimeZone(kept)
    ? { timeZone: kept, from: 'owner' }
    : { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, from: 'machine' };
  return {
    read: () => current,
    write: (timeZone) => {
      const stored = transact(db, () => settings.write(key, timeZone));
      if (stored.ok) current = { timeZone, from: 'owner' };
      return stored;
    },
  };
}

/** Returns the time zone of a simulated house, which is fixed in its file. */
export const fixedTimeZone = (timeZone: string): HouseTimeZone => ({
  read: () => ({ timeZone, from: 'house' }),
  write: (other) => {
    const facts = { what: 'another-time-zone', reason: 'zone-in-file' } as const;
    return refuse('not-available', { path: ['timeZone'], input: other, facts });
  },
});

import type { DatabaseSync } from 'node:sqlite';
import { bridgeFailures } from '../bridge-failures.ts';

/** Returns the text about a damaged setting for the user who starts the bridge. */
const damageOf = (name: string) => `its setting "${name}" is not JSON`;

/** Small values by name, stored as JSON. */
export interface Settings {
  /** Returns the value; undefined if there is none. Throws `store-damaged` of `bridgeFailures` if it is not JSON. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

/** The settings of each open store, so that all users of a store share two prepared statements. */
const opened = new WeakMap<DatabaseSync, Settings>();

/** Returns the settings of a store. */
export function createSettings(db: DatabaseSync): Settings {
  const settings = opened.get(db) ?? openSettings(db);
  opened.set(db, settings);
  return settings;
}

const openSettings = (db: DatabaseSync): Settings => {
  const select = db.prepare('SELECT value FROM setting WHERE name = ?');
  const upsert = db.prepare(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    read: (name) => {
      const row = select.get(name) as { value: string } | undefined;
      if (row === undefined) return undefined;
      try {
        return JSON.parse(row.value);
      } catch (error) {
        const facts = { file: db.location() ?? '', why: damageOf(name) };
        throw bridgeFailures.error('store-damaged', facts, error as Error);
      }
    },
    write: (name, value) => void upsert.run(name, JSON.stringify(value)),
  };
};

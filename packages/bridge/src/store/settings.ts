import type { DatabaseSync } from 'node:sqlite';

/** Small values by name, stored as JSON. */
export interface Settings {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

export const createSettings = (db: DatabaseSync): Settings => {
  const select = db.prepare('SELECT value FROM setting WHERE name = ?');
  const upsert = db.prepare(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    read: (name) => {
      const row = select.get(name) as { value: string } | undefined;
      return row === undefined ? undefined : JSON.parse(row.value);
    },
    write: (name, value) => void upsert.run(name, JSON.stringify(value)),
  };
};

import type { DatabaseSync } from 'node:sqlite';
import { pushSettings } from './push-settings.ts';

const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name));

/** The condition for rows that belong to the bridge rather than to its house. */
const belongsToBridge = (table: string): string =>
  table === 'setting' ? `name IN ('${Object.values(pushSettings).join("', '")}')` : 'FALSE';

/** Removes the rows of the bridge from a copy of its store. */
export function removeBridgeRows(db: DatabaseSync): void {
  for (const table of tablesOf(db)) db.exec(`DELETE FROM ${table} WHERE ${belongsToBridge(table)}`);
}

/** Replaces the rows of the house in a store by those of another store with the same schema. Call within a transaction. */
export function replaceHouse(db: DatabaseSync, from: DatabaseSync): void {
  for (const table of tablesOf(from)) {
    const ofHouse = `${table} WHERE NOT (${belongsToBridge(table)})`;
    db.exec(`DELETE FROM ${ofHouse}`);
    const rows = from.prepare(`SELECT * FROM ${ofHouse}`);
    const values = rows.columns().map(() => '?');
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${values.join(', ')})`);
    for (const row of rows.iterate()) insert.run(...Object.values(row));
  }
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Part } from './part.ts';
import type { World } from './world.ts';

/** Returns the tables of a store, and the settings in it. */
function readStore(file: string): readonly string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const names = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map(({ name }) => String(name));
    const tables = names("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
    const settings = tables.includes('setting') ? names('SELECT name FROM setting') : [];
    return [...tables.filter((table) => table !== 'setting'), ...settings.map((name) => `setting:${name}`)];
  } finally {
    db.close();
  }
}

/** Returns the files in a folder; a number in a name becomes N. */
const readFiles = (folder: string): readonly string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replace(/\d+/g, 'N'));

/** Returns everything that the processes of a world keep: tables, settings and files. End the world first. */
export function findKept({
  folders,
}: Pick<World, 'folders'>): Readonly<Record<Part['in'], readonly string[]>> {
  // Reading a store may add files next to it.
  const inStore = (folder: string, store: string) => [
    ...readFiles(folder),
    ...readStore(join(folder, store)),
  ];
  return {
    bridge: inStore(folders.bridge, 'bridge.sqlite'),
    front: inStore(folders.front, 'bridge.sqlite'),
    cloud: inStore(folders.cloud, 'cloud.sqlite'),
    matter: readFiles(folders.matter),
    recorder: readFiles(folders.recorder),
  };
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import about from '../../../package.json' with { type: 'json' };
import { cloudFailures } from '../failure/failure.ts';
import type { Db } from '../schema/tables.ts';
import type { Engine } from './engine.ts';
import { type Migration, statementsOf } from './migrations/migration.ts';

/** The tables that a release reads before it knows the schema: the applied steps, and the oldest release that can use them. */
const schemaTables = [
  sql`CREATE TABLE IF NOT EXISTS schema_step (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL, sql_hash TEXT NOT NULL)`,
  sql`CREATE TABLE IF NOT EXISTS schema_release (oldest TEXT NOT NULL)`,
];

const readOldest = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('schema_release').select('oldest').executeTakeFirst())?.oldest;

const isBefore = (release: string, other: string): boolean =>
  release.localeCompare(other, 'en', { numeric: true }) < 0;

const hashOf = (step: Migration): string =>
  createHash('sha256')
    .update(JSON.stringify(statementsOf(step)))
    .digest('base64url');

/**
 * Returns the number of applied migrations, which is higher than that of `steps` if a newer release has expanded the
 * schema. Throws if they do not begin with the migrations of this release, or if this release cannot use the store
 * (decisions/039).
 */
export async function checkTaken(db: Db, steps: readonly Migration[], store: string): Promise<number> {
  const taken = await db.selectFrom('schema_step').selectAll().orderBy('number').execute();
  // The store of an unreleased build may also have more steps, so this is checked before the number of steps.
  for (const [place, { number, name, sql_hash: hash }] of taken.slice(0, steps.length).entries())
    if (hash !== hashOf(steps[place]!)) throw cloudFailures.error('store-differs', { store, number, name });
  const version = taken.at(-1)?.number ?? 0;
  if (version > steps.length) {
    const oldest = await readOldest(db);
    const { version: release } = about;
    if (oldest === undefined || isBefore(release, oldest))
      throw cloudFailures.error('store-newer', { store, oldest, release });
  }
  return version;
}

/**
 * Applies all pending migrations, or none. If several nodes start together, one of them applies the migrations; the
 * others wait and then have nothing to do. Throws an error of `cloudFailures`, without changing anything, if the schema
 * is too new for this release or was made by different steps.
 */
export async function migrate(engine: Engine, steps: readonly Migration[]): Promise<void> {
  await engine.changeSchema(async (db) => {
    for (const table of schemaTables) await table.execute(db);
    const version = await checkTaken(db, steps, engine.label);
    for (const step of steps.slice(version)) {
      for (const statement of statementsOf(step)) await sql.raw(statement).execute(db);
      const { number, name } = step;
      await db
        .insertInto('schema_step')
        .values({ number, name, sql_hash: hashOf(step) })
        .execute();
    }
    const oldest = steps.at(-1)?.usableFrom;
    if (oldest === undefined || version > steps.length || oldest === (await readOldest(db))) return;
    await db.deleteFrom('schema_release').execute();
    await db.insertInto('schema_release').values({ oldest }).execute();
  });
}

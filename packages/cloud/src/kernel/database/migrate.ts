import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { cloudFailures } from '../failure/failure.ts';
import type { Db } from '../schema/tables.ts';
import type { Engine } from './engine.ts';
import { type Migration, statementsOf } from './migrations/migration.ts';

const schemaSteps = sql`CREATE TABLE IF NOT EXISTS schema_step (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL, sql_hash TEXT NOT NULL)`;

const hashOf = (step: Migration): string =>
  createHash('sha256')
    .update(JSON.stringify(statementsOf(step)))
    .digest('base64url');

/** Returns the number of applied migrations. Throws if they are not the first migrations of this release. */
export const checkTaken = async (db: Db, steps: readonly Migration[], store: string): Promise<number> => {
  const taken = await db.selectFrom('schema_step').selectAll().orderBy('number').execute();
  // The store of an unreleased build may also have more steps, so this is checked before the number of steps.
  for (const [place, { number, name, sql_hash: hash }] of taken.slice(0, steps.length).entries())
    if (hash !== hashOf(steps[place]!)) throw cloudFailures.error('store-differs', { store, number, name });
  const version = taken.at(-1)?.number ?? 0;
  if (version > steps.length)
    throw cloudFailures.error('store-newer', { store, version, known: steps.length });
  return version;
};

/**
 * Applies all pending migrations, or none. If several nodes start together, one of them applies the migrations; the
 * others wait and then have nothing to do. Throws an error of `cloudFailures`, without changing anything, if the schema
 * is newer than this release or was made by different steps.
 */
export const migrate = async (engine: Engine, steps: readonly Migration[]): Promise<void> => {
  await engine.changeSchema(async (db) => {
    await schemaSteps.execute(db);
    const version = await checkTaken(db, steps, engine.label);
    for (const step of steps.slice(version)) {
      for (const statement of statementsOf(step)) await sql.raw(statement).execute(db);
      const { number, name } = step;
      await db
        .insertInto('schema_step')
        .values({ number, name, sql_hash: hashOf(step) })
        .execute();
    }
  });
};

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { cloudFailures } from '../failure/failure.ts';
import type { Db } from '../schema/tables.ts';
import type { Engine } from './engine.ts';
import type { Migration } from './migrations/migration.ts';

const schemaSteps = sql`CREATE TABLE IF NOT EXISTS schema_step (
  number INTEGER PRIMARY KEY, name TEXT NOT NULL, sql_hash TEXT NOT NULL, applied_at BIGINT NOT NULL)`;

const hashOf = ({ sql: statements }: Migration): string =>
  createHash('sha256').update(JSON.stringify(statements)).digest('base64url');

/** The number of applied migrations; throws where they are not the first ones of this release. */
export const checkTaken = async (db: Db, steps: readonly Migration[], store: string): Promise<number> => {
  const taken = await db.selectFrom('schema_step').selectAll().orderBy('number').execute();
  const version = taken.at(-1)?.number ?? 0;
  if (version > steps.length)
    throw cloudFailures.error('store-newer', { store, version, known: steps.length });
  for (const [place, { number, name, sql_hash: hash }] of taken.entries())
    if (hash !== hashOf(steps[place]!)) throw cloudFailures.error('store-differs', { store, number, name });
  return version;
};

/**
 * Applies the pending migrations, all or none. Nodes that start at once do it one after the
 * other: those that waited find it done. A schema that is newer than this release, or was made by other steps, is not
 * changed (an error of `cloudFailures`).
 */
export const migrate = async (
  engine: Engine,
  steps: readonly Migration[],
  now: () => number,
): Promise<void> => {
  await engine.changeSchema(async (db) => {
    await schemaSteps.execute(db);
    const version = await checkTaken(db, steps, engine.label);
    for (const step of steps.slice(version)) {
      for (const statement of step.sql) await sql.raw(statement).execute(db);
      const { number, name } = step;
      await db
        .insertInto('schema_step')
        .values({ number, name, sql_hash: hashOf(step), applied_at: now() })
        .execute();
    }
  });
};

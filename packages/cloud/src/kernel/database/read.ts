import { cloudFailures } from '../failure/failure.ts';
import { silent } from '../log/log.ts';
import type { Db } from '../schema/tables.ts';
import type { ReadEngine } from './engine.ts';
import { checkTaken } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { openSqliteToRead } from './sqlite/engine.ts';
import type { StorePlace } from './store.ts';

/** `undefined_table` (https://www.postgresql.org/docs/15/errcodes-appendix.html). */
const undefinedTable = '42P01';

/** True if a query failed because PostgreSQL has no such table. */
export const isMissing = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === undefinedTable;

/** Opens a store to read it, whatever its schema is. */
export async function openEngineToRead(place: StorePlace): Promise<ReadEngine> {
  if ('dataDir' in place) return openSqliteToRead(place.dataDir);
  const { openPostgresToRead } = await import('./postgres/engine.ts');
  return openPostgresToRead(place.databaseUrl, silent);
}

/**
 * Opens a store to read it, whether or not nodes are using it. Changes nothing, not even the schema. Throws an error of
 * `cloudFailures` if the store does not exist, is not ours, is newer or damaged, or if the database cannot be reached.
 */
export async function openStoreToRead(place: StorePlace): Promise<{ readonly db: Db } & AsyncDisposable> {
  const engine = await openEngineToRead(place);
  try {
    await checkTaken(engine.kysely, migrations, engine.label);
    return { db: engine.kysely, [Symbol.asyncDispose]: engine.close };
  } catch (error) {
    await engine.close();
    throw isMissing(error)
      ? cloudFailures.error('store-missing', { store: engine.label }, error)
      : engine.toFailure(error);
  }
}

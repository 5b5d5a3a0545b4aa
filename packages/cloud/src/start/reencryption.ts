import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, machineOf } from '@plenum/platform';
import { sql } from 'kysely';
import type { Encryption } from '../kernel/crypto/encryption.ts';
import { startRoutine } from '../kernel/database/routine.ts';
import { isAmong } from '../kernel/database/row-set.ts';
import { beginningOf } from '../kernel/database/secret-reader.ts';
import type { Store } from '../kernel/database/store.ts';
import { logFailure } from '../kernel/failure/log-failure.ts';
import type { Log } from '../kernel/log/log.ts';
import { fromValid, type StoredSecret, storedSecrets } from './stored-secrets.ts';

interface ReencryptDeps {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

interface Found {
  readonly id: string | number;
  readonly secret: string;
}

/** Number of secrets in one transaction. */
const batch = 100;

/** Interval between searches for secrets that a node with other keys has written since, ms. */
const searchEvery = 3_600_000;

/**
 * Encrypts secrets again that are encrypted with one of the other keys of this node, so that these keys can be dropped.
 * Runs at the start and then every hour, in small transactions. A secret changes only if it is still the one that was
 * read, so other nodes may do the same, and may replace secrets, at the same time.
 */
export function startReencryption({
  clock,
  log,
  ...deps
}: Pick<ReencryptDeps, 'store' | 'encryption'> & {
  readonly clock: Clock;
  readonly log: Log;
}): AsyncDisposable {
  if (deps.encryption.otherBeginnings.length === 0) return { [Symbol.asyncDispose]: async () => {} };
  const stop = new AbortController();
  const work = async () => {
    const done = { secrets: 0, damaged: 0 };
    for (const column of storedSecrets) {
      const { secrets, damaged } = await reencryptColumn(
        { ...deps, now: clock.now, signal: stop.signal },
        column,
      );
      done.secrets += secrets;
      done.damaged += damaged;
    }
    if (done.secrets > 0)
      log.info({ secrets: done.secrets }, 'secrets were encrypted again with the first endpoint key');
    if (done.damaged > 0)
      log.warn(
        { secrets: done.damaged },
        'secrets that are encrypted with an old endpoint key are damaged and stay as they are',
      );
  };
  const routine = startRoutine({
    clock: machineOf(clock),
    each: searchEvery,
    isImmediate: true,
    work,
    failed: (error) => logFailure(log, { error }, 'secrets could not be encrypted again'),
  });
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await routine[Symbol.asyncDispose]();
    },
  };
}

async function reencryptColumn(
  { store, encryption, now, signal }: ReencryptDeps,
  stored: StoredSecret,
): Promise<{ readonly secrets: number; readonly damaged: number }> {
  const { table, column, id, contextOf } = stored;
  const [idOf, secretOf] = [sql.ref(id), sql.ref(column)];
  let [secrets, damaged] = [0, 0];
  let after = sql``;
  while (!signal.aborted) {
    const { rows } = await sql<Found>`SELECT ${idOf} AS id, ${secretOf} AS secret ${fromValid(stored, now())}
      AND ${isAmong(store.db, beginningOf(column), encryption.otherBeginnings)} ${after}
      ORDER BY ${idOf} LIMIT ${sql.lit(batch)}`.execute(store.db);
    const renewed = rows.flatMap((row) => {
      try {
        const context = contextOf(String(row.id));
        return { ...row, renewed: encryption.encrypt(encryption.decrypt(row.secret, context), context) };
      } catch {
        return [];
      }
    });
    damaged += rows.length - renewed.length;
    if (renewed.length > 0)
      secrets += await store.transaction('full', async ({ db }) => {
        let count = 0n;
        for (const one of renewed) {
          const { numAffectedRows = 0n } =
            await sql`UPDATE ${sql.table(table)} SET ${secretOf} = ${one.renewed}
            WHERE ${idOf} = ${one.id} AND ${secretOf} = ${one.secret}`.execute(db);
          count += numAffectedRows;
        }
        return Number(count);
      });
    if (rows.length < batch) break;
    after = sql`AND ${idOf} > ${rows.at(-1)!.id}`;
    await turn();
  }
  return { secrets, damaged };
}

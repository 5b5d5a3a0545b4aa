import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, machineOf } from '@plenum/platform';
import { sql } from 'kysely';
import { type Encryption, setAside } from '../kernel/crypto/encryption.ts';
import { startRoutine } from '../kernel/database/routine.ts';
import { isAmong } from '../kernel/database/row-set.ts';
import { beginningOf } from '../kernel/database/secret-reader.ts';
import type { Store } from '../kernel/database/store.ts';
import { logFailure } from '../kernel/failure/log-failure.ts';
import type { Log } from '../kernel/log/log.ts';
import { fromValid, nameOf, type StoredSecret, storedSecrets } from './stored-secrets.ts';

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

/** Number of names of damaged secrets in one entry of the log. */
const maxNames = 20;

/** Number of secrets in one transaction. */
const batch = 100;

/** Interval between searches for secrets that a node with other keys has written since, ms. */
const searchEvery = 3_600_000;

/**
 * Encrypts secrets again that are encrypted with one of the other keys of this node, so that these keys can be dropped. A
 * damaged secret, which no key decrypts, is set aside and named in the log, because it would need its key forever. Runs at the start and then every hour, in small transactions. A secret changes only if it is still the one that was
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
    let secrets = 0;
    const damaged: string[] = [];
    for (const column of storedSecrets) {
      const done = await reencryptColumn({ ...deps, now: clock.now, signal: stop.signal }, column);
      secrets += done.secrets;
      damaged.push(...done.damaged);
    }
    if (secrets > 0) log.info({ secrets }, 'secrets were encrypted again with the first endpoint key');
    if (damaged.length > 0)
      log.warn(
        { secrets: damaged.length, names: damaged.slice(0, maxNames) },
        'secrets that were encrypted with an old endpoint key are damaged; they no longer need that key and have to be replaced',
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
): Promise<{ readonly secrets: number; readonly damaged: readonly string[] }> {
  const { table, column, id, contextOf } = stored;
  const [idOf, secretOf] = [sql.ref(id), sql.ref(column)];
  let secrets = 0;
  const damaged: string[] = [];
  let after = sql``;
  while (!signal.aborted) {
    const { rows } = await sql<Found>`SELECT ${idOf} AS id, ${secretOf} AS secret ${fromValid(stored, now())}
      AND ${isAmong(store.db, beginningOf(column), encryption.otherBeginnings)} ${after}
      ORDER BY ${idOf} LIMIT ${sql.lit(batch)}`.execute(store.db);
    const renewed = rows.map((row) => ({
      ...row,
      ...renew(encryption, row.secret, contextOf(String(row.id))),
    }));
    if (renewed.length > 0) {
      const changed = await store.transaction('full', async ({ db }) => {
        const updated: typeof renewed = [];
        for (const one of renewed) {
          const { numAffectedRows } = await sql`UPDATE ${sql.table(table)} SET ${secretOf} = ${one.renewed}
            WHERE ${idOf} = ${one.id} AND ${secretOf} = ${one.secret}`.execute(db);
          if (numAffectedRows === 1n) updated.push(one);
        }
        return updated;
      });
      secrets += changed.filter(({ isDamaged }) => !isDamaged).length;
      damaged.push(...changed.filter(({ isDamaged }) => isDamaged).map((one) => nameOf(stored, one.id)));
    }
    if (rows.length < batch) break;
    after = sql`AND ${idOf} > ${rows.at(-1)!.id}`;
    await turn();
  }
  return { secrets, damaged };
}

/** Encrypts a secret with the first key, or sets it aside if it is damaged. */
function renew(encryption: Encryption, secret: string, context: string) {
  try {
    return { renewed: encryption.encrypt(encryption.decrypt(secret, context), context), isDamaged: false };
  } catch {
    return { renewed: setAside(secret), isDamaged: true };
  }
}

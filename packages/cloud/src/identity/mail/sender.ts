import type { Runtime } from '@plenum/platform';
import { type Backoff, longestWait } from '@plenum/platform/backoff';
import type { Selectable } from 'kysely';
import { hasPassed } from '../../kernel/database/has-passed.ts';
import { nextInstant } from '../../kernel/database/next-instant.ts';
import { startRoutine } from '../../kernel/database/routine.ts';
import type { Store } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import type { Mail, Mailer } from './smtp.ts';

type OutboxRow = Selectable<Tables['email_outbox']>;

/** Composes the e-mail of a row, again for each attempt, or returns `undefined` if nobody should get one. */
export type Compose = (row: OutboxRow) => Promise<Omit<Mail, 'id'> | undefined>;

export interface SenderDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly compose: Compose;
}

/** Interval between checks of the outbox, in ms. */
const lookEvery = 1_000;
/** Time for which a node claims an e-mail, in ms. Longer than an attempt can take. */
const lease = 2 * 60_000;
const pauses: Backoff = { first: 10_000, max: 30 * 60_000 };
const maxAtOnce = 20;

/**
 * Sends the e-mails in the outbox, each at least once and from one node at a time. An e-mail that cannot be sent is
 * retried until it expires. While the server does not respond, each check makes a single attempt.
 */
export function startSender({ store, mailer, compose, clock, log }: SenderDeps): AsyncDisposable {
  const { now } = clock;
  let isFailing = false;

  const readDue = () =>
    store.db
      .selectFrom('email_outbox')
      .selectAll()
      .where(hasPassed('due_at', now(), pauses.max))
      .orderBy('due_at')
      .limit(maxAtOnce)
      .execute();

  /** Claims an e-mail for this node. Returns false if another node has claimed it meanwhile. */
  const claim = async ({ id, due_at, attempts }: OutboxRow): Promise<boolean> => {
    const { numUpdatedRows } = await store.db
      .updateTable('email_outbox')
      .set({ due_at: now() + lease, attempts: attempts + 1 })
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };

  const setDue = (id: string, due_at: number | null) =>
    store.db.updateTable('email_outbox').set({ due_at }).where('id', '=', id).execute();

  const report = (facts: object) => {
    if (!isFailing) log.warn(facts, 'e-mail cannot be sent at the moment; will try again');
    isFailing = true;
  };

  /** Sends one e-mail. Resolves to true if the server can be expected to accept the next one. */
  const sendOne = async (row: OutboxRow): Promise<boolean> => {
    const { id, kind, attempts, expires_at: expiresAt } = row;
    const mail = await compose(row);
    if (mail === undefined) {
      await store.db.deleteFrom('email_outbox').where('id', '=', id).execute();
      return true;
    }
    const result = await mailer.send({ id, ...mail });
    if (result.is !== 'failed') {
      await setDue(id, null);
      if (result.is === 'refused')
        log.warn({ email: id, kind, ...result.facts }, 'the SMTP server refused an e-mail');
      if (isFailing) log.info({}, 'e-mail can be sent again');
      isFailing = false;
      return true;
    }
    report(result.facts);
    const next = now() + longestWait(pauses, attempts);
    await setDue(id, next < expiresAt ? next : null);
    if (next >= expiresAt)
      log.warn({ email: id, kind, ...result.facts }, 'an e-mail could not be sent before it expired');
    return false;
  };

  return startRoutine({
    clock,
    each: lookEvery,
    work: async () => {
      for (const row of await readDue()) if ((await claim(row)) && !(await sendOne(row))) return;
    },
    next: (after) => nextInstant(store.db, 'email_outbox', 'due_at', after),
    failed: (error) => logFailure(log, { error }, 'the e-mail outbox could not be read'),
  });
}

import { randomUUID } from 'node:crypto';
import type { Db } from '../../kernel/database/store.ts';

/**
 * Time that an e-mail stays in the outbox, in ms. Until it is sent it is retried; afterwards it still counts towards
 * `maxPerAccount`.
 */
const outboxRetention = 24 * 60 * 60_000;
/** Maximum number of e-mails to one account in that time; more are not sent. */
const maxPerAccount = 30;

/** Maximum number of waiting e-mails to addresses. Needed because anybody may request such an e-mail. */
const maxToAddresses = 10_000;

/** An e-mail to send. Its text is composed when it is sent. */
interface Outgoing {
  readonly kind: string;
  /** The account that receives the e-mail. */
  readonly accountId?: string | undefined;
  /** Instead of `accountId`: the account with this address (`toEmailKey`), if there is one. */
  readonly emailKey?: string | undefined;
  /** Never contains a secret. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** E-mail to be sent. A row is stored in the transaction that adds it, and survives a restart. */
export interface Outbox {
  add(db: Db, mail: Outgoing): Promise<void>;
  /** True if too many e-mails to addresses are already waiting. */
  isFull(db: Db): Promise<boolean>;
}

export function createOutbox(now: () => number): Outbox {
  const countOf = async (db: Db, accountId: string) => {
    const { count } = await db
      .selectFrom('email_outbox')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('created_at', '>', now() - outboxRetention)
      .executeTakeFirstOrThrow();
    return count;
  };
  return {
    add: async (db, { kind, accountId, emailKey, facts }) => {
      if (accountId !== undefined && (await countOf(db, accountId)) >= maxPerAccount) return;
      const row = {
        id: randomUUID(),
        kind,
        account_id: accountId ?? null,
        email_key: emailKey ?? null,
        facts: JSON.stringify(facts),
        created_at: now(),
        due_at: now(),
        attempts: 0,
        expires_at: now() + outboxRetention,
      };
      await db.insertInto('email_outbox').values(row).execute();
    },
    isFull: async (db) => {
      const { count } = await db
        .selectFrom('email_outbox')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('due_at', 'is not', null)
        .where('account_id', 'is', null)
        .executeTakeFirstOrThrow();
      return count >= maxToAddresses;
    },
  };
}

/** Reads how many e-mails are waiting, and when the oldest of them was added. */
export const readMailQueue = (
  db: Db,
): Promise<{ readonly waiting: number; readonly oldest: number | null }> =>
  db
    .selectFrom('email_outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min<number | null>('created_at').as('oldest'),
    ])
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();

import { randomUUID } from 'node:crypto';
import type { Db } from '../../kernel/database/store.ts';

/** Milliseconds that an e-mail stays in the outbox: it is tried that long, and counted that long after it was sent. */
export const outboxRetention = 24 * 60 * 60_000;
/** E-mails to one account in that time; those over it are not sent. */
const maxPerAccount = 30;

/** E-mails that can wait for whoever has an address: anybody may request them. */
const maxToAddresses = 10_000;

/** An e-mail to send, by what it is about; its text is composed when it is sent. */
export interface Outgoing {
  readonly kind: string;
  /** The account it goes to. */
  readonly accountId?: string | undefined;
  /** In place of the account: whoever has an account with this address (`toEmailKey`), if anybody. */
  readonly emailKey?: string | undefined;
  /** Never a secret. */
  readonly facts: Readonly<Record<string, string | number>>;
}

/** What is to be sent by e-mail. A row is part of the transaction it is added in, and survives a restart. */
export interface Outbox {
  add(db: Db, mail: Outgoing): Promise<void>;
  /** Whether too many e-mails to addresses wait already. */
  isFull(db: Db): Promise<boolean>;
}

export const createOutbox = (now: () => number): Outbox => {
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
};

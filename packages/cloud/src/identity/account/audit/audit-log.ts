import { openStoreToRead } from '../../../kernel/database/read.ts';
import type { Db, StorePlace } from '../../../kernel/database/store.ts';
import { toEmailKey } from '../account-store.ts';

/** An entry of the audit log. */
export interface AuditLine {
  /** In ms since 1970 UTC. */
  readonly at: number;
  /** One of `acts`, or an act from another release. */
  readonly act: string;
  /** Omitted if the attempt named no existing account. */
  readonly accountId?: string;
  /** Omitted if the account was deleted. */
  readonly email?: string;
  /** The client address of the request. */
  readonly address: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Selects entries; all by default. */
export interface AuditQuery {
  readonly accountId?: string | undefined;
  /** In ms since 1970 UTC. */
  readonly since?: number | undefined;
}

/** The security audit log, for the operator of the cloud. */
export interface AuditLog extends AsyncDisposable {
  /** Returns the account id for an e-mail address or for an id in the log. The account may have been deleted. */
  findAccount(emailOrId: string): Promise<string | undefined>;
  /** Yields the entries, oldest first. */
  lines(query?: AuditQuery): AsyncIterable<AuditLine>;
}

const linesAtOnce = 1_000;

/**
 * Opens the log read-only, whether or not the cloud is running. Throws an error of `cloudFailures` if there is no log.
 */
export async function openAuditLog(place: StorePlace): Promise<AuditLog> {
  const store = await openStoreToRead(place);
  const { db } = store;

  return {
    findAccount: async (emailOrId) => {
      const account = await db
        .selectFrom('account')
        .select('id')
        .where('email_key', '=', toEmailKey(emailOrId))
        .executeTakeFirst();
      if (account !== undefined) return account.id;
      const line = await db
        .selectFrom('audit')
        .select('account_id')
        .where('account_id', '=', emailOrId)
        .limit(1)
        .executeTakeFirst();
      return line?.account_id ?? undefined;
    },
    lines: (query = {}) => readAuditLines(db, query),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const readAfter = (
  db: Db,
  { accountId, since = 0 }: AuditQuery,
  last: { at: number; id: string } | undefined,
) => {
  const all = db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .select(['audit.id', 'at', 'act', 'account_id', 'email', 'address', 'facts'])
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('audit.id')
    .limit(linesAtOnce);
  const ofAccount = accountId === undefined ? all : all.where('account_id', '=', accountId);
  if (last === undefined) return ofAccount.execute();
  const { at, id } = last;
  return ofAccount
    .where(({ eb, or, and }) => or([eb('at', '>', at), and([eb('at', '=', at), eb('audit.id', '>', id)])]))
    .execute();
};

/** Yields entries of the log, oldest first. Reads them in pages. */
export async function* readAuditLines(db: Db, query: AuditQuery): AsyncGenerator<AuditLine, void> {
  let last: { at: number; id: string } | undefined;
  do {
    const rows = await readAfter(db, query, last);
    for (const { at, act, account_id: accountId, email, address, facts } of rows)
      yield {
        at,
        act,
        ...(accountId !== null && { accountId }),
        ...(email !== null && { email }),
        address,
        facts: JSON.parse(facts),
      };
    last = rows.length < linesAtOnce ? undefined : rows.at(-1);
  } while (last !== undefined);
}

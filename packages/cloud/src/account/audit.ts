import { randomUUID } from 'node:crypto';
import type { Store } from '../store/store.ts';

/** Acts that bear on security, as they are kept. */
export type Act =
  | 'account-made'
  | 'sign-up-refused'
  | 'account-removed'
  | 'account-removal-refused'
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'password-changed'
  | 'password-change-refused'
  | 'app-made'
  | 'app-secret-changed'
  | 'app-removed'
  | 'own-token-made'
  | 'app-allowed'
  | 'app-refused'
  | 'app-unlinked'
  | 'endpoint-made'
  | 'endpoint-secret-changed'
  | 'endpoint-removed'
  | 'endpoint-enabled'
  | 'endpoint-disabled'
  | 'bridge-paired'
  | 'bridge-pairing-refused'
  | 'bridge-released';

export interface AuditEntry {
  readonly act: Act;
  readonly accountId?: string | undefined;
  /** Where the request came from; left out where the act knows of no request. */
  readonly address?: string;
  /** Never a secret. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** An entry with its instant, milliseconds since 1970 UTC. */
export type KeptEntry = Required<AuditEntry> & { readonly at: number };

/** The log of what bears on security. Joins the transaction around it. */
export interface Audit {
  record(entry: AuditEntry): Promise<void>;
  /** The newest entries of an account, newest first. */
  read(accountId: string, count: number): Promise<KeptEntry[]>;
}

export const createAudit = (store: Store, now: () => number): Audit => ({
  record: async ({ act, accountId, address = '', facts = {} }) => {
    const row = { id: randomUUID(), at: now(), account_id: accountId ?? null, act, address };
    await store.db
      .insertInto('audit')
      .values({ ...row, facts: JSON.stringify(facts) })
      .execute();
  },
  read: async (accountId, count) => {
    const rows = await store.db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(count)
      .execute();
    return rows.map(({ at, act, address, facts }) => ({
      at,
      act: act as Act,
      accountId,
      address,
      facts: JSON.parse(facts),
    }));
  },
});

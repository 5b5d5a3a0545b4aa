import type { Transaction } from '../../../kernel/database/store.ts';
import type { Audit } from '../../account/audit/audit.ts';

/** The access of an app to an account. */
export interface AppGrant {
  readonly accountId: string;
  readonly clientId: string;
}

/** Called when an app got or lost access to an account, in the same transaction. */
export type LinkHook = (tx: Transaction, link: AppGrant) => Promise<void>;

/**
 * The reason for a revocation: a request by the owner or the app, the reuse of a code or token, or a changed password.
 */
type Revoker = 'owner' | 'app' | 'reuse' | 'password';

/** Revokes consents and notifies listeners. */
export interface Revocation {
  /** Revokes one consent with its codes and tokens; `address` is the client address. */
  revoke(
    tx: Transaction,
    grantId: string,
    of: { readonly by: Revoker; readonly address: string },
  ): Promise<void>;
  /** Uses up a single-use consent. Returns false if it was already used. */
  spend(tx: Transaction, grantId: string): Promise<boolean>;
  /** Calls a hook when a consent is revoked. */
  onUnlink(hook: LinkHook): void;
  /** Notifies the listeners, once the transaction is committed, that access tokens may have been revoked. */
  announce(tx: Transaction): void;
  /** Calls a listener when access tokens are revoked. Returns a function that unsubscribes. */
  onRevoked(listen: () => void): () => void;
}

export function createRevocation(audit: Audit): Revocation {
  const hooks: LinkHook[] = [];
  const listeners = new Set<() => void>();

  const announce = (tx: Transaction) =>
    tx.afterCommit(() => {
      for (const listen of [...listeners]) listen();
    });

  /** Deletes a consent with its codes and tokens. Returns its account and app. */
  const deleteGrant = async (tx: Transaction, grantId: string) => {
    const grant = await tx.db
      .deleteFrom('authorization_item')
      .where('kind', '=', 'Grant')
      .where('id_hash', '=', grantId)
      .returning(['account_id', 'client_id'])
      .executeTakeFirst();
    await tx.db.deleteFrom('authorization_item').where('grant_id', '=', grantId).execute();
    announce(tx);
    return grant;
  };

  const revoke: Revocation['revoke'] = async (tx, grantId, { by, address }) => {
    const grant = await deleteGrant(tx, grantId);
    if (grant?.account_id == null || grant.client_id == null) return;
    const link = { accountId: grant.account_id, clientId: grant.client_id };
    const { accountId, clientId } = link;
    await audit.record(tx.db, { act: 'app-unlinked', accountId, address, facts: { clientId, by } });
    for (const hook of hooks) await hook(tx, link);
  };

  return {
    revoke,
    spend: async (tx, grantId) => (await deleteGrant(tx, grantId)) !== undefined,
    onUnlink: (hook) => void hooks.push(hook),
    announce,
    onRevoked: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

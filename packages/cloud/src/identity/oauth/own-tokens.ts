import { randomUUID } from 'node:crypto';
import type { RecordOf } from '@plenum/protocol/console';
import type { Store, Transaction } from '../../kernel/database/store.ts';
import { createAudit } from '../account/audit.ts';
import { createSecret, hashSecret } from '../account/secret.ts';
import { toKept } from './item.ts';
import { lives } from './kinds.ts';
import type { Link } from './links.ts';

/**
 * Access tokens a developer makes in the console, for an app and an account that are both their own (decision 007). Each
 * ends by itself after a quarter of an hour, cannot be renewed, and is no consent: no events follow from it.
 */
export interface OwnTokens {
  /** Makes one in place of any before it. Who owns the app is checked by the door. */
  make(of: Link, address: string): Promise<RecordOf<'OwnToken'>>;
  /** When the one there is ends, ms UTC; undefined where there is none. */
  find(of: Link): Promise<number | undefined>;
  /** Ends the one there is; whether there was one. */
  end(of: Link, address: string): Promise<boolean>;
}

/** What stands where a token of an app has its consent: it has none. */
const noConsent = 'console:';

/** `announce` tells this node, once a transaction is committed, that access tokens may have ended. */
export const createOwnTokens = (
  store: Store,
  now: () => number,
  announce: (tx: Transaction) => void,
): OwnTokens => {
  const audit = createAudit(now);
  const deleteOne = async (tx: Transaction, { accountId, clientId }: Link) => {
    const { numDeletedRows } = await tx.db
      .deleteFrom('authorization_item')
      .where('kind', '=', 'AccessToken')
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .where('grant_id', 'like', `${noConsent}%`)
      .executeTakeFirst();
    if (numDeletedRows > 0n) announce(tx);
    return numDeletedRows > 0n;
  };
  return {
    make: (of, address) =>
      store.transaction('full', async (tx) => {
        const { db } = tx;
        await deleteOne(tx, of);
        const { accountId, clientId } = of;
        const accessToken = createSecret();
        const grantId = `${noConsent}${randomUUID()}`;
        const iat = Math.floor(now() / 1000);
        const exp = iat + lives.ownToken;
        const kind = 'AccessToken';
        const about = { iat, exp, accountId, clientId, grantId, scope: 'query-control', gty: 'console' };
        await db
          .insertInto('authorization_item')
          .values({
            kind,
            id_hash: hashSecret(accessToken),
            payload: toKept(accessToken, { ...about, kind, jti: accessToken }),
            grant_id: grantId,
            account_id: accountId,
            client_id: clientId,
            uid_hash: null,
            user_code_hash: null,
            consumed_at: null,
            answer: null,
            expires_at: exp * 1000,
          })
          .execute();
        await audit.record(db, { act: 'own-token-made', accountId, address, facts: { clientId } });
        return { accessToken, expiresAt: exp * 1000 };
      }),
    find: async ({ accountId, clientId }) => {
      const row = await store.db
        .selectFrom('authorization_item')
        .select('expires_at')
        .where('kind', '=', 'AccessToken')
        .where('account_id', '=', accountId)
        .where('client_id', '=', clientId)
        .where('grant_id', 'like', `${noConsent}%`)
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row?.expires_at;
    },
    end: (of, address) =>
      store.transaction('full', async (tx) => {
        const { accountId, clientId } = of;
        if (!(await deleteOne(tx, of))) return false;
        await audit.record(tx.db, { act: 'own-token-ended', accountId, address, facts: { clientId } });
        return true;
      }),
  };
};

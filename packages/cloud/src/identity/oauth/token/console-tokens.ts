import { randomUUID } from 'node:crypto';
import type { RecordOf } from '@plenum/protocol/console';
import type { Store, Transaction } from '../../../kernel/database/store.ts';
import { createAudit } from '../../account/audit/audit.ts';
import { createSecret, hashSecret } from '../../account/secret.ts';
import { lifetimeSeconds } from './lifetimes.ts';
import type { AppGrant } from './revocation.ts';
import { toStoredPayload } from './stored-payload.ts';

/**
 * Access tokens that a developer creates in the console for their own app and account (decisions/007). Each token
 * expires after a quarter of an hour and cannot be refreshed. It is not a consent, so it causes no events.
 */
export interface ConsoleTokens {
  /** Issues a token in place of any earlier one. The caller must have checked the owner of the app. */
  make(of: AppGrant, address: string): Promise<RecordOf<'OwnToken'>>;
  /** Returns the expiry of the current token, in ms UTC, or `undefined` if there is none. */
  find(of: AppGrant): Promise<number | undefined>;
  /** Revokes the current token. Returns false if there was none. */
  end(of: AppGrant, address: string): Promise<boolean>;
}

/** Developers see their own lamps with the token. It opens no garage door, because nobody consented to that. */
const scope = 'query-control lighting';
/** Prefix of the grant id of a token that has no consent. */
const noConsent = 'console:';

/** `announce` notifies the listeners on this node, after the commit, that access tokens may have been revoked. */
export function createConsoleTokens(
  store: Store,
  now: () => number,
  announce: (tx: Transaction) => void,
): ConsoleTokens {
  const audit = createAudit(now);
  const deleteOne = async (tx: Transaction, { accountId, clientId }: AppGrant) => {
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
        const exp = iat + lifetimeSeconds.consoleToken;
        const kind = 'AccessToken';
        const about = { iat, exp, accountId, clientId, grantId, scope, gty: 'console' };
        await db
          .insertInto('authorization_item')
          .values({
            kind,
            id_hash: hashSecret(accessToken),
            payload: toStoredPayload(accessToken, { ...about, kind, jti: accessToken }),
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
}

import { ensureAccount } from '../account/accounts.ts';
import type { Account } from '../account/shape.ts';
import type { Log } from '../log/log.ts';
import type { Store } from '../store/store.ts';

/** What everybody knows of development mode. */
export const demo = {
  email: 'demo@plenum.local',
  password: 'demo house 24/7',
  clientId: 'plenum-demo-app',
  appName: 'Plenum demo app',
  redirectUri: 'http://127.0.0.1:8095/callback',
} as const;

/**
 * Development mode: an account with a known password that owns an app with a known key and no secret. Said loudly at each
 * start. Gives the account; what is there already stays as it is.
 */
export const ensureDemo = async (
  store: Store,
  { now, log, redirectUri = demo.redirectUri }: { now: () => number; log: Log; redirectUri?: string },
): Promise<Account> => {
  const { account } = await ensureAccount(store, demo, now);
  await store.db
    .insertInto('app')
    .values({
      client_id: demo.clientId,
      owner_account_id: account.id,
      name: demo.appName,
      redirect_uri: redirectUri,
      confidential: 0,
      pkce_required: 0,
      secret_hash: null,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ redirect_uri: redirectUri }))
    .execute();
  log.warn(
    { email: demo.email, clientId: demo.clientId },
    'DEVELOPMENT MODE: everybody who reaches this cloud can sign in to the demo account and use the demo app. Never run a public cloud like this.',
  );
  return account;
};

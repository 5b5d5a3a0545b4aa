import type { Store } from '../../../kernel/database/store.ts';
import type { Log } from '../../../kernel/log/log.ts';
import { ensureAccount, toEmailKey } from '../../account/account-store.ts';
import type { PasswordCost } from '../../account/password/password.ts';
import type { Account } from '../../account/shape.ts';
import { fromStoredUris, toStoredUris } from './apps.ts';

/** The public credentials of development mode. */
export const demo = {
  email: 'demo@plenum.local',
  password: 'demo house 24/7',
  clientId: 'plenum-demo-app',
  appName: 'Plenum demo app',
  redirectUri: 'http://127.0.0.1:8095/callback',
} as const;

const selectDemo = ({ db }: Store, email: string = demo.email) =>
  db.selectFrom('account').select('id').where('email_key', '=', toEmailKey(email));

/** Returns the id of the demo account that `ensureDemo` created, or of another account of development mode. */
export const readDemoAccountId = async (store: Store, email?: string): Promise<string> =>
  (await selectDemo(store, email).executeTakeFirstOrThrow()).id;

/** True if a store has the demo account because it was used in development mode. */
export const hasDemo = async (store: Store): Promise<boolean> =>
  (await selectDemo(store).executeTakeFirst()) !== undefined;

/** An app for development mode, without a secret. */
interface DemoApp {
  readonly ownerAccountId: string;
  readonly clientId: string;
  readonly name: string;
  readonly redirectUri: string;
  readonly pkceRequired: boolean;
}

/**
 * Creates an app for development mode. If the app exists, its first redirect URI is replaced and the added ones stay.
 */
export async function ensureDemoApp(store: Store, app: DemoApp, now: () => number): Promise<void> {
  await store.transaction('full', async ({ db }) => {
    const stored = await db
      .selectFrom('app')
      .select('redirect_uris')
      .where('client_id', '=', app.clientId)
      .forUpdate()
      .executeTakeFirst();
    const uris = stored === undefined ? [] : fromStoredUris(stored.redirect_uris);
    const redirect_uris = toStoredUris(
      uris.includes(app.redirectUri) ? uris : [app.redirectUri, ...uris.slice(1)],
    );
    await db
      .insertInto('app')
      .values({
        client_id: app.clientId,
        owner_account_id: app.ownerAccountId,
        name: app.name,
        redirect_uris,
        confidential: 0,
        pkce_required: app.pkceRequired ? 1 : 0,
        secret_hash: null,
        created_at: now(),
      })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ redirect_uris }))
      .execute();
  });
}

interface DemoDeps {
  readonly now: () => number;
  readonly log: Log;
  readonly redirectUri?: string;
  /** True if the program that starts the cloud announces development mode. The log then does not warn of it. */
  readonly isAnnounced?: boolean;
  readonly passwordCost?: PasswordCost | undefined;
}

/**
 * Development mode: creates an account with a known password that owns an app with a known key and no secret. An
 * existing account or app stays unchanged. Logs a warning at each start, unless development mode is announced
 * elsewhere. Returns the account.
 */
export async function ensureDemo(
  store: Store,
  { now, log, redirectUri = demo.redirectUri, isAnnounced = false, passwordCost }: DemoDeps,
): Promise<Account> {
  const { email, clientId, appName: name } = demo;
  const { account } = await ensureAccount(store, demo, now, passwordCost);
  await ensureDemoApp(
    store,
    { ownerAccountId: account.id, clientId, name, redirectUri, pkceRequired: false },
    now,
  );
  if (isAnnounced) return account;
  log.warn(
    { email, clientId },
    'DEVELOPMENT MODE: anybody who can reach this cloud can sign in to the demo account and use the demo app. Never run a public cloud in this mode.',
  );
  return account;
}

import { randomBytes } from 'node:crypto';
import { cloudLimits } from '@plenum/protocol/cloud';
import { type ConsoleRefusal, type Refused, refuseRequest } from '@plenum/protocol/console';
import { ok, type RefusalFacts, type Result } from '@plenum/protocol/refusal';
import type { Db, Store, Transaction } from '../../../kernel/database/store.ts';
import { invisible } from '../../../kernel/http/invisible.ts';
import { isLoopback } from '../../../kernel/http/public-url.ts';
import { createAudit } from '../../account/audit/audit.ts';
import { createSecret, hashSecret } from '../../account/secret.ts';
import type { Actor } from '../../account/shape.ts';
import type { App } from '../shape.ts';
import { endOwnTokens } from '../token/own-tokens.ts';

/** Fields that a developer enters for an app. */
export interface AppDraft {
  readonly ownerAccountId: string;
  readonly name: string;
  readonly redirectUri: string;
  readonly confidential: boolean;
  readonly pkceRequired: boolean;
}

/** A redirect URI that the owner adds to or removes from an app. */
interface RedirectUriChange {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly owner: Actor;
}

/** Developers' apps. */
export interface Apps {
  /** Creates an app. A confidential one gets a secret, which only this call returns. */
  create(
    draft: AppDraft,
    address: string,
  ): Promise<Result<{ app: App; secret: string | undefined }, ConsoleRefusal>>;
  /** Replaces the secret of a confidential app. Returns `undefined` if this owner has no such app. */
  rotateSecret(clientId: string, owner: Actor): Promise<string | undefined>;
  /** Adds a redirect URI to an app. Returns `undefined` if this owner has no such app. */
  addRedirectUri(change: RedirectUriChange): Promise<Result<App, ConsoleRefusal> | undefined>;
  /** Removes a redirect URI, but never the last one. Returns `undefined` if this owner has no such app. */
  removeRedirectUri(change: RedirectUriChange): Promise<Result<App, ConsoleRefusal> | undefined>;
  /**
   * Creates the test keys of an app, or replaces their secret, which only this call returns. They have the redirect URIs
   * of the app. Returns `undefined` if this owner has no such app.
   */
  makeTestKeys(clientId: string, owner: Actor): Promise<TestKeys | undefined>;
  /** Deletes an app with its test keys and all of its access. Returns false if this owner has no such app. */
  remove(clientId: string, owner: Actor): Promise<boolean>;
  find(db: Db, clientId: string): Promise<App | undefined>;
  /** Lists the apps of a developer, each with the client id of its test keys if it has them. */
  listOf(ownerAccountId: string): Promise<(App & { readonly testClientId: string | undefined })[]>;
}

/** The test keys of an app. The secret is missing if the app cannot keep one. */
export interface TestKeys {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** Prefix of the client ids of test keys, by which people tell them from those of apps. Nothing else depends on it. */
const testPrefix = 'test_';

/** Maximum number of apps of one developer. */
export const maxApps = 100;
/** Maximum number of characters of a name, which the consent page shows. */
export const maxNameLength = 50;

const { maxRedirectUris } = cloudLimits;

const refuseApp = (reason: string, facts: RefusalFacts = {}): Refused =>
  refuseRequest('app-malformed', { facts: { reason, ...facts } });

const checkName = (name: string): Result<string, ConsoleRefusal> => {
  const trimmed = name.normalize('NFC').trim();
  if (trimmed === '' || [...trimmed].length > maxNameLength || invisible.test(trimmed))
    return refuseApp('name', { most: maxNameLength });
  return ok(trimmed);
};

/**
 * Visible ASCII only, because a URL parser drops other characters but redirect URIs are compared character by
 * character.
 */
const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * URLs also allow characters such as `;` in a host. In the content security policy of a page it would end the
 * directive.
 */
const ordinaryHost = /^([\w.-]+|\[[\da-f:.]+\])$/;

/**
 * Checks a redirect URI (RFC 9700, 2.1 and 4.1; RFC 8252, 7). Allows https, http on the same machine, and a private
 * scheme of the app, which must contain a dot.
 */
export function checkRedirectUri(redirectUri: string): Result<string, ConsoleRefusal> {
  const parsed = URL.parse(redirectUri);
  if (parsed === null || redirectUri.length > 2000 || !visibleAscii.test(redirectUri))
    return refuseApp('uri');
  const { protocol, hostname, username, password } = parsed;
  if (redirectUri.includes('#')) return refuseApp('fragment');
  if (redirectUri.includes('*')) return refuseApp('wildcard');
  if (username !== '' || password !== '') return refuseApp('credentials');
  if (/^https?:$/.test(protocol) && !ordinaryHost.test(hostname)) return refuseApp('host');
  const isOwnScheme = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(protocol);
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(parsed)) || isOwnScheme)
    return ok(redirectUri);
  return refuseApp('scheme');
}

/** The form of client ids that this cloud assigns. Other ids need no lookup. */
const clientIdForm = /^[\w-]{1,64}$/;

/** Joins redirect URIs for their column. They are visible ASCII, so a space separates them. */
export const toStoredUris = (uris: readonly string[]): string => uris.join(' ');
export const fromStoredUris = (stored: string): readonly string[] => stored.split(' ');

type Row = Awaited<ReturnType<typeof selectApp>>;

const selectApp = (db: Db, clientId: string) =>
  db.selectFrom('app').selectAll().where('client_id', '=', clientId).executeTakeFirst();

const toApp = (row: NonNullable<Row>): App => ({
  clientId: row.client_id,
  ownerAccountId: row.owner_account_id ?? undefined,
  name: row.name,
  redirectUris: fromStoredUris(row.redirect_uris),
  confidential: row.confidential === 1,
  pkceRequired: row.pkce_required === 1,
  secretHash: row.secret_hash ?? undefined,
  liveClientId: row.live_client_id ?? undefined,
  createdAt: row.created_at,
});

/** `announce` notifies the listeners on this node, after the commit, that access tokens may have been revoked. */
export function createApps(store: Store, now: () => number, announce: (tx: Transaction) => void): Apps {
  const audit = createAudit(now);
  const ofOwner = (clientId: string, ownerAccountId: string) => ({
    client_id: clientId,
    owner_account_id: ownerAccountId,
  });
  /** Reads the live keys of an own app. Other changes to them wait until the transaction ends. */
  const lockOwn = (db: Db, clientId: string, accountId: string) =>
    db
      .selectFrom('app')
      .selectAll()
      .where((each) => each.and(ofOwner(clientId, accountId)))
      .where('live_client_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
  /**
   * Replaces the redirect URIs of an app with the result of `next`. Other changes to the app wait until this has
   * finished.
   */
  const changeRedirectUris = (
    { clientId, redirectUri, owner: { accountId, address } }: RedirectUriChange,
    act: 'app-redirect-uri-added' | 'app-redirect-uri-removed',
    next: (uris: readonly string[]) => Result<readonly string[], ConsoleRefusal>,
  ) =>
    store.transaction('full', async ({ db }) => {
      const row = await lockOwn(db, clientId, accountId);
      if (row === undefined) return undefined;
      const uris = next(fromStoredUris(row.redirect_uris));
      if (!uris.ok) return uris;
      const redirect_uris = toStoredUris(uris.value);
      if (redirect_uris === row.redirect_uris) return ok(toApp(row));
      await db
        .updateTable('app')
        .set({ redirect_uris })
        .where((each) => each.or([each('client_id', '=', clientId), each('live_client_id', '=', clientId)]))
        .execute();
      await audit.record(db, { act, accountId, address, facts: { clientId, redirectUri } });
      return ok(toApp({ ...row, redirect_uris }));
    });
  return {
    create: ({ ownerAccountId, name, redirectUri, confidential, pkceRequired }, address) =>
      store.transaction('full', async ({ db }) => {
        const { count } = await db
          .selectFrom('app')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('owner_account_id', '=', ownerAccountId)
          .where('live_client_id', 'is', null)
          .executeTakeFirstOrThrow();
        if (count >= maxApps) return refuseApp('count', { most: maxApps });
        const checkedName = checkName(name);
        if (!checkedName.ok) return checkedName;
        const checkedUri = checkRedirectUri(redirectUri);
        if (!checkedUri.ok) return checkedUri;
        const secret = confidential ? createSecret() : undefined;
        const row = {
          client_id: randomBytes(15).toString('base64url'),
          owner_account_id: ownerAccountId,
          name: checkedName.value,
          redirect_uris: toStoredUris([checkedUri.value]),
          confidential: confidential ? 1 : 0,
          pkce_required: pkceRequired ? 1 : 0,
          secret_hash: secret === undefined ? null : hashSecret(secret),
          created_at: now(),
          live_client_id: null,
        };
        await db.insertInto('app').values(row).execute();
        await audit.record(db, {
          act: 'app-made',
          accountId: ownerAccountId,
          address,
          facts: { clientId: row.client_id },
        });
        return ok({ app: toApp(row), secret });
      }),
    rotateSecret: (clientId, { accountId, address }) =>
      store.transaction('full', async ({ db }) => {
        const secret = createSecret();
        const { numUpdatedRows } = await db
          .updateTable('app')
          .set({ secret_hash: hashSecret(secret) })
          .where((row) => row.and(ofOwner(clientId, accountId)))
          .where('live_client_id', 'is', null)
          .where('confidential', '=', 1)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        await endOwnTokens(db, clientId);
        await audit.record(db, { act: 'app-secret-changed', accountId, address, facts: { clientId } });
        return secret;
      }),
    addRedirectUri: (change) =>
      changeRedirectUris(change, 'app-redirect-uri-added', (uris) => {
        if (uris.length >= maxRedirectUris.count) return refuseApp('uris', { most: maxRedirectUris.count });
        if (uris.includes(change.redirectUri)) return refuseApp('registered');
        const checked = checkRedirectUri(change.redirectUri);
        return checked.ok ? ok([...uris, checked.value]) : checked;
      }),
    removeRedirectUri: (change) =>
      changeRedirectUris(change, 'app-redirect-uri-removed', (uris) => {
        const others = uris.filter((uri) => uri !== change.redirectUri);
        return others.length === 0 ? refuseApp('last') : ok(others);
      }),
    makeTestKeys: (clientId, { accountId, address }) =>
      store.transaction('full', async (tx) => {
        const { db } = tx;
        const row = await lockOwn(db, clientId, accountId);
        if (row === undefined) return undefined;
        const secret = row.confidential === 1 ? createSecret() : undefined;
        const secret_hash = secret === undefined ? null : hashSecret(secret);
        const keys = {
          ...row,
          client_id: `${testPrefix}${randomBytes(15).toString('base64url')}`,
          secret_hash,
          created_at: now(),
          live_client_id: clientId,
        };
        const { client_id: testClientId } = await db
          .insertInto('app')
          .values(keys)
          .onConflict((conflict) => conflict.column('live_client_id').doUpdateSet({ secret_hash }))
          .returning('client_id')
          .executeTakeFirstOrThrow();
        const facts = { clientId: testClientId };
        await endOwnTokens(db, testClientId);
        await audit.record(db, { act: 'test-keys-made', accountId, address, facts });
        announce(tx);
        return { clientId: testClientId, secret };
      }),
    remove: (clientId, { accountId, address }) =>
      store.transaction('full', async (tx) => {
        const { db } = tx;
        const keys = await db
          .selectFrom('app')
          .select('client_id')
          .where('live_client_id', '=', clientId)
          .execute();
        const { numDeletedRows } = await db
          .deleteFrom('app')
          .where((row) => row.and(ofOwner(clientId, accountId)))
          .where('live_client_id', 'is', null)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        const clientIds = [clientId, ...keys.map(({ client_id }) => client_id)];
        await db.deleteFrom('authorization_item').where('client_id', 'in', clientIds).execute();
        await audit.record(db, { act: 'app-removed', accountId, address, facts: { clientId } });
        announce(tx);
        return true;
      }),
    find: async (db, clientId) => {
      const row = clientIdForm.test(clientId) ? await selectApp(db, clientId) : undefined;
      return row && toApp(row);
    },
    listOf: async (ownerAccountId) => {
      const rows = await store.db
        .selectFrom('app')
        .selectAll()
        .where('owner_account_id', '=', ownerAccountId)
        .orderBy('created_at')
        .execute();
      const testIds = new Map(rows.map(({ live_client_id, client_id }) => [live_client_id, client_id]));
      return rows
        .map(toApp)
        .filter(({ liveClientId }) => liveClientId === undefined)
        .map((app) => ({ ...app, testClientId: testIds.get(app.clientId) }));
    },
  };
}

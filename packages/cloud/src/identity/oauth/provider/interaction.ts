import type { ServerResponse } from 'node:http';
import { listen, oauthPaths } from '@plenum/protocol/cloud';
import { errorTable } from '@plenum/protocol/error';
import type { FastifyRequest } from 'fastify';
import type { InteractionResults, Provider, Interaction as ProviderInteraction } from 'oidc-provider';
import type { Store } from '../../../kernel/database/store.ts';
import type { Audit } from '../../account/audit/audit.ts';
import type { Account, Actor } from '../../account/shape.ts';
import { testKeysMember } from '../app/client.ts';
import { ensureListenApp, toListenResource } from '../app/listen-app.ts';
import type { Registrations } from '../app/registrations.ts';
import { readDeviceInfo } from '../device/device-info.ts';
import { ForwardedRequest } from '../forwarded-request.ts';
import { errors } from '../oidc-library.ts';
import { isScope } from '../scope.ts';
import type { Scope } from '../shape.ts';
import { mayAllow, readDeveloper } from '../token/test-mode.ts';

/** Reasons why an authorization cannot continue in this browser. */
export const interactionErrors = errorTable('interaction', {
  lost: () => 'This authorization has expired, has ended, or was started in another browser.',
});

/**
 * An authorization that waits for a person, identified by a request from their browser. Each method that ends the wait
 * resolves to the URL at which the browser continues, and throws `lost` of `interactionErrors` if the authorization has
 * ended meanwhile.
 */
export interface Interaction {
  readonly uid: string;
  readonly waitsFor: 'sign-in' | 'consent';
  /** True if the app requires the password again, even if the browser is signed in. */
  readonly requiresPassword: boolean;
  readonly scopes: readonly Scope[];
  /** The redirect URI of the app, or `undefined` if a device is waiting and the browser stays here. */
  readonly redirectUri: string | undefined;
  readAppName(): Promise<string>;
  /** True if the app registered itself, in which case nobody has checked its name. */
  readonly registeredItself: boolean;
  /**
   * Returns the test users among which the signed-in developer chooses, none for another account; `undefined` if the
   * request is not for test keys.
   */
  readTestUsers(developer: Account): Promise<readonly TestUserChoice[] | undefined>;
  /** Grants the requested access as a test user of the developer. */
  allowAs(developer: Actor, testUserId: string): Promise<string>;
  /** True if this account started the authorization. */
  isOf(account: Account): boolean;
  /** Continues as the account that has just signed in. */
  signedIn(account: Account): Promise<string>;
  /** Grants the requested access, except some scopes. */
  allow(owner: Actor, without?: readonly Scope[]): Promise<string>;
  /** Returns the apps of a developer that `plenum listen` may listen to; `undefined` for another client. */
  readListenedApps(developer: Account): Promise<ListenChoice | undefined>;
  /** Lets `plenum listen` receive the events of one of these apps. Resolves to undefined if it is not one of them. */
  allowListening(developer: AccountAndAddress, clientId: string): Promise<string | undefined>;
  refuse(owner: Actor): Promise<string>;
  cancel(): Promise<string>;
  /** Starts the authorization again, for the account that is then signed in. */
  restart(): Promise<string>;
}

/** A developer who is signed in, and the client address. */
interface AccountAndAddress {
  readonly account: Account;
  readonly address: string;
}

/** The apps of a developer, or their test keys, one of which `plenum listen` receives the events of. */
export interface ListenChoice {
  readonly isLive: boolean;
  readonly apps: readonly { readonly clientId: string; readonly name: string }[];
}

/** A test user that a developer can choose. */
export interface TestUserChoice {
  readonly testUserId: string;
  readonly name: string;
}

/** Finds the authorization of a browser by its cookie and its `uid`. Throws `lost` if there is none. */
export type FindInteraction = (
  request: FastifyRequest,
  response: ServerResponse,
  uid: string,
) => Promise<Interaction>;

interface InteractionDeps {
  readonly provider: Provider;
  readonly store: Store;
  readonly audit: Audit;
  readonly registrations: Registrations | undefined;
  readonly publicUrl: string;
}

const orLost = async <Value>(work: Promise<Value>): Promise<Value> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof errors.SessionNotFound ? interactionErrors.error('lost', {}, error) : error;
  }
};

type Finish = (result: InteractionResults, mergeWithLastSubmission?: boolean) => Promise<string>;

const toInteraction = (
  { provider, store, audit, registrations }: InteractionDeps,
  found: ProviderInteraction,
  finish: Finish,
): Interaction => {
  const { uid, prompt, params, deviceCode, session } = found;
  const isDevice = deviceCode !== undefined;
  const clientId = String(params.client_id);

  const restart = async () => {
    await found.destroy();
    if (isDevice) return oauthPaths.provider.code_verification;
    const { prompt: _, ...others } = params as Record<string, string>;
    return `${oauthPaths.provider.authorization}?${new URLSearchParams(others)}`;
  };

  const record = (act: 'app-allowed' | 'app-refused', owner: Actor) =>
    audit.record(store.db, { act, ...owner, facts: { clientId } });

  const scopes = String(params.scope ?? '')
    .split(' ')
    .filter(isScope);
  const isOfTestKeys = async () => (await provider.Client.find(clientId))?.[testKeysMember] === true;
  const readTestUsers: Interaction['readTestUsers'] = async ({ id }) => {
    if (!(await isOfTestKeys())) return undefined;
    const rows = await store.db
      .selectFrom('test_user')
      .innerJoin('app', 'app.owner_account_id', 'test_user.developer_account_id')
      .select(['test_user.account_id', 'test_user.name'])
      .where('app.client_id', '=', clientId)
      .where('test_user.developer_account_id', '=', id)
      .orderBy('test_user.created_at')
      .execute();
    return rows.map(({ account_id, name }) => ({ testUserId: account_id, name }));
  };
  const refuseMode = () =>
    finish({
      error: 'access_denied',
      error_description: 'test keys work only with test users, and live keys only with other users',
    });

  const readListenedApps: Interaction['readListenedApps'] = async ({ id }) => {
    if (clientId !== listen.clientId) return undefined;
    const isLive = isDevice && (await readDeviceInfo(store.db, deviceCode)).live === true;
    const rows = await store.db
      .selectFrom('app')
      .select(['client_id as clientId', 'name'])
      .where('owner_account_id', '=', id)
      .where('live_client_id', isLive ? 'is' : 'is not', null)
      .orderBy('created_at')
      .execute();
    return { isLive, apps: rows };
  };

  return {
    uid,
    waitsFor: prompt.name === 'consent' ? 'consent' : 'sign-in',
    requiresPassword: prompt.reasons.includes('login_prompt'),
    scopes,
    redirectUri: isDevice ? undefined : (params.redirect_uri as string | undefined),
    readAppName: async () => (await provider.Client.find(clientId))?.clientName ?? '',
    registeredItself: registrations?.find(clientId) !== undefined,
    readTestUsers,
    allowAs: async ({ accountId: developerId, address }, testUserId) => {
      const isOwn = (await readDeveloper(store.db, testUserId)) === developerId;
      if (!isOwn || !(await mayAllow(store.db, { accountId: testUserId, clientId }))) return refuseMode();
      const grant = new provider.Grant({ accountId: testUserId, clientId });
      grant.addOIDCScope(scopes.join(' '));
      const grantId = await grant.save();
      const facts = { clientId, testUserId };
      await audit.record(store.db, { act: 'app-allowed', accountId: developerId, address, facts });
      return finish({ login: { accountId: testUserId }, consent: { grantId } });
    },
    isOf: ({ id }) => session?.accountId === id,
    signedIn: async ({ id }) => {
      // The developer, who has signed in, now chooses a test user.
      if (await isOfTestKeys()) return oauthPaths.interaction(uid);
      const isOther = session?.accountId !== undefined && session.accountId !== id;
      return isOther ? restart() : finish({ login: { accountId: id } });
    },
    allow: async (owner, without = []) => {
      if (!(await mayAllow(store.db, { accountId: owner.accountId, clientId }))) return refuseMode();
      const grant = new provider.Grant({ accountId: owner.accountId, clientId });
      const { missingOIDCScope = [] } = prompt.details as { missingOIDCScope?: string[] };
      const isRefused = (scope: string) => without.some((each) => each === scope);
      grant.addOIDCScope(missingOIDCScope.filter((scope) => !isRefused(scope)).join(' '));
      const refused = missingOIDCScope.filter(isRefused);
      if (refused.length > 0) grant.rejectOIDCScope(refused.join(' '));
      await registrations?.keep(store.db, clientId);
      const grantId = await grant.save();
      await record('app-allowed', owner);
      return finish({ consent: { grantId } }, true);
    },
    readListenedApps,
    allowListening: async ({ account, address }, listenedId) => {
      const choice = await readListenedApps(account);
      if (!choice?.apps.some((app) => app.clientId === listenedId)) return undefined;
      const grant = new provider.Grant({ accountId: account.id, clientId });
      grant.addOIDCScope(listen.scope);
      grant.addResourceScope(toListenResource(listenedId), listen.scope);
      await ensureListenApp(store.db);
      const grantId = await grant.save();
      const facts = { clientId, listenedId };
      await audit.record(store.db, { act: 'app-allowed', accountId: account.id, address, facts });
      return finish({ consent: { grantId } }, true);
    },
    refuse: async (owner) => {
      await record('app-refused', owner);
      return finish({ error: 'access_denied', error_description: 'the owner did not allow access' });
    },
    cancel: () => finish({ error: 'access_denied', error_description: 'the owner cancelled the sign-in' }),
    restart,
  };
};

export const createFindInteraction =
  (deps: InteractionDeps): FindInteraction =>
  async (request, response, uid) => {
    const { provider, publicUrl } = deps;
    const forward = () => new ForwardedRequest(request, { publicUrl });
    const found = await orLost(provider.interactionDetails(forward(), response));
    if (found.uid !== uid) throw interactionErrors.error('lost');
    return toInteraction(deps, found, (result, mergeWithLastSubmission = false) =>
      orLost(provider.interactionResult(forward(), response, result, { mergeWithLastSubmission })),
    );
  };

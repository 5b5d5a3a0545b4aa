import type { Clock } from '@plenum/platform';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { ChangeListeners } from '../../fleet/component/change-listeners.ts';
import { ensureAccount } from '../../identity/account/account-store.ts';
import type { PasswordCost } from '../../identity/account/password/password.ts';
import { demo, ensureDemoApp, readDemoAccountId } from '../../identity/oauth/app/demo.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import type { Scope } from '../../identity/oauth/shape.ts';
import type { Store } from '../../kernel/database/store.ts';
import { type Adoption, adoptBridge } from './adopt-bridge.ts';
import {
  type ExampleAppPlace,
  exampleClientId,
  expectDone,
  type Registered,
  registerExampleApp,
} from './example-app.ts';
import type { Onboarding } from './onboarding.ts';

/** An app and an account of development mode. */
interface AppLink {
  readonly clientId: string;
  readonly email: string;
}

/** Development mode: its public credentials, and actions within the process that need no consent. */
export interface Development {
  readonly email: string;
  readonly password: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The client id of the example app, once it is registered. */
  readonly exampleClientId: string;
  /** Adds an account; nothing happens if there is one with this e-mail address. */
  addAccount(account: { readonly email: string; readonly password: string }): Promise<void>;
  /** Adds an app of the demo account, without a secret. */
  addApp(app: {
    readonly clientId: string;
    readonly name: string;
    readonly redirectUri: string;
  }): Promise<void>;
  /** Pairs a bridge of this process with an account, by default the demo account, without a code. */
  adopt(bridge: Adoption, email?: string): Promise<void>;
  /**
   * Allows an app to use the houses of an account, by default the demo app and the demo account; resolves to the code
   * that the app exchanges for tokens (interface 5.2).
   */
  allowApp(scopes: readonly Scope[], link?: Partial<AppLink>): Promise<string>;
  /** Ends all access of an app to an account, as its owner does. */
  unlinkApp(link: AppLink): Promise<void>;
  /** Adds an endpoint of an app, by default the demo app; resolves to the key that signs its messages. */
  addEndpoint(url: string, clientId?: string): Promise<string>;
  /** Registers the example app at its current address. */
  registerExampleApp(place: ExampleAppPlace): Promise<Registered>;
  /** Adds to the content of the welcome page. Omitted members stay unchanged. */
  addOnboarding(onboarding: Onboarding): void;
  readonly onboarding: () => Onboarding;
}

interface DevelopmentDeps {
  readonly store: Store;
  readonly listeners: ChangeListeners;
  readonly endpoints: Endpoints;
  readonly authorization: Pick<Authorization, 'issueCode' | 'grants'>;
  readonly passwordCost?: PasswordCost | undefined;
  readonly clock: Clock;
}

/** The address of what this process does for an account. */
const address = '127.0.0.1';

export function createDevelopment(deps: DevelopmentDeps): Development {
  const { store, endpoints, authorization, clock } = deps;
  const { email, password, clientId, redirectUri } = demo;
  let onboarding: Onboarding = {};
  return {
    email,
    password,
    clientId,
    redirectUri,
    exampleClientId,
    addAccount: async (account) => {
      await ensureAccount(store, account, clock.now, deps.passwordCost);
    },
    addApp: async (app) => {
      const ownerAccountId = await readDemoAccountId(store);
      await ensureDemoApp(store, { ...app, ownerAccountId, pkceRequired: false }, clock.now);
    },
    adopt: async (bridge, owner) => adoptBridge(deps, await readDemoAccountId(store, owner), bridge),
    allowApp: async (scopes, link = {}) => {
      const owner = { accountId: await readDemoAccountId(store, link.email), address };
      return authorization.issueCode({ owner, clientId: link.clientId ?? clientId, redirectUri, scopes });
    },
    unlinkApp: async (link) => {
      const accountId = await readDemoAccountId(store, link.email);
      await authorization.grants.unlink({ accountId, clientId: link.clientId }, address);
    },
    addEndpoint: async (url, owner = clientId) =>
      expectDone(await endpoints.create({ clientId: owner, url })).secret,
    registerExampleApp: async (place) => {
      const ownerAccountId = await readDemoAccountId(store);
      return registerExampleApp({ ...deps, ownerAccountId, now: clock.now }, place);
    },
    addOnboarding: (more) => {
      onboarding = { ...onboarding, ...more };
    },
    onboarding: () => onboarding,
  };
}

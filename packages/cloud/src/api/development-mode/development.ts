import type { Clock } from '@plenum/platform';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { ChangeHooks } from '../../fleet/component/change-hooks.ts';
import { demo, readDemoAccountId } from '../../identity/oauth/app/demo.ts';
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

/** Development mode: its public credentials, and actions within the process that need no consent. */
export interface Development {
  readonly email: string;
  readonly password: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The client id of the example app, once it is registered. */
  readonly exampleClientId: string;
  /** Pairs a bridge of this process with the demo account, without a code. */
  adopt(bridge: Adoption): Promise<void>;
  /**
   * Allows the demo app to use the houses of the demo account; resolves to the code that the app exchanges for tokens
   * (interface 5.2).
   */
  allowApp(scopes: readonly Scope[]): Promise<string>;
  /** Adds an endpoint of the demo app; resolves to the key that signs its messages. */
  addEndpoint(url: string): Promise<string>;
  /** Registers the example app at its current address. */
  registerExampleApp(place: ExampleAppPlace): Promise<Registered>;
  /** Adds to the content of the welcome page. Omitted members stay unchanged. */
  addOnboarding(onboarding: Onboarding): void;
  readonly onboarding: () => Onboarding;
}

interface DevelopmentDeps {
  readonly store: Store;
  readonly listeners: ChangeHooks;
  readonly endpoints: Endpoints;
  readonly authorization: Pick<Authorization, 'issueCode'>;
  readonly clock: Clock;
}

export const createDevelopment = (deps: DevelopmentDeps): Development => {
  const { store, endpoints, authorization, clock } = deps;
  const { email, password, clientId, redirectUri } = demo;
  let onboarding: Onboarding = {};
  return {
    email,
    password,
    clientId,
    redirectUri,
    exampleClientId,
    adopt: (bridge) => adoptBridge(deps, bridge),
    allowApp: async (scopes) => {
      const owner = { accountId: await readDemoAccountId(store), address: '127.0.0.1' };
      return authorization.issueCode({ owner, clientId, redirectUri, scopes });
    },
    addEndpoint: async (url) => expectDone(await endpoints.create({ clientId, url })).secret,
    registerExampleApp: async (place) => {
      const ownerAccountId = await readDemoAccountId(store);
      return registerExampleApp({ ...deps, ownerAccountId, now: clock.now }, place);
    },
    addOnboarding: (more) => {
      onboarding = { ...onboarding, ...more };
    },
    onboarding: () => onboarding,
  };
};

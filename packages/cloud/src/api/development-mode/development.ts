import type { Clock } from '@plenum/platform';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { ChangeHooks } from '../../fleet/component/change-hooks.ts';
import { demo, readDemoAccountId } from '../../identity/oauth/app/demo.ts';
import type { Store } from '../../kernel/database/store.ts';
import { type Adoption, adoptBridge } from './adopt-bridge.ts';
import { type ExampleAppPlace, exampleClientId, type Registered, registerExampleApp } from './example-app.ts';
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
  /** Registers the example app at its current address. */
  registerExampleApp(place: ExampleAppPlace): Promise<Registered>;
  /** Adds to the content of the welcome page. Omitted members stay unchanged. */
  addOnboarding(onboarding: Onboarding): void;
  readonly onboarding: () => Onboarding;
}

export interface DevelopmentDeps {
  readonly store: Store;
  readonly listeners: ChangeHooks;
  readonly endpoints: Endpoints;
  readonly clock: Clock;
}

export const createDevelopment = (deps: DevelopmentDeps): Development => {
  const { store, clock } = deps;
  const { email, password, clientId, redirectUri } = demo;
  let onboarding: Onboarding = {};
  return {
    email,
    password,
    clientId,
    redirectUri,
    exampleClientId,
    adopt: (bridge) => adoptBridge(deps, bridge),
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

import type { Clock } from '@plenum/machine';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { FleetListeners } from '../../fleet/component/listeners.ts';
import { demo, readDemoAccountId } from '../../identity/oauth/demo.ts';
import type { Store } from '../../kernel/database/store.ts';
import { type Adoption, adoptBridge } from './adopt-bridge.ts';
import { type ExampleAppPlace, exampleClientId, type Registered, registerExampleApp } from './example-app.ts';
import type { Tour } from './tour.ts';

/** Development mode: what everybody knows of it, and what whoever started the cloud does without anybody's consent. */
export interface Development {
  readonly email: string;
  readonly password: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The key of the example app, once it is registered. */
  readonly exampleClientId: string;
  /** Pairs a bridge of this process with the demo account, without anybody entering a code. */
  adopt(bridge: Adoption): Promise<void>;
  /** Registers the example app with the place it is at now. */
  registerExampleApp(place: ExampleAppPlace): Promise<Registered>;
  /** Tells what a visitor is shown; what is left out stays as it was. */
  guide(tour: Tour): void;
  readonly tour: () => Tour;
}

export interface DevelopmentDeps {
  readonly store: Store;
  readonly listeners: FleetListeners;
  readonly endpoints: Endpoints;
  readonly clock: Clock;
}

export const createDevelopment = (parts: DevelopmentDeps): Development => {
  const { store, clock } = parts;
  const { email, password, clientId, redirectUri } = demo;
  let tour: Tour = {};
  return {
    email,
    password,
    clientId,
    redirectUri,
    exampleClientId,
    adopt: (bridge) => adoptBridge(parts, bridge),
    registerExampleApp: async (place) => {
      const ownerAccountId = await readDemoAccountId(store);
      return registerExampleApp({ ...parts, ownerAccountId, now: clock.now }, place);
    },
    guide: (more) => {
      tour = { ...tour, ...more };
    },
    tour: () => tour,
  };
};

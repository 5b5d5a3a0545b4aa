import { createFakeClock, type FakeClock } from '@plenum/platform/fake-clock';
import type { ReceivedMessage } from '@plenum/testbed/receiver';
import { Webhook } from 'standardwebhooks';
import { createEncryption, type Encryption } from '../kernel/crypto/encryption.ts';
import { type Random, systemRandom } from '../kernel/crypto/random.ts';
import type { Store } from '../kernel/database/store.ts';
import { silent } from '../kernel/log/log.ts';
import type { WebhookEndpoint } from './endpoint/endpoint.ts';
import { type EventDelivery, type EventDeliveryDeps, startEventDelivery } from './event-delivery.ts';
import { type FixtureHouse, insertApp, insertHouse, link, whileUnlinked } from './house.fixture.ts';

/** Randomness without jitter. */
export const evenRandom: Random = { ...systemRandom, fraction: () => 0.5 };

export const home = '000000001';

export interface World {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly encryption: Encryption;
  readonly events: EventDelivery;
  /** House of account `ann`, who linked the app `app`. */
  readonly house: FixtureHouse;
  /** Starts another node over the same store. */
  startNode(about?: Partial<EventDeliveryDeps>): Promise<EventDelivery>;
  /** Creates an endpoint that nothing waits for. */
  endpoint(url: string, clientId?: string): Promise<{ id: string; secret: string }>;
  find(endpointId: string): Promise<WebhookEndpoint>;
  /** Waits until nothing is being sent. */
  quiet(): Promise<void>;
  /** Advances the clock, then waits like `quiet`. */
  pass(milliseconds: number): Promise<void>;
}

/**
 * Creates the event delivery of a cloud with one app and one linked account. The account has a bridge that no message
 * has announced yet.
 */
export async function createWorld(
  store: Store,
  about: Partial<EventDeliveryDeps> = {},
): Promise<World & AsyncDisposable> {
  // The public library that verifies signatures reads the machine's own clock.
  const clock = createFakeClock(Date.now());
  const encryption = createEncryption([systemRandom.bytes(32)], systemRandom);
  const startNode = (more: Partial<EventDeliveryDeps> = {}) =>
    startEventDelivery({
      store,
      encryption,
      clock,
      log: silent,
      random: evenRandom,
      isDevelopment: true,
      ...about,
      ...more,
    });
  const events = await startNode();
  await insertApp(store, 'app');
  const house = await insertHouse(store, { systemId: home, accountId: 'ann', listeners: events.listeners });
  await link(store, { accountId: 'ann', clientId: 'app' });
  const quiet = () => events.worker.idle();
  return {
    store,
    clock,
    encryption,
    events,
    house,
    startNode,
    quiet,
    endpoint: async (url, clientId = 'app') => {
      const made = await whileUnlinked(store, clientId, () => events.endpoints.create({ clientId, url }));
      if ('refusal' in made) throw new Error(made.refusal.code);
      return { id: made.endpoint.id, secret: made.secret };
    },
    find: async (endpointId) => (await events.endpoints.find({ clientId: 'app', endpointId }))!,
    pass: async (milliseconds) => {
      clock.advance(milliseconds);
      await quiet();
    },
    [Symbol.asyncDispose]: async () => {
      const ended = events[Symbol.asyncDispose]();
      clock.advance(60_000);
      await ended;
    },
  };
}

/** Returns a received message, verified with the library that integrators use. */
export const verify = (secret: string, { body, headers }: ReceivedMessage): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

/** Returns the content of a message: the temperature of each zone, or the user of a Sync. */
export function told({ body }: ReceivedMessage): unknown {
  const message = JSON.parse(body);
  if (message.requestType === 'Sync') return { Sync: message.userId };
  return Object.fromEntries(
    message.requestBody.devices.map((one: { componentId: string; datagram: { Temp: number } }) => [
      one.componentId.split('_').at(-1),
      one.datagram.Temp,
    ]),
  );
}

/** Polls until a condition is true. Fails after a while. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) {
    if (await holds()) return;
    await new Promise(setImmediate);
  }
  throw new Error('it did not come');
}

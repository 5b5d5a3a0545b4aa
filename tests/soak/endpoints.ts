import { setTimeout as pause } from 'node:timers/promises';
import { createLatest } from '@plenum/testbed/integrators';
import { type Reaction, startReceiver } from '@plenum/testbed/receiver';
import type { SeededRandom } from '@plenum/testbed/seeded-random';

/** The behaviours of endpoints; the names are the paths of their URLs. `bob` belongs to another app than the others. */
const behaviours = {
  good: () => ({ status: 204 }),
  bob: () => ({ status: 204 }),
  slow: (random) => ({ status: 204, after: pause(random.integer(100, 2_000)) }),
  failing: (random) => {
    const drawn = random.fraction();
    if (drawn < 0.1) return 'break';
    return { status: drawn < 0.5 ? 500 : 204 };
  },
  /** Its responses contradict themselves, or ask for what no endpoint may ask. */
  lying: (random) =>
    random.pick<Reaction>([
      { status: 200, headers: { 'content-encoding': 'gzip' }, body: 'not compressed' },
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"result":"Error"' },
      { status: 204, headers: { 'retry-after': '86400' } },
      { status: 301, headers: { location: 'http://127.0.0.1:9/' } },
      { status: 429, headers: { 'retry-after': 'tomorrow' } },
    ]),
} satisfies Record<string, (random: SeededRandom) => Reaction>;

export type EndpointName = keyof typeof behaviours;
export const endpointNames = Object.keys(behaviours) as EndpointName[];

/** The messages of an endpoint. */
export interface Received {
  messages: number;
  /** Last datagram of each component, by its id. */
  readonly latest: ReadonlyMap<string, object>;
}

/** Starts endpoints that react in different ways, and store the last datagram of each component. */
export async function startEndpoints(random: SeededRandom) {
  const receiver = await startReceiver();
  const received = new Map(endpointNames.map((name) => [name, { messages: 0, ...createLatest() }]));
  let isCalm = false;
  const choices = new Map(endpointNames.map((name) => [name, random.fork(name)]));
  receiver.react = (message) => {
    receiver.messages.length = 0;
    const name = message.path.slice(1) as EndpointName;
    const own = received.get(name)!;
    own.messages++;
    own.add(message);
    return isCalm ? { status: 204 } : behaviours[name](choices.get(name)!);
  };
  return {
    received: received as ReadonlyMap<EndpointName, Received>,
    /** From now on every endpoint accepts everything. */
    calm: () => {
      isCalm = true;
    },
    urlOf: (name: EndpointName) => `http://127.0.0.1:${receiver.port}/${name}`,
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

export type Endpoints = Awaited<ReturnType<typeof startEndpoints>>;

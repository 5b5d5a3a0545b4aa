import assert from 'node:assert/strict';
import type { RecordOf } from '@plenum/protocol/console';
import type { Reaction, ReceivedMessage, Receiver } from './receiver.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Ways in which integrators behave; the names are the paths of their endpoints. */
const behaviours = {
  reliable: () => ({ status: 204 }),
  unreliable: (random) => {
    const drawn = random.fraction();
    if (drawn < 0.02) return 'silence';
    if (drawn < 0.15) return 'break';
    return { status: drawn < 0.4 ? 500 : 204 };
  },
  interrupting: (random) => (random.fraction() < 0.5 ? 'break' : { status: 200, body: 'x'.repeat(10_000) }),
  failing: () => ({ status: 500 }),
} satisfies Record<string, (random: SeededRandom) => Reaction>;

type Integrator = keyof typeof behaviours;

export const integrators = Object.keys(behaviours) as Integrator[];

/** Creates a function that responds to each message with the behaviour of the endpoint to which it was sent. */
export function createReactions(random: SeededRandom): Receiver['react'] {
  const own = new Map(integrators.map((name) => [name, random.fork(name)]));
  return ({ path }) => {
    const name = path.slice(1) as Integrator;
    return behaviours[name](own.get(name)!);
  };
}

/** Throws if a ledger does not account for every change. */
export function checkLedger(name: string, ledger: RecordOf<'Ledger'>, expected: number): void {
  const { changes, delivered, superseded, pending, dead } = ledger;
  assert.equal(changes, expected, `the ledger of ${name} has ${changes} changes of ${expected}`);
  assert.equal(delivered + superseded + pending + dead, expected, name);
  assert.ok(Math.min(delivered, superseded, pending, dead) >= 0, name);
}

/**
 * Returns the last number that each endpoint received for each component; throws if an older number arrived after a
 * newer one.
 */
export function readReceived({ messages }: Receiver): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const received = new Map<string, Map<string, number>>();
  for (const { path, body } of messages) {
    const name = path.slice(1);
    const last = received.get(name) ?? new Map<string, number>();
    received.set(name, last);
    for (const { componentId, datagram } of JSON.parse(body).requestBody?.devices ?? []) {
      const before = last.get(componentId) ?? 0;
      assert.ok(datagram.N >= before, `${name}: ${componentId} went from ${before} back to ${datagram.N}`);
      last.set(componentId, datagram.N);
    }
  }
  return received;
}

interface EventBody {
  readonly requestBody?: { readonly devices: readonly { componentId: string; datagram: object }[] };
}

/**
 * Stores the last datagram that an endpoint received of each component. A message that arrived several times counts
 * once, because a repetition may be older than messages that arrived in between.
 */
export function createLatest() {
  const latest = new Map<string, object>();
  const seen = new Set<unknown>();
  let count = 0;
  return {
    /** By component id. */
    latest: latest as ReadonlyMap<string, object>,
    /** Returns the number of received components and Syncs. */
    count: () => count,
    add: ({ headers, body }: ReceivedMessage): void => {
      const id = headers['webhook-id'];
      if (seen.has(id)) return;
      seen.add(id);
      const { requestBody } = JSON.parse(body) as EventBody;
      count += requestBody?.devices.length ?? 1;
      for (const { componentId, datagram } of requestBody?.devices ?? []) latest.set(componentId, datagram);
    },
  };
}

/** Returns the last datagram of each component, and the number of received components and Syncs. */
export function readLatest({ messages }: Receiver) {
  const all = createLatest();
  for (const message of messages) all.add(message);
  return { latest: all.latest, count: all.count() };
}

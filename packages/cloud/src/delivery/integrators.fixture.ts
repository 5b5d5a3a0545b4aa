import assert from 'node:assert/strict';
import type { Ledger } from './ledger.ts';
import type { Reaction, Receiver } from './receiver.fixture.ts';

/** How integrators behave; the names are the paths of their endpoints. */
export const tempers: Readonly<Record<string, () => Reaction>> = {
  well: () => ({ status: 204 }),
  moody: () => {
    const mood = Math.random();
    if (mood < 0.02) return 'silence';
    if (mood < 0.15) return 'break';
    return { status: mood < 0.4 ? 500 : 204 };
  },
  shaky: () => (Math.random() < 0.5 ? 'break' : { status: 200, body: 'x'.repeat(10_000) }),
  dead: () => ({ status: 500 }),
};

/** Fails where a ledger is not of so many changes, or does not add up. */
export const checkLedger = (name: string, ledger: Ledger, expected: number): void => {
  const { changes, delivered, superseded, pending, dead } = ledger;
  assert.equal(changes, expected, `${name} was to hear of ${changes} changes of ${expected}`);
  assert.equal(delivered + superseded + pending + dead, expected, name);
  assert.ok(Math.min(delivered, superseded, pending, dead) >= 0, name);
};

/** The number each endpoint heard last of each component; fails where an older one came after a newer one. */
export const readHeard = ({ messages }: Receiver): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const heard = new Map<string, Map<string, number>>();
  for (const { path, body } of messages) {
    const name = path.slice(1);
    const last = heard.get(name) ?? new Map<string, number>();
    heard.set(name, last);
    for (const { componentId, datagram } of JSON.parse(body).requestBody.devices) {
      const before = last.get(componentId) ?? 0;
      assert.ok(datagram.N >= before, `${name}: ${componentId} went from ${before} back to ${datagram.N}`);
      last.set(componentId, datagram.N);
    }
  }
  return heard;
};

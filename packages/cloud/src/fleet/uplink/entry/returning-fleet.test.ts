import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fullJitter, retryAfterJitter } from '@plenum/platform/backoff';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { toAccountLimits } from '../../../kernel/quota/account-limits.ts';
import { createEntryQueue } from './entry-queue.ts';

const bridges = 100_000;
/** Times in ms. A bridge gives up an attempt that takes longer than `openTimeout`. */
const tick = 100;
const openTimeout = 15_000;
const backoff = { first: 1_000, max: 60_000 };
/** CPU time in ms that a node needs for the head of a request and its refusal. */
const refusalTime = 0.1;
/** Share of the bridges that follow no `Retry-After`. */
const deaf = 0.1;

interface Attempt {
  readonly bridge: number;
  readonly since: number;
  readonly end: () => void;
}

/**
 * Simulates bridges that all return at time 0 to a node that admits `capacity` of them per second. Returns the times in ms
 * at which the last one that follows `Retry-After`, and the last of all, is connected.
 */
const simulateReturn = async ({ capacity, accounts }: { capacity: number; accounts: number }) => {
  const clock = createFakeClock(0);
  const random = createSeededRandom(capacity).fraction;
  const queue = createEntryQueue({
    accountLimits: toAccountLimits(bridges / accounts),
    clock,
    elapsed: clock.now,
  });
  const arrivals = new Map<number, number[]>([[0, Array.from({ length: bridges }, (_, bridge) => bridge)]]);
  const failures = new Uint8Array(bridges);
  const connected: number[] = [];
  const served: Attempt[] = [];
  const waiting = new Map<number, PassThrough>();
  const returnAfter = (bridge: number, wait: number) => {
    const at = Math.ceil((clock.now() + Math.max(wait, 1)) / tick) * tick;
    const list = arrivals.get(at);
    if (list === undefined) arrivals.set(at, [bridge]);
    else list.push(bridge);
  };
  const refuse = (bridge: number, retryAfter?: number) =>
    returnAfter(
      bridge,
      retryAfter === undefined || bridge < bridges * deaf
        ? fullJitter(backoff, Math.min(failures[bridge]!++, 20), random)
        : retryAfterJitter(backoff, Math.ceil(retryAfter / 1_000) * 1_000, random),
    );
  const enter = async (bridge: number) => {
    const late = queue.refuseLate();
    if (late !== undefined) return refuse(bridge, late.retryAfter);
    const since = clock.now();
    const socket = new PassThrough();
    waiting.set(bridge, socket);
    const slot = await queue.waitForSlot(socket, String(bridge % accounts));
    waiting.delete(bridge);
    if (typeof slot === 'function') served.push({ bridge, since, end: slot });
    else refuse(bridge, slot.retryAfter);
  };
  let accepted: { bridge: number; since: number }[] = [];
  let credit = 0;
  let attempts = 0;
  let obedientAt = 0;
  for (let at = 0; connected.length < bridges && at < 3_600_000; at += tick) {
    accepted.push(...(arrivals.get(at) ?? []).map((bridge) => ({ bridge, since: at })));
    arrivals.delete(at);
    // The event loop divides its time between new requests and the bridges that are connecting.
    const left = accepted.splice(Math.floor(tick / 2 / refusalTime));
    for (const { bridge } of accepted) void enter(bridge);
    attempts += accepted.length;
    credit = Math.min(credit + (capacity * (tick - refusalTime * accepted.length)) / 1_000, capacity);
    accepted = left;
    if (at % 1_000 === 0) {
      accepted = left.filter(({ since }) => at - since < openTimeout);
      for (const { bridge, since } of left) if (at - since >= openTimeout) refuse(bridge);
    }
    await turn();
    while (credit >= 1 && served.length > 0) {
      credit--;
      const { bridge, since, end } = served.shift()!;
      end();
      if (at - since > openTimeout) {
        refuse(bridge);
        continue;
      }
      connected.push(at);
      if (bridge >= bridges * deaf) obedientAt = at;
    }
    await turn();
    clock.advance(tick);
  }
  return { obedient: obedientAt, all: connected.length === bridges ? connected.at(-1)! : Infinity, attempts };
};

for (const [capacity, accounts] of [
  [100, bridges],
  [350, bridges],
  [350, 1],
  [1_000, bridges],
] as const)
  it(`admits 100,000 bridges at ${capacity} a second in 1.5 times the least, ${bridges / accounts} in each account`, async () => {
    const { obedient, all, attempts } = await simulateReturn({ capacity, accounts });
    const least = (1_000 * bridges) / capacity;
    assert.ok(obedient <= 1.5 * least, `${obedient} ms`);
    assert.ok(all <= 1.5 * least + backoff.max, `${all} ms with those that follow no Retry-After`);
    assert.ok(attempts <= 3.5 * bridges, `${attempts} attempts`);
  });

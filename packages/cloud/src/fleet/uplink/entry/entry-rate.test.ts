import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';

import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';

import { entryErrors } from '@plenum/protocol/uplink';
import { createEntryQueue } from './entry-queue.ts';
import { createEntryRate } from './entry-rate.ts';
import { refuseEntry, toEntryRefusal } from './refuse-entry.ts';

/** Creates a token that has no valid signature and contains only the id of its bridge. */
const tokenOf = (systemId: string): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'EdDSA' })}.${part({ iss: systemId, sub: systemId })}.signature`;
};

describe('bridges of one account', () => {
  it('bridges of one account share one rate of admission requests, and wait after exceeding it', () => {
    const clock = createFakeClock();
    using rate = createEntryRate({ entries: { rate: 0.5, burst: 2 } }, clock);
    const [one, two, other] = ['000000001', '000000002', '000000003'].map(tokenOf) as [
      string,
      string,
      string,
    ];
    assert.equal(rate.wait(one), 0, 'the account is still unknown');
    assert.deepEqual([rate.count(one, 'ann'), rate.count(two, 'ann'), rate.count(one, 'ann')], [0, 0, 0]);
    // The third was allowed although it overdrew the budget by one, which takes two seconds to recover.
    assert.deepEqual([rate.wait(one), rate.wait(two), rate.wait(other)], [2_000, 2_000, 0]);
    assert.equal(rate.count(one, 'ann'), 2_000);
    assert.equal(rate.count(other, 'bob'), 0);
    clock.advance(1_999);
    assert.equal(rate.wait(two), 1);
    clock.advance(1);
    assert.equal(rate.wait(two), 0, 'refusals do not use up the rate');
  });
});

describe('accounts of bridges', () => {
  it('finds no account for a string that is not a token', () => {
    using rate = createEntryRate({ entries: { rate: 1, burst: 1 } }, createFakeClock());
    assert.deepEqual([rate.wait(''), rate.wait('a.b.c')], [0, 0]);
  });
});

describe('a bridge waiting to enter', () => {
  const open = (accountLimits = { maxBridges: 2, maxEntering: 1 }) => {
    const clock = createFakeClock();
    const queue = createEntryQueue({ accountLimits, clock, elapsed: clock.now });
    return { clock, queue };
  };

  it('pauses a waiting bridge at its turn, and drops a bridge that sends something earlier', async () => {
    const { queue } = open();
    const first = new PassThrough();
    const end = await queue.waitForSlot(first, 'ann');
    assert.ok(typeof end === 'function');
    assert.deepEqual([first.isPaused(), first.destroyed], [true, false]);
    assert.deepEqual([first.listenerCount('data'), first.listenerCount('end')], [0, 0]);
    const eager = new PassThrough();
    const place = queue.waitForSlot(eager, 'ann');
    eager.write('too early');
    await new Promise(setImmediate);
    assert.equal(eager.destroyed, true);
    end();
    assert.equal(typeof (await place), 'function');
  });

  it('limits the wait for a slot to ten seconds, and an account’s waiting bridges', async () => {
    const { clock, queue } = open();
    await queue.waitForSlot(new PassThrough(), 'ann');
    const waiting = [1, 2].map(() => queue.waitForSlot(new PassThrough(), 'ann'));
    assert.notEqual(typeof (await queue.waitForSlot(new PassThrough(), 'ann')), 'function');
    assert.equal(typeof (await queue.waitForSlot(new PassThrough(), 'bob')), 'function');
    let left = 2;
    for (const one of waiting) void one.then(() => left--);
    clock.advance(9_750);
    await new Promise(setImmediate);
    assert.equal(left, 2);
    clock.advance(250);
    await new Promise(setImmediate);
    assert.equal(left, 0);
  });

  it('limits the wait for token verification to 3 s, with 256 tokens at a time', async () => {
    const { clock, queue } = open();
    const socket = () => new PassThrough();
    for (let count = 0; count < limits.verifying.maxConcurrent; count++)
      assert.equal(typeof (await queue.waitForTurn(socket())), 'function');
    let isAnswered = false;
    const waiting = queue.waitForTurn(socket()).finally(() => {
      isAnswered = true;
    });
    clock.advance(2_750);
    await new Promise(setImmediate);
    assert.equal(isAnswered, false);
    clock.advance(250);
    assert.notEqual(typeof (await waiting), 'function');
  });

  it('admits at most 256 bridges at a time', async () => {
    const { queue } = open({ maxBridges: 300, maxEntering: 300 });
    let entered = 0;
    for (let count = 0; count <= limits.entering.maxConcurrent; count++)
      void queue.waitForSlot(new PassThrough(), 'ann').then(() => entered++);
    await new Promise(setImmediate);
    assert.equal(entered, limits.entering.maxConcurrent);
  });

  it('tells a bridge that cannot enter to retry within ten minutes', async () => {
    const { clock, queue } = open();
    const first = await queue.waitForSlot(new PassThrough(), 'ann');
    assert.ok(typeof first === 'function');
    for (let count = 0; count < 2; count++) void queue.waitForSlot(new PassThrough(), 'ann');
    // A bridge enters every quarter of a second.
    first();
    clock.advance(250);
    void queue.waitForSlot(new PassThrough(), 'ann');
    let longest = 0;
    for (let count = 0; count < 5_000; count++) {
      const turn = await queue.waitForSlot(new PassThrough(), 'ann');
      assert.ok(typeof turn !== 'function');
      longest = Math.max(longest, turn.retryAfter);
    }
    assert.equal(longest, 600_000);
  });

  it('drops a waiting bridge when its peer closes the connection', async () => {
    const { queue } = open();
    await queue.waitForSlot(new PassThrough(), 'ann');
    const gone = new PassThrough({ autoDestroy: false });
    void queue.waitForSlot(gone, 'ann');
    gone.end();
    await new Promise(setImmediate);
    assert.equal(gone.destroyed, true);
  });
});

it('sends a refused bridge the status, the reason and the retry time as an HTTP response', async () => {
  const socket = new PassThrough();
  const received = text(socket);
  refuseEntry(socket, { status: 503, error: 'busy', retryAfter: 7 }, Date.UTC(2026, 0, 5));
  const lines = (await received).split('\r\n');
  assert.deepEqual(lines, [
    'HTTP/1.1 503 Service Unavailable',
    'Date: Mon, 05 Jan 2026 00:00:00 GMT',
    'Retry-After: 7',
    'Content-Type: application/json',
    'Content-Length: 16',
    'Connection: close',
    '',
    '{"error":"busy"}',
  ]);
  assert.equal(socket.destroyed, true);
  // A socket whose peer keeps its side open.
  const other = new PassThrough({ autoDestroy: false });
  const without = text(other);
  refuseEntry(other, { status: 401, error: 'x' }, 0);
  assert.ok(!(await without).includes('Retry-After'));
  assert.equal(other.destroyed, true);
  for (const [error, status] of Object.entries(entryErrors))
    assert.deepEqual(toEntryRefusal(error as keyof typeof entryErrors), { status, error });
});

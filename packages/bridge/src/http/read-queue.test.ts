import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createReadQueue, type ReadLimits } from './read-queue.ts';

const limits: ReadLimits = {
  waitingReads: 4,
  addressWaitingReads: 3,
  unreadAnswers: 100,
  addressUnreadAnswers: 100,
  readTimeout: 60_000,
};

/** Creates a queue and records its events; `add` adds a read that takes `took` ms. */
const create = (some: Partial<ReadLimits> = {}) => {
  const clock = createFakeClock();
  const queue = createReadQueue({ ...limits, ...some }, clock);
  const done: string[] = [];
  const add = (name: string, took = 0, { isGone = false } = {}) => {
    const recipient = new PassThrough();
    if (isGone) recipient.destroy();
    const answer = (why?: string) => {
      clock.set(clock.now() + took);
      done.push(why === undefined ? name : `${name} ${why}`);
    };
    queue.add({ place: name[0]!, recipient, answer });
    return recipient;
  };
  /** Closes the connection of a recipient. */
  const close = async (recipient: PassThrough) => {
    recipient.destroy();
    await turn();
    await turn();
  };
  return { clock, done, add, close };
};

describe('a queue of long reads', () => {
  it('runs a long read immediately if no other is running', () => {
    const { done, add } = create();
    add('a');
    assert.deepEqual(done, ['a']);
  });

  for (const [took, rest] of [
    [1, 1],
    [300, 300],
    [5_000, 1_000],
  ] as const)
    it(`starts the next long read ${rest} ms after one that took ${took} ms`, () => {
      const { clock, done, add } = create();
      add('a', took);
      add('b');
      clock.advance(rest - 1);
      assert.deepEqual(done, ['a']);
      clock.advance(1);
      assert.deepEqual(done, ['a', 'b']);
    });

  it('serves addresses in turn even if one of them sends many long reads', () => {
    const { clock, done, add } = create();
    add('a', 10);
    for (const name of ['a1', 'a2', 'a3', 'b1']) add(name, 10);
    clock.advance(1_000);
    assert.deepEqual(done, ['a', 'a1', 'b1', 'a2', 'a3']);
  });

  it('refuses long reads beyond the queue limits of an address and of the server', () => {
    const { done, add } = create();
    add('a', 10);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) add(name, 10);
    assert.deepEqual(done, ['a', 'a4 address-full', 'b2 full', 'c1 full']);
  });

  it('skips a queued read if its client has disconnected', async () => {
    const { clock, done, add, close } = create();
    add('a', 10);
    const gone = add('a1', 10);
    add('a2', 10);
    await close(gone);
    clock.advance(1_000);
    assert.deepEqual(done, ['a', 'a1 gone', 'a2']);
  });

  it('frees the queue slot of a read when its client disconnects', async () => {
    const { clock, done, add, close } = create();
    add('a', 10);
    const gone = add('b1', 10);
    for (const name of ['a1', 'a2', 'a3']) add(name, 10);
    await close(gone);
    add('c1', 10);
    add('c2', 10);
    clock.advance(1_000);
    assert.deepEqual(done, ['a', 'b1 gone', 'c2 full', 'a1', 'c1', 'a2', 'a3']);
  });

  it('does not start a read for a client that has already disconnected', () => {
    const { done, add } = create();
    add('a', 0, { isGone: true });
    assert.deepEqual(done, ['a gone']);
  });

  it('delays other reads until an asynchronous read has ended, and as long again as it took', async () => {
    const clock = createFakeClock();
    const queue = createReadQueue(limits, clock);
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    queue.add({
      place: 'a',
      recipient: new PassThrough(),
      answer: async () => {
        done.push('begun');
        await first.promise;
      },
    });
    queue.add({ place: 'b', recipient: new PassThrough(), answer: () => void done.push('second') });
    clock.advance(300);
    await turn();
    assert.deepEqual(done, ['begun']);
    first.resolve();
    await turn();
    clock.advance(299);
    assert.deepEqual(done, ['begun']);
    clock.advance(1);
    assert.deepEqual(done, ['begun', 'second']);
  });

  it('delays an address’s reads until it has received its responses, but not other addresses', async () => {
    const { done, add, close } = create({ addressUnreadAnswers: 2 });
    const first = add('a1');
    await turn();
    add('a2');
    await turn();
    add('a3');
    add('b1');
    await turn();
    assert.deepEqual(done, ['a1', 'a2', 'b1']);
    await close(first);
    assert.deepEqual(done, ['a1', 'a2', 'b1', 'a3']);
  });

  it('discards the oldest unread response, once two seconds old, to make room for a read', async () => {
    const { clock, done, add } = create({ unreadAnswers: 2 });
    const oldest = add('a');
    await turn();
    clock.advance(1_000);
    const other = add('b');
    await turn();
    add('c');
    clock.advance(999);
    assert.deepEqual([oldest.destroyed, done], [false, ['a', 'b']]);
    clock.advance(1);
    await turn();
    await turn();
    assert.deepEqual([oldest.destroyed, other.destroyed, done], [true, false, ['a', 'b', 'c']]);
  });

  it('closes the connection of a client that has not read its response within a minute', async () => {
    const { clock, add, close } = create();
    const [slow, quick] = [add('a'), add('b')];
    await turn();
    await close(quick);
    clock.advance(59_999);
    assert.equal(slow.destroyed, false);
    clock.advance(1);
    assert.equal(slow.destroyed, true);
  });
});

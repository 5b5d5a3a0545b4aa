import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxControls, maxFrameBytes } from '@plenum/protocol/uplink';
import { FrameReader } from './frame-reader.ts';
import { type ReceivedMessage, ReceivedMessages } from './received-messages.ts';

/** Creates a queue whose messages are processed when the test allows it. */
const open = () => {
  const processed: string[] = [];
  let next = Promise.withResolvers<void>();
  const queue = new ReceivedMessages(async ({ text }) => {
    processed.push(text);
    await next.promise;
  });
  return {
    queue,
    processed,
    add: (text: string) => queue.add({ text, receivedAt: 0 }),
    finish: async () => {
      const { resolve } = next;
      next = Promise.withResolvers<void>();
      resolve();
      await new Promise(setImmediate);
    },
  };
};

describe('queue', () => {
  it('processes messages one after another, in order', async () => {
    const { processed, add, finish } = open();
    for (const text of ['a', 'b', 'c']) assert.equal(add(text), true);
    assert.deepEqual(processed, ['a']);
    await finish();
    assert.deepEqual(processed, ['a', 'b']);
    await finish();
    await finish();
    add('d');
    assert.deepEqual(processed, ['a', 'b', 'c', 'd']);
  });

  it('queues as many messages as a bridge that follows the protocol can send, and no more', () => {
    const { add } = open();
    add('being processed');
    const most = 2 * maxControls + 32;
    for (let count = 0; count < most; count++) assert.equal(add(''), true, String(count));
    assert.equal(add(''), false);
  });

  it('limits the total length of waiting messages to two of the largest frames', () => {
    const { add } = open();
    add('being processed');
    const frame = 'x'.repeat(maxFrameBytes.bridge);
    assert.deepEqual([add(frame), add(frame), add('x')], [true, true, false]);
  });

  it('pauses reading while eight messages or 64 KiB are waiting to be processed', async () => {
    const { queue, add, finish } = open();
    add('being processed');
    for (let count = 0; count < 7; count++) add('');
    assert.equal(queue.isBacklogged(), false);
    add('');
    assert.equal(queue.isBacklogged(), true);
    await finish();
    assert.equal(queue.isBacklogged(), false);
    const long = open();
    long.add('being processed');
    long.add('x'.repeat(65_535));
    assert.equal(long.queue.isBacklogged(), false);
    long.add('x');
    assert.equal(long.queue.isBacklogged(), true);
    await long.finish();
    assert.equal(long.queue.isBacklogged(), false, 'a message being processed is not counted as waiting');
  });

  it('drops waiting messages when the connection ends', async () => {
    const { queue, processed, add, finish } = open();
    for (const text of ['a', 'b'.repeat(65_536), 'c']) add(text);
    queue.clear();
    assert.equal(queue.isBacklogged(), false);
    await finish();
    assert.deepEqual(processed, ['a']);
  });
});

describe('frame reader', () => {
  const message = (frame: object, receivedAt = 7): ReceivedMessage => ({
    text: JSON.stringify(frame),
    receivedAt,
  });
  const identity = { uid: '000000001', deviceType: 'ASH', firmware: '1' };
  const session = 'A'.repeat(22);
  const snapshot = (n: number) => message({ type: 'snapshot', n, session, at: 1, identity, components: [] });
  const ping = (n: number) => message({ type: 'ping', n }, 9);

  it('requires a snapshot as the first frame, and consecutive numbers from 1', () => {
    const reader = new FrameReader(5);
    assert.deepEqual(reader.last(), { n: 0, receivedAt: 5 });
    assert.equal(reader.read(ping(1)), 'out-of-order');
    assert.equal(reader.read(snapshot(2)), 'out-of-order');
    const first = reader.read(snapshot(1));
    assert.ok(typeof first !== 'string' && first.type === 'snapshot', JSON.stringify(first));
    assert.deepEqual(reader.last(), { n: 1, receivedAt: 7 });
    assert.equal(reader.read(snapshot(2)), 'out-of-order');
    assert.equal(reader.read(ping(3)), 'out-of-order');
    assert.equal(reader.read(ping(1)), 'out-of-order');
    assert.ok(typeof reader.read(ping(2)) !== 'string');
    assert.deepEqual(reader.last(), { n: 2, receivedAt: 9 });
  });

  it('refuses messages that are not frames', () => {
    const reader = new FrameReader(0);
    for (const text of ['', '{', '{}', '[]', '{"type":"strange","n":1}'])
      assert.equal(reader.read({ text, receivedAt: 0 }), 'malformed');
  });
});

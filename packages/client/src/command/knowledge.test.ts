import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { Effect } from '@plenum/protocol/command';
import { BridgeError } from '../exchange/bridge-error.ts';
import { createKnowledge } from './knowledge.ts';

const fan = (value: unknown): Effect => ({ kind: 'unit', index: 0, fields: [{ path: ['SysFan'], value }] });

/** The known state of a device whose unit runs its fan as `device.fan`, on a clock that starts at 0. */
const open = (answer: (of: Effect) => Promise<unknown> = async () => {}) => {
  const clock = createFakeClock(0);
  const closing = new AbortController();
  const device = { fan: 1 };
  const readAt: number[] = [];
  const receive = (began = knowledge.mark()) =>
    knowledge.receive([{ kind: 'unit', index: 0, datagram: { SysFan: device.fan } }], began);
  const knowledge = createKnowledge({
    clock,
    signal: closing.signal,
    read: async (of) => {
      readAt.push(clock.now());
      const began = knowledge.mark();
      await answer(of);
      receive(began);
    },
  });
  receive();
  return {
    clock,
    closing,
    device,
    readAt,
    knowledge,
    receive,
    accept: (value: number) => knowledge.accept(knowledge.begin(fan(value))),
    shown: () => (knowledge.find('unit', 0)!.datagram as { SysFan: number }).SysFan,
    /** Advances the clock and runs all timers that are due. */
    pass: async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 12.5) {
        clock.advance(12.5);
        await new Promise(setImmediate);
      }
    },
  };
};

test('shows a written value for 16 seconds, and no longer, if no read confirms it', () => {
  const { clock, accept, shown, knowledge } = open();
  const changes: unknown[] = [];
  knowledge.subscribe((changed) => changes.push(...changed.map(({ datagram }) => datagram)));
  accept(3);
  clock.advance(15_999);
  assert.equal(shown(), 3);
  clock.advance(1);
  assert.equal(shown(), 1);
  assert.deepEqual(changes, [{ SysFan: 3 }, { SysFan: 1 }]);
});

test('changes nothing after the client is closed', () => {
  const { clock, closing, accept, shown } = open();
  accept(3);
  closing.abort();
  clock.advance(60_000);
  assert.equal(shown(), 3);
});

test('reads a write back after a quarter of a second, then every half until it is shown', async () => {
  const { device, readAt, knowledge, accept, pass } = open();
  const result = knowledge.confirm(accept(3));
  await pass(1_000);
  device.fan = 3;
  await pass(500);
  assert.deepEqual(await result, { kind: 'shown' });
  assert.deepEqual(readAt, [250, 750, 1_250]);
});

test('uses one read for all writes that wait for the same component', async () => {
  const { device, readAt, knowledge, accept, pass } = open();
  const results = Promise.all([knowledge.confirm(accept(2)), knowledge.confirm(accept(3))]);
  device.fan = 3;
  await pass(300);
  assert.deepEqual(await results, [{ kind: 'superseded' }, { kind: 'shown' }]);
  assert.deepEqual(readAt, [250]);
});

test('adapts the delay before the first read to fast and slow devices', async () => {
  const { clock, device, readAt, knowledge, accept, pass } = open();
  const begin = async (value: number, shownAfter: number) => {
    const answeredAt = clock.now();
    readAt.length = 0;
    const result = knowledge.confirm(accept(value));
    await pass(shownAfter);
    device.fan = value;
    await pass(2_000);
    await result;
    return readAt.map((at) => at - answeredAt);
  };
  assert.deepEqual(await begin(2, 0), [250]);
  assert.deepEqual(await begin(3, 1_000), [187.5, 687.5, 1_187.5]);
  assert.deepEqual(await begin(1, 0), [1_187.5]);
});

test('gives up a write that the device does not show within the maximum time', async () => {
  const { knowledge, accept, pass, readAt, shown } = open();
  const result = knowledge.confirm(accept(3));
  await pass(6_100);
  assert.deepEqual(await result, { kind: 'unchanged', field: 'SysFan', read: 1, sent: 3 });
  assert.deepEqual([readAt.at(-2)! < 6_000, readAt.at(-1)], [true, 6_000]);
  assert.equal(shown(), 1);
});

test('reports a write as unread if every read fails within the maximum time', async () => {
  const { knowledge, accept, pass, readAt } = open(async () => {
    throw new BridgeError('timeout', 'no answer');
  });
  const result = knowledge.confirm(accept(3));
  await pass(6_100);
  assert.deepEqual(await result, { kind: 'unread' });
  assert.equal(readAt.at(-1), 6_000);
});

test('ends the running confirmations as unread when it is interrupted, and later ones as usual', async () => {
  const answer = Promise.withResolvers<void>();
  const { device, knowledge, accept, pass } = open(() => answer.promise);
  const result = knowledge.confirm(accept(3));
  await pass(1_000);
  knowledge.interrupt();
  assert.deepEqual(await result, { kind: 'unread' });
  answer.resolve();
  await pass(1_000);
  const later = knowledge.confirm(accept(2));
  device.fan = 2;
  await pass(1_000);
  assert.deepEqual(await later, { kind: 'shown' });
});

for (const [what, error] of [
  ['the closing of the client', new BridgeError('closed', 'closed')],
  ['a fault of the client', new TypeError('broken')],
] as const)
  test(`ends a confirmation with ${what}`, async () => {
    const { knowledge, accept, pass } = open(async () => {
      throw error;
    });
    const failed = assert.rejects(knowledge.confirm(accept(3)), error);
    await pass(300);
    await failed;
  });

test('calls a listener twice if it was added twice, and once after one removal', () => {
  const { device, knowledge, receive } = open();
  let heard = 0;
  const listener = () => void heard++;
  assert.equal(knowledge.isFollowed(), false);
  const [first, second] = [knowledge.subscribe(listener), knowledge.subscribe(listener)];
  device.fan = 2;
  receive();
  assert.equal(heard, 2);
  first();
  assert.equal(knowledge.isFollowed(), true);
  device.fan = 3;
  receive();
  assert.equal(heard, 3);
  receive();
  assert.equal(heard, 3);
  second();
  assert.equal(knowledge.isFollowed(), false);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { ok } from '@plenum/protocol/refusal';
import { createPasswordSlots } from './password-slots.ts';

const { maxConcurrent, maxPerKey, maxWaiting, maxWait } = limits.passwordHashes;
const turn = () => new Promise(setImmediate);

/** Creates slots for work that a test ends, one at a time, in the order in which it began. */
const create = () => {
  const clock = createFakeClock(0);
  const slots = createPasswordSlots(clock);
  const begun: { readonly address: string; readonly end: (fails?: boolean) => void }[] = [];
  const run = (address: string) =>
    slots
      .run(address, async () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        begun.push({ address, end: (fails = false) => (fails ? reject(new Error('failed')) : resolve()) });
        await promise;
        return ok(address);
      })
      .then((result) => (result.ok ? 'done' : [result.refusal.code, result.refusal.facts.seconds]));
  return { clock, run, begun, addresses: () => begun.map(({ address }) => address) };
};

describe('the slots for hashing passwords', () => {
  it('hashes one password of an address at a time, and two in all', async () => {
    const { run, begun, addresses } = create();
    assert.deepEqual([maxConcurrent, maxPerKey], [2, 1]);
    const all = Promise.allSettled(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'].map(run));
    await turn();
    assert.deepEqual(addresses(), ['192.0.2.1', '192.0.2.2']);
    begun[0]!.end();
    await turn();
    assert.equal(begun.length, 3);
    begun[1]!.end();
    begun[2]!.end(true);
    await turn();
    assert.equal(begun.length, 4);
    begun[3]!.end();
    assert.deepEqual((await all).map(({ status }) => status).sort(), [
      ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
    ]);
  });

  it('counts the addresses of an IPv6 network as one', async () => {
    const { run, begun } = create();
    for (const address of ['2001:db8::1', '2001:db8::2']) void run(address);
    await turn();
    assert.equal(begun.length, 1);
  });

  it('lets twenty passwords of an address wait, and refuses more, but not other addresses', async () => {
    const { run, begun } = create();
    for (let n = 0; n <= maxWaiting; n++) void run('192.0.2.1');
    assert.deepEqual(await run('192.0.2.1'), ['too-many-guesses', 1]);
    const other = run('192.0.2.2');
    await turn();
    begun[1]!.end();
    assert.equal(await other, 'done');
  });

  it('refuses a password that has waited for five seconds', async () => {
    const { clock, run, begun } = create();
    void run('192.0.2.1');
    let refused: unknown;
    void run('192.0.2.1').then((result) => {
      refused = result;
    });
    await turn();
    for (let passed = 0; passed < maxWait - 250; passed += 250) clock.advance(250);
    await turn();
    assert.equal(refused, undefined);
    clock.advance(500);
    await turn();
    assert.deepEqual(refused, ['too-many-guesses', 1]);
    assert.equal(begun.length, 1);
  });
});

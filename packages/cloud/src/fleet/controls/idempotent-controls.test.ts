import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { ok, type Result } from '@plenum/protocol/refusal';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { openStore } from '../../kernel/database/store.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import type { Failure } from './failure.ts';
import { claimControl, readControl, toControlKey } from './idempotency-store.ts';
import { createIdempotentControls } from './idempotent-controls.ts';
import { idUsed, nobodyWaits, resultUnknown } from './reply-result.ts';
import type { SentControl } from './send-control.ts';

const key = toControlKey({ accountId: 'ann', clientId: 'app' }, 'a');
const control = { key, hash: 'h', within: 10_000 };
const done: SentControl = { result: ok(undefined), wasNotExecuted: false };
const dropped: SentControl = { result: nobodyWaits, wasNotExecuted: true };

/** A sender whose replies are resolved by the test. */
const pending = () => {
  const ended = Promise.withResolvers<SentControl>();
  const begun = Promise.withResolvers<AbortSignal>();
  const send = (signal: AbortSignal) => {
    begun.resolve(signal);
    return ended.promise;
  };
  return { send, end: ended.resolve, begun: begun.promise };
};

const never = () => Promise.reject(new Error('it must not be sent again'));

onEachStore('idempotent control', (engine) => {
  const setUp = async () => {
    const stack = new AsyncDisposableStack();
    const store = stack.use(await openStore(stack.use(await engine.createPlace()).place));
    await insertAccount(store, 'ann');
    const clock = createSteppedClock(1_000);
    const errors: unknown[] = [];
    const startNode = () =>
      stack.use(createIdempotentControls({ store, clock }, (error) => errors.push(error)));
    /** Advances the clock past successive store polls until a promise is settled. Returns the time that passed, ms. */
    const passUntil = async (promise: Promise<unknown>) => {
      const from = clock.now();
      const settled = promise.then(() => 'settled');
      while ((await Promise.race([clock.reached(100), settled])) !== 'settled') clock.advance(100);
      return clock.now() - from;
    };
    return { store, clock, errors, startNode, passUntil, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it('executes a control once for concurrent and for later repetitions', async () => {
    await using cloud = await setUp();
    const node = cloud.startNode();
    const { send, end, begun } = pending();
    const both = Promise.all([node.once(control, send), node.once(control, never)]);
    await begun;
    end(done);
    assert.deepEqual(await both, [ok(undefined), ok(undefined)]);
    assert.deepEqual(await node.once(control, never), ok(undefined));
    assert.deepEqual(await cloud.startNode().once(control, never), ok(undefined));
    assert.equal((await readControl(cloud.store.db, key))?.answerBy, 12_000);
  });

  it('refuses another control with the same id, both during and after execution of the first', async () => {
    await using cloud = await setUp();
    const node = cloud.startNode();
    const { send, end, begun } = pending();
    const first = node.once(control, send);
    await begun;
    const other = { ...control, hash: 'other' };
    assert.equal(await node.once(other, never), idUsed);
    end(done);
    await first;
    assert.equal(await node.once(other, never), idUsed);
  });

  it('waits on another node for a control one second longer than the bridge’s limit', async () => {
    await using cloud = await setUp();
    const { send, end, begun } = pending();
    const first = cloud.startNode().once(control, send);
    await begun;
    const second = cloud.startNode().once(control, never);
    const waited = await cloud.passUntil(second);
    assert.equal(await second, resultUnknown);
    assert.equal(waited, 11_100);
    end(done);
    assert.deepEqual(await first, ok(undefined));
  });

  it("limits the wait by the waiting node's clock, less if the executing node’s is behind", async () => {
    await using cloud = await setUp();
    for (const [requestId, answerBy, most] of [
      ['behind', 5_000, 4_000],
      ['ahead', 3_600_000, 11_000],
    ] as const) {
      const claimed = { ...key, requestId };
      await claimControl(cloud.store.db, { key: claimed, hash: 'h', now: cloud.clock.now(), answerBy });
      const result = cloud.startNode().once({ ...control, key: claimed }, never);
      const waited = await cloud.passUntil(result);
      assert.equal(await result, resultUnknown);
      assert.equal(waited, most + 100, requestId);
    }
  });

  it('executes a control at a waiting node once the other node has released the control', async () => {
    await using cloud = await setUp();
    const { send, end, begun } = pending();
    const first = cloud.startNode().once(control, send);
    await begun;
    const second = cloud.startNode().once(control, async () => done);
    const refusal = { status: 504, result: 'Error', detail: 'Not connected.' } as const;
    const absent: Result<undefined, Failure> = { ok: false, refusal };
    end({ result: absent, wasNotExecuted: true });
    assert.equal(await first, absent);
    await cloud.passUntil(second);
    assert.deepEqual(await second, ok(undefined));
  });

  it('aborts a control only after all callers waiting for it hang up', async () => {
    await using cloud = await setUp();
    const node = cloud.startNode();
    const { send, end, begun } = pending();
    const [first, second] = [new AbortController(), new AbortController()];
    const both = [node.once(control, send, first.signal), node.once(control, never, second.signal)];
    const gone = await begun;
    first.abort();
    assert.equal(gone.aborted, false);
    second.abort();
    assert.equal(gone.aborted, true);
    end(dropped);
    assert.deepEqual(await Promise.all(both), [nobodyWaits, nobodyWaits]);
    assert.equal(await readControl(cloud.store.db, key), undefined, 'the id can be used again');
  });

  it('does not abort a control while a caller without signal waits, or after the response', async () => {
    await using cloud = await setUp();
    const node = cloud.startNode();
    const { send, end, begun } = pending();
    const hangsUp = new AbortController();
    const both = [node.once(control, send, hangsUp.signal), node.once(control, never)];
    const gone = await begun;
    hangsUp.abort();
    end(done);
    assert.deepEqual(await Promise.all(both), [ok(undefined), ok(undefined)]);
    assert.equal(gone.aborted, false);
    const later = new AbortController();
    const again = pending();
    const third = node.once({ ...control, key: { ...key, requestId: 'b' } }, again.send, later.signal);
    const signal = await again.begun;
    again.end(done);
    await third;
    later.abort();
    assert.equal(signal.aborted, false);
  });

  it('aborts a control from the start if its client has already hung up', async () => {
    await using cloud = await setUp();
    const { send, end, begun } = pending();
    const result = cloud.startNode().once(control, send, AbortSignal.abort());
    assert.equal((await begun).aborted, true);
    end(dropped);
    assert.equal(await result, nobodyWaits);
  });

  it('starts a control again for a caller who repeats it while it is being dropped', async () => {
    await using cloud = await setUp();
    const node = cloud.startNode();
    const { send, end, begun } = pending();
    const hangsUp = new AbortController();
    const first = node.once(control, send, hangsUp.signal);
    await begun;
    hangsUp.abort();
    const second = node.once(control, async () => done);
    end(dropped);
    assert.equal(await first, nobodyWaits);
    assert.deepEqual(await second, ok(undefined));
  });

  it('returns the result of a control before it is stored, also to a repeated call', async () => {
    await using cloud = await setUp();
    const node = cloud.startNode();
    const { send, end, begun } = pending();
    const result = node.once(control, send);
    await begun;
    await cloud.store.db.transaction().execute(async (db) => {
      await db.updateTable('control_request').set({ detail: 'locked' }).execute();
      end(done);
      assert.deepEqual(await result, ok(undefined));
      assert.deepEqual(await node.once(control, send), ok(undefined));
    });
    await node[Symbol.asyncDispose]();
    assert.deepEqual(await cloud.startNode().once(control, send), ok(undefined));
  });

  it('returns the result of a control even if it cannot be stored, and reports the failure', async () => {
    await using cloud = await setUp();
    const { send, end, begun } = pending();
    const node = cloud.startNode();
    const result = node.once(control, send);
    await begun;
    await cloud.store.db.schema.alterTable('control_request').renameTo('gone').execute();
    end(done);
    assert.deepEqual(await result, ok(undefined));
    await node[Symbol.asyncDispose]();
    assert.equal(cloud.errors.length, 1);
    await cloud.store.db.schema.alterTable('gone').renameTo('control_request').execute();
  });

  it('deletes a stored control within a minute after its 10 minutes have passed', async () => {
    await using cloud = await setUp();
    const node = cloud.startNode();
    await node.once(control, async () => done);
    const count = async () =>
      (await cloud.store.db.selectFrom('control_request').select('request_id').execute()).length;
    cloud.clock.advance(599_999);
    await node[Symbol.asyncDispose]();
    assert.equal(await count(), 1);
    const next = cloud.startNode();
    cloud.clock.advance(60_000);
    await next[Symbol.asyncDispose]();
    assert.equal(await count(), 0);
  });
});

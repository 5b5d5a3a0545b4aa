import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from '@plenum/platform';
import { createFakeClock, type FakeClock } from '@plenum/platform/fake-clock';
import type { AnyCommand } from '@plenum/protocol/command';
import { ok, type Result } from '@plenum/protocol/refusal';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import type { BridgeReply } from '../../fleet/controls/bridge-reply.ts';
import type { Failure } from '../../fleet/controls/failure.ts';
import { claimControl, hashControl, toControlKey } from '../../fleet/controls/idempotency-store.ts';
import { openStore, type Store } from '../../kernel/database/store.ts';
import { createRefusalPace } from '../../kernel/http/refusal-pace.ts';
import { silent } from '../../kernel/log/log.ts';
import { createHouse } from '../house.fixture.ts';
import { createScriptedControls, createTokenTable } from '../request-server.fixture.ts';
import { createRequests } from './requests.ts';
import type { Caller } from './shape.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const systemId = '000000001';
const unit = `${systemId}_hvac_systemsettings_0`;
const control = { requestId, componentId: unit, requestBody: { SysOn: 1 } };
const minutes = 60_000;

const callerOf = (accountId: string, clientId = 'app'): Caller => ({
  accountId,
  clientId,
  scopes: ['query-control'],
  expiresAt: Number.MAX_SAFE_INTEGER,
});
const ann = callerOf('ann');

/** A control that is in progress until the test resolves it. */
const pending = () => {
  const { promise, resolve } = Promise.withResolvers<BridgeReply>();
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>();
  const send = () => {
    sent();
    return promise;
  };
  return { send, isSent, answer: resolve };
};

const countRows = async ({ db }: Store) =>
  (await db.selectFrom('control_request').select('request_id').execute()).length;

onEachStore('a repeated control', (engine) => {
  const setUp = async <AnyClock extends Clock = FakeClock>(
    clock: AnyClock = createFakeClock() as unknown as AnyClock,
  ) => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const store = stack.use(await openStore(place));
    await insertAccount(store, 'ann');
    await createHouse({ store }, { accountId: 'ann', systemId });
    const controls = createScriptedControls();
    /** The nodes share only the store and the bridges. */
    const startNode = () => {
      const refusals = stack.use(createRefusalPace(clock));
      const tokens = createTokenTable();
      return stack.use(createRequests({ store, clock, controls, log: silent, refusals, tokens }));
    };
    return {
      store,
      clock,
      controls,
      node: startNode(),
      startNode,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  };

  it('repeats the response to a control for 10 minutes without executing it again', async () => {
    await using cloud = await setUp();
    const { node, controls, clock } = cloud;
    assert.deepEqual(await node.control(ann, control), ok(undefined));
    controls.answer({ answer: 'refused', status: 409, detail: 'No.' });
    assert.deepEqual(await node.control(ann, control), ok(undefined));
    clock.advance(10 * minutes - 1);
    assert.deepEqual(await node.control(ann, control), ok(undefined));
    assert.equal(controls.sent.length, 1);
    clock.advance(1);
    const late = await node.control(ann, control);
    assert.ok(!late.ok && late.refusal.detail === 'No.');
    assert.equal(controls.sent.length, 2);
  });

  it('repeats the refusal of a control in the same words', async () => {
    await using cloud = await setUp();
    const { node, controls } = cloud;
    controls.answer({ answer: 'refused', status: 409, detail: 'This house has no zone.' });
    const first = await node.control(ann, control);
    controls.answer({ answer: 'done' });
    assert.deepEqual(await node.control(ann, control), first);
    const refusal = { status: 502, result: 'Error', detail: 'This house has no zone.' };
    assert.deepEqual(first, { ok: false, refusal });
    assert.equal(controls.sent.length, 1);
  });

  it('waits for the result of a control that is in progress', async () => {
    await using cloud = await setUp();
    const { node, controls } = cloud;
    const first = pending();
    controls.answer(first.send);
    const answers = [node.control(ann, control), node.control(ann, control)];
    await first.isSent;
    answers.push(node.control(ann, { ...control, requestId: requestId.toUpperCase() }));
    first.answer({ answer: 'done' });
    assert.deepEqual(await Promise.all(answers), [ok(undefined), ok(undefined), ok(undefined)]);
    assert.equal(controls.sent.length, 1);
  });

  it('waits for a control that is in progress on another node', async () => {
    await using cloud = await setUp(systemClock);
    const { node, controls, startNode } = cloud;
    const first = pending();
    controls.answer(first.send);
    const here = node.control(ann, control);
    await first.isSent;
    const there = startNode().control(ann, control);
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    first.answer({ answer: 'done' });
    assert.deepEqual(await Promise.all([here, there]), [ok(undefined), ok(undefined)]);
    assert.equal(controls.sent.length, 1);
  });

  it('does not execute a control again after the node executing it died without a response', async () => {
    await using cloud = await setUp();
    const { node, controls, clock, startNode } = cloud;
    const first = pending();
    controls.answer(first.send);
    void node.control(ann, control);
    await first.isSent;
    clock.advance(11_001);
    const again = await startNode().control(ann, control);
    assert.ok(!again.ok);
    assert.equal(again.refusal.status, 504);
    assert.equal(
      again.refusal.detail,
      'The first request with this requestId got no answer, so it is not known whether it was done. Query the component to find out.',
    );
    assert.equal(controls.sent.length, 1);
    first.answer({ answer: 'done' });
  });

  it('waits for a control no longer than its timeout, even if the other clock is ahead', async () => {
    await using cloud = await setUp();
    const { node, clock, store, controls } = cloud;
    const begun = clock.now();
    const ahead = begun + 60 * minutes;
    await claimControl(store.db, {
      key: toControlKey(ann, requestId),
      hash: hashControl(unit, { name: 'SysOn', body: 1 } as AnyCommand),
      now: ahead,
      answerBy: ahead + 11_000,
    });
    let result: Result<undefined, Failure> | undefined;
    void node.control(ann, control).then((one) => {
      result = one;
    });
    while (result === undefined && clock.now() - begun < 600_000) {
      clock.advance(100);
      // The database runs in real time.
      await pause(1);
    }
    assert.ok(result?.ok === false);
    assert.match(result.refusal.detail, /it is not known whether it was done/);
    assert.deepEqual(controls.sent, []);
  });

  it('executes a control once when it is sent to two nodes', async () => {
    await using cloud = await setUp(systemClock);
    const { controls, startNode } = cloud;
    const nodes = [startNode(), startNode()];
    const ids = Array.from({ length: 20 }, (_, n) => `00000000-0000-4000-8000-${`${n}`.padStart(12, '0')}`);
    const answers = ids.flatMap((requestId) =>
      nodes.map((each) => each.control(ann, { ...control, requestId })),
    );
    for (const answer of await Promise.all(answers)) assert.deepEqual(answer, ok(undefined));
    assert.equal(controls.sent.length, 20);
  });

  it('refuses another control under the same request id', async () => {
    await using cloud = await setUp();
    const { node, controls } = cloud;
    await node.control(ann, control);
    const other = [
      { ...control, requestBody: { SysOn: 0 } },
      { ...control, requestBody: { SysMode: 1 } },
      {
        ...control,
        componentId: `${systemId}_hvac_zone_1`,
        requestBody: { ZoneSetpoint: { Index: 1, Setpoint: 2200 } },
      },
    ];
    for (const one of other) {
      const answer = await node.control(ann, one);
      assert.ok(!answer.ok);
      assert.equal(answer.refusal.status, 400);
      assert.equal(answer.refusal.result, 'InvalidRequest');
      assert.match(answer.refusal.detail, /^requestId: it was used for another control/);
    }
    const first = pending();
    controls.answer(first.send);
    const fresh = { ...control, requestId: requestId.replace('5f', '60') };
    const running = node.control(ann, fresh);
    const during = await node.control(ann, { ...fresh, requestBody: { SysOn: 0 } });
    assert.ok(!during.ok && during.refusal.status === 400);
    first.answer({ answer: 'done' });
    await running;
    assert.equal(controls.sent.length, 2);
  });

  it('recognizes a repeated control even if it is spelled differently', async () => {
    await using cloud = await setUp();
    const { node, controls } = cloud;
    const zone = { requestId, componentId: unit };
    await node.control(ann, { ...zone, requestBody: { ZoneMode: { Index: 1, Mode: 1 } } });
    const again = await node.control(ann, { ...zone, requestBody: { ZoneMode: { Mode: 1, Index: 1 } } });
    assert.deepEqual(again, ok(undefined));
    assert.equal(controls.sent.length, 1);
  });

  it('treats a control of another app or another user as a new one', async () => {
    await using cloud = await setUp();
    const { node, controls, store } = cloud;
    await insertAccount(store, 'ben');
    await createHouse({ store }, { accountId: 'ben', systemId: '000000002' });
    await node.control(ann, control);
    await node.control(callerOf('ann', 'other app'), { ...control, requestBody: { SysOn: 0 } });
    const componentId = unit.replace(systemId, '000000002');
    await node.control(callerOf('ben'), { ...control, componentId });
    assert.deepEqual(
      controls.sent.map(({ systemId: to, command }) => [to, command]),
      [
        [systemId, { SysOn: 1 }],
        [systemId, { SysOn: 0 }],
        ['000000002', { SysOn: 1 }],
      ],
    );
  });

  it('allows a repeat if nothing was executed because the bridge was not connected', async () => {
    await using cloud = await setUp();
    const { node, controls } = cloud;
    for (const answer of ['absent', 'unreachable'] as const) {
      controls.answer({ answer });
      const tried = await node.control(ann, control);
      assert.ok(!tried.ok && tried.refusal.status === 504);
    }
    controls.answer({ answer: 'done' });
    assert.deepEqual(await node.control(ann, control), ok(undefined));
  });

  it('does not repeat a control that may have been executed', async () => {
    await using cloud = await setUp();
    const { node, controls } = cloud;
    controls.answer({ answer: 'silent' });
    const first = await node.control(ann, control);
    controls.answer({ answer: 'done' });
    assert.deepEqual(await node.control(ann, control), first);
    assert.equal(controls.sent.length, 1);
  });

  it('executes a repeated control even while the first attempt is still being cancelled', async () => {
    await using cloud = await setUp(systemClock);
    const { node, controls } = cloud;
    const first = pending();
    controls.answer(first.send);
    const [client, other] = [new AbortController(), new AbortController()];
    const given = node.control(ann, { ...control, signal: client.signal });
    const joined = node.control(ann, { ...control, signal: other.signal });
    await first.isSent;
    client.abort();
    assert.equal(controls.signals[0]!.aborted, false, 'the other still waits');
    other.abort();
    assert.equal(controls.signals[0]!.aborted, true);
    const again = node.control(ann, control);
    controls.answer({ answer: 'done' });
    first.answer({ answer: 'dropped' });
    for (const result of await Promise.all([given, joined]))
      assert.ok(
        !result.ok &&
          result.refusal.detail ===
            'The client disconnected before the command was carried out; nothing was done.',
      );
    assert.deepEqual(await again, ok(undefined));
    assert.equal(controls.sent.length, 2);
  });

  it('stores the result of an executed control although its client disconnected', async () => {
    await using cloud = await setUp();
    const { node, controls } = cloud;
    const first = pending();
    controls.answer(first.send);
    const client = new AbortController();
    const given = node.control(ann, { ...control, signal: client.signal });
    await first.isSent;
    client.abort();
    first.answer({ answer: 'done' });
    assert.deepEqual(await given, ok(undefined));
    controls.answer({ answer: 'refused', status: 409, detail: 'No.' });
    assert.deepEqual(await node.control(ann, control), ok(undefined));
    assert.equal(controls.sent.length, 1);
  });

  it('deletes stored responses after they expire', async () => {
    await using cloud = await setUp();
    const { node, clock, store } = cloud;
    await node.control(ann, control);
    clock.advance(9 * minutes);
    await node.control(ann, { ...control, requestId: requestId.replace('5f', '60') });
    const rows = async (count: number) => {
      for (let tries = 0; tries < 1_000 && (await countRows(store)) !== count; tries++)
        await new Promise(setImmediate);
      return countRows(store);
    };
    assert.equal(await rows(2), 2);
    clock.advance(1 * minutes);
    assert.equal(await rows(1), 1);
    clock.advance(9 * minutes);
    assert.equal(await rows(0), 0);
  });

  it('deletes stored responses together with the account', async () => {
    await using cloud = await setUp();
    const { node, store } = cloud;
    await node.control(ann, control);
    await store.db.deleteFrom('account').where('id', '=', 'ann').execute();
    assert.equal(await countRows(store), 0);
  });
});

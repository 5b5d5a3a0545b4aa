import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { ok } from '@plenum/protocol/refusal';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { insertAccount, insertGuest } from '../../fleet/bridge/account.fixture.ts';
import type { ControlContext } from '../../fleet/controls/bridge-requests.ts';
import { openStore } from '../../kernel/database/store.ts';
import { createRefusalPace } from '../../kernel/http/refusal-pace.ts';
import { type Log, silent } from '../../kernel/log/log.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { createHouse } from '../house.fixture.ts';
import { createScriptedControls, createTokenTable } from '../request-server.fixture.ts';
import { createRequests, type RequestDeps } from './requests.ts';
import type { Caller } from './shape.ts';

const home = '000000001';
const unit = `${home}_hvac_systemsettings_0`;
const here = '192.0.2.1';

const callerOf = (accountId: string, more: Partial<Caller> = {}): Caller => ({
  accountId,
  clientId: 'app',
  scopes: ['query-control', 'lighting'],
  expiresAt: Infinity,
  ...more,
});

/** Opens the requests of a cloud with Ann's house, Ben's house, and bridges that execute every command. */
const open = async (about: Partial<RequestDeps> = {}) => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const store = stack.use(await openStore({ dataDir: folder.path }));
  for (const accountId of ['ann', 'ben']) await insertAccount(store, accountId);
  await createHouse({ store }, { accountId: 'ann', systemId: home });
  await createHouse({ store }, { accountId: 'ben', systemId: '000000002' });
  const clock = createFakeClock();
  const tokens = createTokenTable(clock.now);
  const scripted = createScriptedControls();
  const contexts: (ControlContext | undefined)[] = [];
  const deadlines: number[] = [];
  const controls: RequestDeps['controls'] = {
    control: (systemId, command, deadline, by) => {
      contexts.push(by);
      deadlines.push(deadline);
      return scripted.control(systemId, command, deadline, by);
    },
  };
  const refusals = stack.use(createRefusalPace(clock));
  const requests = stack.use(
    createRequests({ store, clock, log: silent, refusals, tokens, controls, ...about }),
  );
  const control = (caller: Caller, requestBody: unknown, more: object = {}) =>
    requests.control(caller, { requestId: randomUUID(), componentId: unit, requestBody, ...more });
  return {
    store,
    clock,
    tokens,
    requests,
    control,
    contexts,
    deadlines,
    sent: scripted.sent,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

describe('a Query', () => {
  it('refuses a Query after an account’s apps have used its quota, until that has recovered', async () => {
    const limits = { ...toAccountLimits(1), read: { rate: 1_000, burst: 2_048 } };
    await using cloud = await open({ accountLimits: limits });
    const ask = (accountId = 'ann', clientId = 'app') =>
      cloud.requests.query(
        callerOf(accountId, { clientId }),
        unit.replace(home, accountId === 'ann' ? home : '000000002'),
      );
    let count = 0;
    while ((await ask()).ok) count++;
    assert.ok(count > 0 && count <= 3, `${count} answers`);
    const refused = await ask('ann', 'another app');
    assert.ok(!refused.ok);
    assert.equal(refused.refusal.status, 429);
    const wait = refused.refusal.retryAfter! * 1_000;
    assert.equal((await ask('ben')).ok, true, 'another account');
    cloud.clock.advance(wait);
    assert.equal((await ask()).ok, true);
  });

  it('counts at least 1,024 bytes for a Query, even if the component does not exist', async () => {
    const limits = { ...toAccountLimits(1), read: { rate: 1, burst: 2_048 } };
    await using cloud = await open({ accountLimits: limits });
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      const found = await cloud.requests.query(callerOf('ann'), `${home}_hvac_zone_77`);
      statuses.push(found.ok ? 200 : found.refusal.status);
    }
    assert.deepEqual(statuses, [403, 403, 403, 429]);
  });

  it('hides a component whose kind needs a scope that the app does not have', async () => {
    await using cloud = await open();
    const lamp = `${home}_lighting_lamp_1`;
    const [shown] = await cloud.store.db
      .selectFrom('component')
      .select('component_id')
      .where('system_id', '=', home)
      .where('kind', '=', 'lamp')
      .execute();
    const id = shown?.component_id ?? lamp;
    assert.equal((await cloud.requests.query(callerOf('ann'), id)).ok, true);
    const without = await cloud.requests.query(callerOf('ann', { scopes: ['query-control'] }), id);
    assert.equal(without.ok, false);
  });
});

describe('an access token', () => {
  it('limits missing and unknown tokens by address to 10 a second, at most 200 at once', async () => {
    await using cloud = await open();
    const admit = async (token: string | undefined, address = here) => {
      const admission = await cloud.requests.admit(token, address);
      return admission.ok ? 200 : admission.refusal.status;
    };
    for (let count = 0; count < 200; count++)
      assert.equal(await admit(count % 2 === 0 ? undefined : 'unknown'), 401);
    const refused = await cloud.requests.admit('unknown', here);
    assert.ok(!refused.ok);
    assert.deepEqual(
      [refused.refusal.status, refused.allowance?.isAllowed, refused.allowance?.wait],
      [429, false, 1],
    );
    assert.equal(await admit('unknown', '192.0.2.2'), 401, 'another address');
    cloud.clock.advance(100);
    assert.deepEqual([await admit('unknown'), await admit('unknown')], [401, 429]);
  });

  it('does not count a valid token against its address, and admits it from a limited one', async () => {
    await using cloud = await open();
    const token = cloud.tokens.issue('ann');
    for (let count = 0; count < 3; count++) {
      assert.equal((await cloud.requests.admit(token, here)).ok, true);
      assert.equal((await cloud.requests.admit(cloud.tokens.issue('ann'), here)).ok, true);
    }
    for (let count = 0; count < 200; count++)
      assert.equal((await cloud.requests.admit(undefined, here)).ok, false);
    const other = await cloud.requests.admit(undefined, here);
    assert.ok(!other.ok && other.refusal.status === 429);
    assert.equal((await cloud.requests.admit(token, here)).ok, true);
  });

  it('counts a token against its client address again after the token is revoked', async () => {
    await using cloud = await open();
    const token = cloud.tokens.issue('ann');
    await cloud.requests.admit(token, here);
    cloud.tokens.revoke(token);
    for (let count = 0; count < 200; count++) {
      const admission = await cloud.requests.admit(token, here);
      assert.ok(!admission.ok && admission.refusal.status === 401, String(count));
    }
    const last = await cloud.requests.admit(token, here);
    assert.ok(!last.ok && last.refusal.status === 429);
  });

  it('delays refusals by a second once a token or address was refused more than 200 times', async () => {
    await using cloud = await open({ rate: { rate: 0.001, burst: 1 } });
    const token = cloud.tokens.issue('ann');
    assert.equal((await cloud.requests.admit(token, '192.0.2.9')).ok, true);
    for (let count = 0; count < 200; count++) await cloud.requests.admit(undefined, here);
    for (const asked of [undefined, token]) {
      const admit = () => cloud.requests.admit(asked, here);
      for (let count = 0; count < 200; count++) {
        const refused = await admit();
        assert.ok(!refused.ok && refused.refusal.status === 429, String(count));
      }
      let isAnswered = false;
      const late = admit().finally(() => {
        isAnswered = true;
      });
      await new Promise(setImmediate);
      cloud.clock.advance(999);
      await new Promise(setImmediate);
      assert.equal(isAnswered, false);
      cloud.clock.advance(1);
      const refused = await late;
      assert.ok(!refused.ok && refused.refusal.status === 429);
      // Uses up the quota that has recovered in the meantime.
      for (let count = 0; count < 10; count++) await cloud.requests.admit(undefined, here);
    }
  });

  it('leaves no timer behind when the requests are disposed of', async () => {
    await using cloud = await open();
    const before = cloud.clock.timers();
    await cloud.requests[Symbol.asyncDispose]();
    assert.ok(before > 0);
    assert.equal(cloud.clock.timers(), 0);
  });

  it('limits each token separately, and requires the scope of the request', async () => {
    await using cloud = await open({ rate: { rate: 1, burst: 2 } });
    const token = cloud.tokens.issue('ann', { scopes: ['history'] });
    const missing = await cloud.requests.admit(token, here);
    assert.ok(!missing.ok);
    assert.deepEqual(
      [missing.refusal.status, missing.missing, missing.caller?.accountId],
      [403, 'query-control', 'ann'],
    );
    for (const left of [1, 0]) {
      const admission = await cloud.requests.admit(token, here, 'history');
      assert.deepEqual([admission.ok, admission.allowance?.left], [true, left]);
    }
    const refused = await cloud.requests.admit(token, here, 'history');
    assert.ok(!refused.ok);
    assert.deepEqual(
      [refused.refusal.status, refused.allowance?.wait, refused.caller?.accountId],
      [429, 1, 'ann'],
    );
    const other = cloud.tokens.issue('ann', { scopes: ['history'] });
    assert.equal((await cloud.requests.admit(other, here, 'history')).ok, true);
  });

  it('identifies the caller of a token that allows requests, without counting that as a request', async () => {
    await using cloud = await open({ rate: { rate: 1, burst: 1 } });
    const token = cloud.tokens.issue('ann');
    for (let count = 0; count < 3; count++)
      assert.equal((await cloud.requests.identify(token))?.accountId, 'ann');
    assert.equal((await cloud.requests.admit(token, here)).ok, true);
    assert.equal(
      await cloud.requests.identify(cloud.tokens.issue('ann', { scopes: ['history'] })),
      undefined,
    );
    assert.equal(await cloud.requests.identify('unknown'), undefined);
  });
});

describe('a Control', () => {
  it('sends a Control to the bridge with its origin, its trace and its time limit', async () => {
    await using cloud = await open({ controlWithin: 4_000 });
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    assert.deepEqual(await cloud.control(callerOf('ann'), { SysOn: 1 }, { trace }), ok(undefined));
    assert.deepEqual(await cloud.control(callerOf('ann'), { SysOn: 0 }), ok(undefined));
    assert.deepEqual(cloud.sent, [
      { systemId: home, command: { SysOn: 1 } },
      { systemId: home, command: { SysOn: 0 } },
    ]);
    const [first, second] = cloud.contexts.map(({ signal: _, ...context } = {}) => context);
    assert.equal(first?.trace, trace);
    assert.equal(Object.hasOwn(second!, 'trace'), false);
    assert.equal(Object.hasOwn(first!, 'garage'), false);
    assert.deepEqual(
      cloud.deadlines.map((deadline) => deadline - cloud.clock.now()),
      [4_000, 4_000],
    );
  });

  it('logs a Control if its caller records the trace', async () => {
    const lines: object[] = [];
    const log: Log = { ...silent, info: (facts) => void lines.push(facts as object) };
    await using cloud = await open({ log });
    const send = (flags: string, value: number) =>
      cloud.control(
        callerOf('ann'),
        { SysOn: value },
        { trace: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` },
      );
    await send('00', 1);
    assert.deepEqual(lines, []);
    await send('01', 0);
    const facts = {
      trace: '0af7651916cd43dd8448eb211c80319c',
      systemId: home,
      command: 'SysOn',
      status: 200,
    };
    assert.deepEqual(lines, [facts]);
  });

  it('refuses a Control to a guest who may only view, and allows it to one who may control', async () => {
    await using cloud = await open();
    await insertGuest(cloud.store, { systemId: home, accountId: 'ben' });
    const refused = await cloud.control(callerOf('ben'), { SysOn: 1 });
    assert.ok(!refused.ok);
    assert.equal(refused.refusal.detail, 'This user may view this house, but not control it.');
    await cloud.store.db.updateTable('bridge_member').set({ access: 'control' }).execute();
    assert.deepEqual(await cloud.control(callerOf('ben'), { SysOn: 1 }), ok(undefined));
    assert.equal(cloud.sent.length, 1);
  });

  it('does not count a malformed Control against the commands of its account', async () => {
    const limits = { ...toAccountLimits(1), controls: { rate: 1, burst: 1 } };
    await using cloud = await open({ accountLimits: limits });
    for (let count = 0; count < 3; count++) {
      const refused = await cloud.control(callerOf('ann'), { SysOn: 7 });
      assert.ok(!refused.ok && refused.refusal.status === 400);
    }
    assert.deepEqual(await cloud.control(callerOf('ann'), { SysOn: 1 }), ok(undefined));
    const refused = await cloud.control(callerOf('ann'), { SysOn: 0 });
    assert.ok(!refused.ok && refused.refusal.status === 429);
  });

  it('moves a garage door only with the scope garage and only for the owner of the house', async () => {
    await using cloud = await open();
    const row = await cloud.store.db
      .selectFrom('component')
      .select(['component_id', 'datagram', 'idx'])
      .where('system_id', '=', home)
      .where('kind', '=', 'lamp')
      .executeTakeFirstOrThrow();
    // An outlet used as a garage door (lighting 4).
    const datagram = { ...JSON.parse(row.datagram!), Type: 'CGDO' };
    await cloud.store.db
      .updateTable('component')
      .set({ datagram: JSON.stringify(datagram) })
      .where('component_id', '=', row.component_id)
      .execute();
    const press = (caller: Caller) =>
      cloud.control(caller, { LiOn: { No: row.idx, On: 1 } }, { componentId: row.component_id });
    const scopes = ['query-control', 'lighting'];
    const withScope = { scopes: [...scopes, 'garage'] };
    const refused = await press(callerOf('ann', { scopes }));
    assert.ok(!refused.ok);
    assert.match(refused.refusal.detail, /needs the scope garage/);
    await insertGuest(cloud.store, { systemId: home, accountId: 'ben' });
    await cloud.store.db.updateTable('bridge_member').set({ access: 'control' }).execute();
    const ofGuest = await press(callerOf('ben', withScope));
    assert.ok(!ofGuest.ok);
    assert.match(ofGuest.refusal.detail, /Only the owner/);
    assert.deepEqual(cloud.sent, []);
    assert.deepEqual(await press(callerOf('ann', withScope)), ok(undefined));
    assert.equal(cloud.contexts[0]?.garage, true);
  });
});

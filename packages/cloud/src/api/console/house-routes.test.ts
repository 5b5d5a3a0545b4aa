import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { onSqliteFirst, type TestEngine } from '../../fixture/with-store.fixture.ts';
import { pairBridge } from '../../fleet/bridge/pair.ts';
import {
  createScriptedBridge,
  type ScriptedConnection,
  snapshotOf,
} from '../../fleet/uplink/bridge.fixture.ts';
import { maxStreams } from './house-routes.ts';
import { type Owner, signUpOwner, startWholeCloud } from './owner.fixture.ts';

const systemId = '123456789';
const house = `/console/houses/${systemId}`;

/** A cloud with two accounts: ann owns a bridge, bob owns nothing. */
const start = async (engine: TestEngine, more: Parameters<typeof startWholeCloud>[1] = {}) => {
  const stack = new AsyncDisposableStack();
  const { cloud } = stack.use(await startWholeCloud(engine, more));
  const ann = await signUpOwner(cloud, 'ann@example.org');
  const bob = await signUpOwner(cloud, 'bob@example.org');
  const bridge = await createScriptedBridge(systemId);
  const { kid: keyId, jwk } = bridge;
  const pairing = { systemId, accountId: ann.accountId, keyId, jwk, now: Date.now() };
  const listeners = { ownershipChanged: [] };
  await cloud.store.transaction('full', (tx) => pairBridge(tx, pairing, listeners));
  /** Connects the bridge, which has one unit. */
  const connect = async (claims: object = {}): Promise<ScriptedConnection> => {
    const aud = cloud.publicUrl;
    const line = await bridge.connect(aud, await bridge.sign({ aud, claims }));
    line.send(snapshotOf(systemId));
    await line.next();
    return line;
  };
  /** Lets Bob view the house. Returns the path of his access. */
  const inviteBob = async () => {
    const members = `/console/bridges/${systemId}/members`;
    const { body } = await ann.post(members, { email: 'bob@example.org', access: 'view' });
    await bob.post(`/console/invitations/${body.member.id}/accept`);
    return `${members}/${body.member.id}`;
  };
  return {
    cloud,
    ann,
    bob,
    inviteBob,
    connect,
    stop: () => stack.disposeAsync(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

/** Opens the stream of the house. `next` resolves to one event at a time, or to `undefined` after the end. */
const listen = async (owner: Owner) => {
  const answer = await owner.open(`${house}/events`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type')!, /^text\/event-stream/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<string | undefined> => {
    while (!text.includes('\n\n')) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
    }
    const [first = '', ...rest] = text.split('\n\n');
    text = rest.join('\n\n');
    return first;
  };
  return { next, leave: () => reader.cancel() };
};

/** The data of the next `house` event. */
const nextAbout = async ({ next }: Awaited<ReturnType<typeof listen>>) => {
  for (;;) {
    const event = await next();
    const [, json] = /^event: house\ndata: (.*)$/.exec(event ?? '') ?? [];
    if (json !== undefined || event === undefined) return JSON.parse(json ?? '{}');
  }
};

onSqliteFirst('the routes of a house through the cloud', (engine) => {
  it("streams the components of a house as its bridge does, then the bridge's later messages", async () => {
    await using cloud = await start(engine);
    const line = await cloud.connect();
    const listening = await listen(cloud.ann);
    assert.match(
      (await listening.next())!,
      /^event: house\ndata: \{"name":"Bridge 123456789","access":"owner","isPresent":true/,
    );
    assert.equal(
      await listening.next(),
      'event: snapshot\ndata: {"at":1000,"components":[{"kind":"unit","index":0,"datagram":{"SysOn":0}}]}',
    );
    const components = [{ kind: 'unit', index: 0, datagram: { SysOn: 1 } }] as const;
    line.send({ type: 'change', n: 2, at: 2_000, components, removed: [] });
    assert.equal(
      await listening.next(),
      'event: change\ndata: {"at":2000,"components":[{"kind":"unit","index":0,"datagram":{"SysOn":1}}]}',
    );
    await listening.leave();
  });

  it('reports the time zone that the bridge sent when it last connected', async () => {
    await using cloud = await start(engine);
    const { ann } = cloud;
    const zoneOn = async (claims: object) => {
      await cloud.connect(claims);
      const listening = await listen(ann);
      const { timeZone } = await nextAbout(listening);
      await listening.leave();
      return timeZone;
    };
    assert.equal(await zoneOn({}), undefined, 'an older bridge sends no time zone');
    assert.equal(await zoneOn({ zoneinfo: 'Australia/Sydney' }), 'Australia/Sydney');
    assert.equal(await zoneOn({ zoneinfo: 'Etc/GMT+10' }), 'Etc/GMT+10');
    for (const nonsense of ['', 'Sydney <b>', 'A'.repeat(65), 10, null, { name: 'UTC' }])
      assert.equal(await zoneOn({ zoneinfo: nonsense }), undefined, `${nonsense}: is still admitted`);
    assert.equal(await zoneOn({ zoneinfo: 'A'.repeat(64) }), 'A'.repeat(64));
    await ann.post(`/console/bridges/${systemId}/release`);
    const kept = await cloud.cloud.store.db.selectFrom('bridge').select('time_zone').execute();
    assert.deepEqual(
      kept,
      [{ time_zone: null }],
      'the next owner must not learn where the previous one lived',
    );
  });

  it('sends a command to the bridge and waits for its result', async () => {
    await using cloud = await start(engine);
    const line = await cloud.connect();
    const done = cloud.ann.post(`${house}/control`, { SysOn: 1 });
    const control = await line.nextOf('control');
    assert.deepEqual(control.command, { SysOn: 1 });
    line.send({ type: 'result', n: 2, id: control.id });
    assert.equal((await done).status, 204);

    const refused = cloud.ann.post(`${house}/control`, { ZoneSetpoint: { Index: 1, Setpoint: 2_250 } });
    const { id } = await line.nextOf('control');
    line.send({ type: 'result', n: 3, id, refusal: { status: 409, detail: 'Zone 1 has no setpoint.' } });
    assert.deepEqual(await refused, {
      status: 502,
      body: { code: 'Error', sentence: 'Zone 1 has no setpoint.' },
    });

    const worded = cloud.ann.post(`${house}/control`, { SysSetpoint: 2_900 });
    const third = await line.nextOf('control');
    const data = {
      code: 'eco-lock',
      path: ['SysSetpoint'],
      input: 2_900,
      facts: { min: 1_800, max: 2_600, unit: '°C', scale: 100 },
    };
    const detail = 'SysSetpoint: 29.00 °C is outside the economy limits 18.00 to 26.00 °C.';
    line.send({ type: 'result', n: 4, id: third.id, refusal: { status: 409, detail, data } });
    assert.deepEqual(await worded, {
      status: 502,
      body: { code: 'Error', sentence: detail, byBridge: data },
    });
  });

  it('sends no command that is malformed, only for the local network, or for an absent bridge', async () => {
    await using cloud = await start(engine);
    const give = async (command: object) => {
      const { status, body } = await cloud.ann.post(`${house}/control`, command);
      return [status, body.code];
    };
    assert.deepEqual(await give({ ZoneSetpoint: { Index: 1, Setpoint: 2_251 } }), [400, 'InvalidRequest']);
    const { body } = await cloud.ann.post(`${house}/control`, { SysSetpoint: 3_100 });
    assert.equal(body.byBridge.code, 'too-high', 'a refusal by the cloud also contains data');
    assert.deepEqual(await give({ Unheard: 1 }), [400, 'InvalidRequest']);
    assert.deepEqual(await give({}), [400, 'InvalidRequest']);
    assert.deepEqual(await give({ RetEnable: 1 }), [403, 'UserNotAllowed']);
    const away = await cloud.ann.post(`${house}/control`, { SysOn: 1 });
    assert.equal(away.status, 504);
    assert.deepEqual(away.body, {
      code: 'Error',
      sentence: 'The bridge is not connected; nothing was done.',
      facts: { bridge: 'absent', asked: 'control', within: 10 },
    });
  });

  it('limits the commands of an account, and reports how long to wait', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await start(engine, { clock, rate: { rate: 2, burst: 3 } });
    const { ann, bob } = cloud;
    const give = () => ann.post(`${house}/control`, { SysOn: 1 });
    for (let count = 0; count < 3; count++) assert.equal((await give()).status, 504);
    const refused = await ann.send(`${house}/control`, { SysOn: 1 });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
    assert.deepEqual(await refused.json(), {
      code: 'too-many-commands',
      sentence: 'This account may send 2 commands a second; nothing was done. Try again in 1 s.',
      facts: { rate: 2, seconds: 1 },
    });
    const elsewhere = await ann.post('/console/houses/987654321/control', { SysOn: 1 });
    assert.equal(elsewhere.status, 429, 'the limit covers all houses of the account');
    assert.equal(
      (await bob.post(`${house}/control`, { SysOn: 1 })).status,
      404,
      'each account has its own limit',
    );
    clock.advance(500);
    assert.equal((await give()).status, 504);
    assert.equal((await give()).status, 429);
  });

  it('hides a house from everybody without access', async () => {
    await using cloud = await start(engine);
    const { bob, ann } = cloud;
    const seen = await bob.open(`${house}/events`);
    assert.deepEqual([seen.status, ((await seen.json()) as { code: string }).code], [404, 'no-such-bridge']);
    const given = await bob.post(`${house}/control`, { SysOn: 1 });
    assert.deepEqual([given.status, given.body.code], [404, 'no-such-bridge']);
    const none = await ann.open('/console/houses/987654321/events');
    assert.equal(none.status, 404);
    assert.equal((await ann.open(`${house}/events`, {})).status, 401);
    assert.equal((await ann.post(`${house}/control`, { SysOn: 1 }, { cookie: '' })).status, 401);
    assert.equal((await ann.post(`${house}/control`, { SysOn: 1 }, { 'x-form-token': 'x' })).status, 403);
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await ann.post(`${house}/control`, { SysOn: 1 }, elsewhere)).status, 403);
  });

  it('ends the stream of a house when the bridge is released and when the node stops', async () => {
    await using cloud = await start(engine);
    const released = await listen(cloud.ann);
    for (let count = 0; count < 2; count++) await released.next();
    assert.equal((await cloud.ann.post(`/console/bridges/${systemId}/release`)).status, 204);
    assert.equal(await released.next(), undefined);

    await using other = await start(engine);
    const listening = await listen(other.ann);
    for (let count = 0; count < 2; count++) await listening.next();
    await other.stop();
    assert.equal(await listening.next(), undefined);
  });

  it('limits the house streams of an account; closing one makes room', async () => {
    await using cloud = await start(engine);
    const pages = await Promise.all(Array.from({ length: maxStreams }, () => listen(cloud.ann)));
    const refused = await cloud.ann.open(`${house}/events`);
    assert.equal(refused.status, 429);
    await pages[0]!.leave();
    let again = await cloud.ann.open(`${house}/events`);
    while (again.status === 429) again = await cloud.ann.open(`${house}/events`);
    assert.equal(again.status, 200);
    await again.body!.cancel();
    for (const page of pages) await page.leave();
  });

  const recorded = (path: string, query = '') => `${house}/recorded?${new URLSearchParams({ path, query })}`;

  it('reads the history from the bridge for everybody with access, and briefly caches the reply', async () => {
    await using cloud = await start(engine);
    const { ann, bob } = cloud;
    const line = await cloud.connect();
    const path = recorded('/history', 'series=unit.Temp&from=1');
    const answers = Promise.all([ann.get(path), ann.get(path)]);
    const { type: _, ...asked } = await line.nextOf('read');
    assert.deepEqual(asked, { id: 1, path: '/history', query: 'series=unit.Temp&from=1' });
    line.send({ type: 'answer', n: 2, id: 1, status: 200, body: '{"series":{"unit.Temp":[2150,null]}}' });
    const body = { series: { 'unit.Temp': [2150, null] } };
    assert.deepEqual(await answers, [
      { status: 200, body },
      { status: 200, body },
    ]);
    assert.deepEqual(await ann.get(path), { status: 200, body }, 'the second reply comes from the cache');
    assert.equal((await bob.get(path)).body.code, 'no-such-bridge');
    assert.equal((await ann.get(path, { cookie: '' })).status, 401);

    await cloud.inviteBob();
    const forBob = bob.get(path);
    assert.equal((await line.nextOf('read')).id, 2, 'the cache is separate for each account');
    line.send({ type: 'answer', n: 3, id: 2, status: 200, body: '{"series":{}}' });
    assert.deepEqual(await forBob, { status: 200, body: { series: {} } });

    const done = ann.post(`${house}/control`, { SysOn: 1 });
    const { id, by } = await line.nextOf('control');
    assert.deepEqual(
      by,
      { account: 'ann@example.org', garage: true },
      'names the sender, who may open garage doors as the owner',
    );
    line.send({ type: 'result', n: 4, id });
    assert.equal((await done).status, 204);
  });

  it('refuses a read that the bridge refuses, an unknown path, and a reply that is not JSON', async () => {
    await using cloud = await start(engine);
    const { ann } = cloud;
    assert.deepEqual((await ann.get(recorded('/history'))).body, {
      code: 'Error',
      sentence: 'The bridge is not connected, so it cannot be asked.',
      facts: { bridge: 'absent', asked: 'read', within: 10 },
    });
    const line = await cloud.connect();
    let n = 1;
    const answer = async (status: number, body: string) => {
      const got = ann.get(recorded('/energy', `n=${n}`));
      const { id } = await line.nextOf('read');
      n++;
      line.send({ type: 'answer', n, id, status, body });
      const { status: is, body: refusal } = await got;
      return [is, refusal.sentence];
    };
    assert.deepEqual(await answer(400, 'The key by is missing.'), [400, 'The key by is missing.']);
    assert.deepEqual(await answer(413, 'Too large.'), [413, 'Too large.']);
    assert.deepEqual(await answer(200, '{"bars":'), [502, 'The bridge sent a reply that cannot be read.']);
    assert.deepEqual(await answer(200, '7'), [502, 'The bridge sent a reply that cannot be read.']);
    for (const [path, query] of [
      ['history', ''],
      ['/../simulation', ''],
      ['/history?x', ''],
      ['/history', 'x'.repeat(4_001)],
      ['/history', 'é'],
    ] as const)
      assert.deepEqual((await ann.get(recorded(path, query))).status, 400, path);
    assert.equal((await ann.get(`${house}/recorded`)).status, 400);
  });

  it('reports that the bridge does not support a read if it lacks its path', async () => {
    await using cloud = await start(engine);
    const { ann } = cloud;
    const line = await cloud.connect();
    const asked = ann.get(recorded('/later'));
    const { id } = await line.nextOf('read');
    const data = { code: 'unknown-path', path: [], input: '/later', facts: {} };
    line.send({ type: 'answer', n: 2, id, status: 404, body: 'There is nothing at /later.', data });
    const { status, body } = await asked;
    assert.deepEqual([status, body.code], [501, 'bridge-cannot']);
  });

  it('lists a ducted unit in the house and the zone that the installer chose to control the unit', async () => {
    await using cloud = await start(engine);
    const line = await cloud.connect();
    const listed = async () => (await cloud.ann.get('/console/bridges')).body[0];
    const set = async (n: number, unit: Readonly<Record<string, unknown>>) => {
      const components = [
        { kind: 'unit', index: 0, datagram: unit },
        { kind: 'zone', index: 3, datagram: { Index: 3, Name: 'Study', Setpoint: 2_150 } },
        { kind: 'zone', index: 4, datagram: { Index: 4, Name: 'Lounge', Setpoint: 2_300 } },
      ] as const;
      line.send({ type: 'change', n, at: 2_000, components, removed: [] });
      assert.deepEqual(await line.next(), { type: 'ack', n });
    };
    await set(2, { SysOn: 1, RAS: 2, CtrlZone: 3 });
    assert.deepEqual((await listed()).leader, { Index: 3, Name: 'Study', Setpoint: 2_150 });
    for (const [place, unit] of [
      { SysOn: 1, RAS: 1, CtrlZone: 3 },
      { SysOn: 1, RAS: 2, CtrlZone: 15 },
      { SysOn: 1, RAS: 2, CtrlZone: 9 },
    ].entries()) {
      await set(3 + place, unit);
      const { unit: shown, leader } = await listed();
      assert.deepEqual([shown, leader], [unit, undefined]);
    }
  });

  it('lets a guest who manages change the tariff, and one who controls skip dates', async () => {
    await using cloud = await start(engine);
    const { ann, bob } = cloud;
    const line = await cloud.connect();
    let n = 1;
    const answer = (id: number, body: string, status = 200) => {
      n++;
      line.send({ type: 'answer', n, id, status, body });
    };
    const change = (owner: Owner, path: string, body: object = {}) =>
      owner.post(`${house}/recorded`, { path, body });
    const [tariff, dates] = ['/energy/tariff', '/favourites/exceptions'];

    const energy = recorded('/energy');
    const before = ann.get(energy);
    answer((await line.nextOf('read')).id, '{"cost":1}');
    await before;
    const done = change(ann, tariff, { currency: 'AUD' });
    const { type: _, id, ...asked } = await line.nextOf('write');
    const by = { account: 'ann@example.org' };
    assert.deepEqual(asked, { path: tariff, body: { currency: 'AUD' }, by });
    answer(id, '{}');
    assert.equal((await done).status, 204);
    const after = ann.get(energy);
    answer((await line.nextOf('read')).id, '{"cost":2}');
    assert.deepEqual((await after).body, { cost: 2 }, 'a change clears the cache');

    const refused = change(ann, tariff, { currency: 'au' });
    answer((await line.nextOf('write')).id, 'That is no currency.', 400);
    assert.deepEqual(await refused, {
      status: 400,
      body: { code: 'InvalidRequest', sentence: 'That is no currency.' },
    });

    const worded = change(ann, tariff, { currency: 'au' });
    const { id: third } = await line.nextOf('write');
    const data = { code: 'missing-key', path: ['tariff'], facts: { key: 'prices' } };
    n++;
    line.send({ type: 'answer', n, id: third, status: 400, body: 'The key prices is missing.', data });
    assert.deepEqual(await worded, {
      status: 400,
      body: { code: 'InvalidRequest', sentence: 'The key prices is missing.', byBridge: data },
    });

    const codeOf = async (asked: ReturnType<typeof change>) => (await asked).body.code;
    assert.equal(await codeOf(change(bob, tariff)), 'no-such-bridge');
    const guestPath = await cloud.inviteBob();
    assert.equal(await codeOf(change(bob, dates)), 'access-missing');
    await ann.post(guestPath, { access: 'control' });
    assert.equal(await codeOf(change(bob, tariff)), 'access-missing');
    const skipped = change(bob, dates, { date: '2026-11-28' });
    const { id: skipping, by: guest } = await line.nextOf('write');
    assert.deepEqual(guest, { account: 'bob@example.org' });
    answer(skipping, '{}');
    assert.equal((await skipped).status, 204);
    await ann.post(guestPath, { access: 'manage' });
    const priced = change(bob, tariff);
    answer((await line.nextOf('write')).id, '{}');
    assert.equal((await priced).status, 204);

    for (const path of ['/simulation/ClockStep', '/HvacCommandV2', '/energy', 'constructor', ''])
      assert.equal(await codeOf(change(ann, path)), 'InvalidRequest', path);
    const { body } = await ann.post(`${house}/recorded`, { path: tariff, body: 7 });
    assert.equal(body.code, 'body-malformed');
    assert.equal((await ann.post(`${house}/recorded`, {}, { cookie: '' })).status, 401);
    assert.equal((await ann.post(`${house}/recorded`, {}, { 'x-form-token': 'x' })).status, 403);

    const cannot = change(ann, tariff);
    const { id: last } = await line.nextOf('write');
    const unknown = { code: 'unknown-path', path: [], input: tariff, facts: {} };
    n++;
    line.send({
      type: 'answer',
      n,
      id: last,
      status: 404,
      body: `There is nothing at ${tariff}.`,
      data: unknown,
    });
    assert.deepEqual(await cannot, {
      status: 501,
      body: {
        code: 'bridge-cannot',
        sentence:
          'The software of this bridge is too old to change this through the cloud. When you are at home, use the bridge’s own page.',
        facts: { asked: 'write' },
      },
    });
  });

  it('limits how often an account reads from a bridge', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await start(engine, { clock });
    const { burst, rate } = limits.houseReads;
    const read = async () => (await cloud.ann.open(recorded('nothing'))).status;
    for (let n = 0; n < burst; n++) assert.equal(await read(), 400);
    const refused = await cloud.ann.open(recorded('nothing'));
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
    clock.advance(1_000 / rate);
    assert.equal(await read(), 400);
  });
});

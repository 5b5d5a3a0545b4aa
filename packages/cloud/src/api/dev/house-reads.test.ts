import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import type { BridgeReply } from '../../fleet/controls/bridge-reply.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { createHouse } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';

const systemId = '123456789';
const scopes = ['query-control', 'history'];

onSqliteFirst('history and energy for an app', (engine) => {
  it('reads from a bridge for an app with the scope history, and refuses other apps', async () => {
    await using place = await engine.createPlace();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({ place: place.place, clock });
    for (const account of ['ann', 'bob']) await insertAccount(cloud.store, account);
    await createHouse(cloud, { accountId: 'ann', systemId });
    const token = cloud.tokens.issue('ann', { scopes });
    const get = async (path: string, bearer: string | undefined = token, of = systemId) => {
      const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
      const answer = await fetch(`${cloud.url}/dev/houses/${of}${path}`, { headers });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
    };
    const refused = async (asked: ReturnType<typeof get>): Promise<[number, string, string]> => {
      const { status, headers, body } = await asked;
      const { requestId, response } = body as { requestId: string; response: Record<string, string> };
      assert.equal(requestId, headers.get('x-request-id'));
      return [status, response.result!, response.detail!];
    };
    cloud.controls.answer({
      answer: 'read',
      status: 200,
      body: '{"series":{"unit.Temp":[2150,null]},"events":[]}',
    });
    const path = '/history?series=unit.Temp&from=1';
    assert.deepEqual((await get(path)).body, { series: { 'unit.Temp': [2150, null] }, events: [] });
    assert.match((await get(path)).headers.get('ratelimit')!, /^"token";r=/);
    const asked = { systemId, path: '/history', query: 'series=unit.Temp&from=1' };
    assert.deepEqual(cloud.controls.asked, [asked], 'the second reply comes from the cache');
    for (const other of [
      '/history/series',
      '/history/events',
      '/energy',
      '/energy/tariff',
      '/explain?component=unit',
    ])
      assert.equal((await get(other)).status, 200, other);

    const happened = [{ kind: 'zone', index: 1 }, { kind: 'lamp', index: 2 }, { kind: 'none' }, null];
    const body = JSON.stringify({ from: 1, to: 2, events: happened, isCut: false });
    cloud.controls.answer({ answer: 'read', status: 200, body });
    const eventsFor = async (query: string, bearer?: string) =>
      ((await get(`/history/events?${query}`, bearer)).body as { events: unknown[] }).events;
    assert.deepEqual(await eventsFor('from=1&to=2'), [happened[0]], 'lighting needs its own scope');
    const withLights = cloud.tokens.issue('ann', { scopes: [...scopes, 'lighting'] });
    assert.deepEqual(await eventsFor('from=1&to=3', withLights), happened.slice(0, 2));

    const without = await get(path, cloud.tokens.issue('ann'));
    assert.equal(without.status, 403);
    const detail = 'The access token does not allow this; it needs the scope history.';
    assert.equal((without.body as { response: { detail: string } }).response.detail, detail);
    assert.match(without.headers.get('www-authenticate')!, /insufficient_scope", scope="history"/);
    assert.equal((await refused(get(path, 'none')))[0], 401);
    const noHouse = [403, 'UserNotAllowed', 'This user has no such house.'];
    assert.deepEqual(await refused(get(path, cloud.tokens.issue('bob', { scopes }))), noHouse);
    assert.deepEqual(await refused(get(path, token, '987654321')), noHouse);
    for (const other of ['/favourites/exceptions', '/simulation', '/history/', '/../../dev'])
      assert.equal((await fetch(`${cloud.url}/dev/houses/${systemId}${other}`)).status, 404, other);

    const answers: readonly (readonly [BridgeReply, number, RegExp])[] = [
      [{ answer: 'read', status: 400, body: 'The key by is missing.' }, 400, /^The key by is missing\.$/],
      [{ answer: 'read', status: 413, body: 'Too large.' }, 413, /^Too large\.$/],
      [{ answer: 'cannot' }, 501, /software of this bridge is too old/],
      [{ answer: 'absent' }, 504, /is not connected/],
      [{ answer: 'unreachable' }, 504, /cannot be reached/],
      [{ answer: 'silent' }, 504, /did not answer within 10 s/],
    ];
    for (const [place, [reply, status, sentence]] of answers.entries()) {
      cloud.controls.answer(reply);
      const [is, result, why] = await refused(get(`/energy?by=${place}`));
      assert.deepEqual([is, result], [status, status === 400 ? 'InvalidRequest' : 'Error']);
      assert.match(why, sentence);
    }
    assert.equal((await refused(get(`/energy?${'x'.repeat(4_001)}`)))[0], 400);

    cloud.controls.answer({ answer: 'read', status: 200, body: '{}' });
    clock.advance(60_000);
    for (let n = 0; n < limits.houseReads.burst; n++)
      assert.equal((await get(`/energy?n=${n % 4}`)).status, 200);
    const [status, , sentence] = await refused(get('/energy'));
    assert.equal(status, 429);
    assert.match(sentence, /^This app may read from the bridges of this user 2 times a second/);
  });

  const open = async (about: Partial<Parameters<typeof startRequestServer>[0]> = {}) => {
    const stack = new AsyncDisposableStack();
    const clock = createFakeClock(Date.now());
    const { place } = stack.use(await engine.createPlace());
    const cloud = stack.use(await startRequestServer({ place, clock, ...about }));
    await insertAccount(cloud.store, 'ann');
    await createHouse(cloud, { accountId: 'ann', systemId });
    cloud.controls.answer({ answer: 'read', status: 200, body: '{}' });
    const get = (path: string, token: string) =>
      fetch(`${cloud.url}/dev/houses/${systemId}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    return { ...cloud, clock, get, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it("tells an app how long to wait if it reads too often or its user's quota is used up", async () => {
    const accountLimits = { ...toAccountLimits(1), read: { rate: 512, burst: 3 * limits.read.least } };
    await using cloud = await open({ accountLimits });
    const token = cloud.tokens.issue('ann', { scopes });
    const ask = async (path: string) => {
      const answer = await cloud.get(path, token);
      return [answer.status, answer.headers.get('retry-after')];
    };
    for (let count = 0; count < 4; count++) assert.deepEqual(await ask(`/energy?n=${count}`), [200, null]);
    // Four replies of a few bytes count as 1,024 each, and 512 recover in a second.
    assert.deepEqual(await ask('/energy?n=5'), [429, '2']);
    assert.equal(cloud.controls.asked.length, 4);
    cloud.clock.advance(1_999);
    assert.equal((await ask('/energy?n=6'))[0], 429);
    cloud.clock.advance(1);
    assert.equal((await ask('/energy?n=7'))[0], 200);
  });

  it('tells an app how long to wait if it reads more than twice per second on average', async () => {
    await using cloud = await open({ accountLimits: toAccountLimits(100) });
    const token = cloud.tokens.issue('ann', { scopes });
    for (let count = 0; count < limits.houseReads.burst; count++) await cloud.get('/energy', token);
    const refused = await cloud.get('/energy', token);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
    const another = cloud.tokens.issue('ann', { scopes, clientId: 'another' });
    assert.equal((await cloud.get('/energy', another)).status, 200, 'another app');
    assert.equal(cloud.controls.asked.length, 2, 'the cache is separate for each app');
    cloud.clock.advance(500);
    assert.equal((await cloud.get('/energy', token)).status, 200);
  });

  it('counts an app’s reads with their status, but not a read with an unknown token', async () => {
    const counted: unknown[] = [];
    await using cloud = await open({
      count: (app, { operation, status }) => void counted.push([app, operation, status]),
    });
    const token = cloud.tokens.issue('ann', { scopes });
    await cloud.get('/energy', token);
    await cloud.get('/energy', cloud.tokens.issue('ann'));
    await cloud.get('/energy', 'unknown');
    assert.deepEqual(counted, [
      ['app', 'Unknown', 200],
      ['app', 'Unknown', 403],
    ]);
  });

  it('fails a read of history or energy for unknown events or an unavailable database', async () => {
    await using cloud = await open();
    const token = cloud.tokens.issue('ann', { scopes });
    for (const body of ['{"events":7}', 'no JSON']) {
      cloud.controls.answer({ answer: 'read', status: 200, body });
      const answer = await cloud.get(`/history/events?x=${body.length}`, token);
      assert.equal(answer.status, 502);
    }
    cloud.controls.answer(async () => {
      throw new Error('broken');
    });
    const failed = await cloud.get('/energy', token);
    assert.equal(failed.status, 500);
    assert.ok(!(await failed.text()).includes('broken'));
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { accountQuota } from '@plenum/protocol/cloud';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import type { BridgeReply } from '../../fleet/controls/control-sender.ts';
import { createHouse } from './house.fixture.ts';
import { startRequestServer } from './request-server.fixture.ts';

const systemId = '123456789';
const scopes = ['query-control', 'history'];

onEachStore('history and energy for an app', (engine) => {
  it('are read from the bridge with the scope history, and refused with a sentence without it', async () => {
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
    assert.deepEqual(cloud.controls.asked, [asked], 'the bridge is asked once');
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
    assert.deepEqual(await eventsFor('from=1&to=2'), [happened[0]], 'lighting has a scope of its own');
    const withLights = cloud.tokens.issue('ann', { scopes: [...scopes, 'lighting'] });
    assert.deepEqual(await eventsFor('from=1&to=3', withLights), happened.slice(0, 2));

    const without = await get(path, cloud.tokens.issue('ann'));
    assert.equal(without.status, 403);
    const detail = 'The access token does not allow this; it needs the scope history.';
    assert.equal((without.body as { response: { detail: string } }).response.detail, detail);
    assert.match(without.headers.get('www-authenticate')!, /insufficient_scope", scope="history"/);
    assert.equal((await refused(get(path, 'none')))[0], 401);
    const noHouse = [403, 'UserNotAllowed', 'There is no such house among those of this user.'];
    assert.deepEqual(await refused(get(path, cloud.tokens.issue('bob', { scopes }))), noHouse);
    assert.deepEqual(await refused(get(path, token, '987654321')), noHouse);
    for (const other of ['/favourites/exceptions', '/simulation', '/history/', '/../../dev'])
      assert.equal((await fetch(`${cloud.url}/dev/houses/${systemId}${other}`)).status, 404, other);

    const answers: readonly (readonly [BridgeReply, number, RegExp])[] = [
      [{ answer: 'read', status: 400, body: 'The key by is missing.' }, 400, /^The key by is missing\.$/],
      [{ answer: 'read', status: 413, body: 'Too large.' }, 413, /^Too large\.$/],
      [{ answer: 'cannot' }, 501, /release of this bridge is too old/],
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
    for (let n = 0; n < accountQuota.houseReads.burst; n++)
      assert.equal((await get(`/energy?n=${n % 4}`)).status, 200);
    const [status, , sentence] = await refused(get('/energy'));
    assert.equal(status, 429);
    assert.match(sentence, /^This app reads more than 2 times a second/);
  });
});

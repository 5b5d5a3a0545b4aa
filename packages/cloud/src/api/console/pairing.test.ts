import assert from 'node:assert/strict';
import { it } from 'node:test';
import { uplink } from '@plenum/protocol/uplink';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { createScriptedBridge, type ScriptedBridge } from '../../fleet/uplink/bridge.fixture.ts';
import type { ClimateCloud } from '../../start/climate-cloud.ts';
import { signUpOwner, startWholeCloud } from './owner.fixture.ts';

const begin = async ({ publicUrl }: ClimateCloud, more: Record<string, string> = {}) => {
  const body = new URLSearchParams({ client_id: uplink.clientId, scope: uplink.scope, ...more });
  const answer = await fetch(`${publicUrl}/device/authorization`, { method: 'POST', body });
  return (await answer.json()) as { user_code: string; device_code: string };
};

const poll = async ({ publicUrl }: ClimateCloud, { device_code }: { device_code: string }) => {
  const body = new URLSearchParams({
    client_id: uplink.clientId,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
  });
  const answer = await fetch(`${publicUrl}/token`, { method: 'POST', body });
  return (await answer.json()) as { error?: string; access_token?: string; scope?: string };
};

/** Registers the key of a bridge with a token and returns the status. */
const register = async ({ publicUrl }: ClimateCloud, bridge: ScriptedBridge, token: string) =>
  (await bridge.register(publicUrl, token)).status;

const systemId = '123456789';

onEachStore('pairing a bridge in the web application', (engine) => {
  it('finds a bridge by its code and allows it, so that the bridge can register its key', async () => {
    await using running = await startWholeCloud(engine);
    const { cloud } = running;
    const ann = await signUpOwner(cloud, 'ann@example.org');
    const bridge = await createScriptedBridge(systemId);
    const begun = await begin(cloud, { [uplink.systemIdParameter]: systemId });

    const found = await ann.post('/console/pairings/find', { code: begun.user_code.toLowerCase() });
    const shown = { code: begun.user_code, reach: 'one', address: '127.0.0.1', systemId };
    assert.deepEqual(found, { status: 200, body: shown });
    assert.equal((await poll(cloud, begun)).error, 'authorization_pending');
    assert.equal((await ann.post('/console/pairings/allow', { code: begun.user_code })).status, 204);

    const { access_token, scope } = await poll(cloud, begun);
    assert.equal(scope, uplink.scope);
    assert.equal(await register(cloud, bridge, access_token!), 200);
    const bridges = (await (await ann.open('/console/bridges')).json()) as { systemId: string }[];
    assert.deepEqual(
      bridges.map((one) => one.systemId),
      [systemId],
    );
    assert.equal((await poll(cloud, begun)).error, 'invalid_grant', 'a code can be exchanged once');
  });

  it('shows the system id of a bridge only if it is well-formed', async () => {
    await using running = await startWholeCloud(engine);
    const ann = await signUpOwner(running.cloud, 'ann@example.org');
    for (const claimed of ['12345678', '1234567890', '<b>123456']) {
      const { user_code: code } = await begin(running.cloud, { [uplink.systemIdParameter]: claimed });
      assert.deepEqual((await ann.post('/console/pairings/find', { code })).body, {
        code,
        reach: 'one',
        address: '127.0.0.1',
      });
    }
  });

  it('shows how many bridges a program asks to pair, and allows that many', async () => {
    await using running = await startWholeCloud(engine);
    const { cloud } = running;
    const ann = await signUpOwner(cloud, 'ann@example.org');
    const scopes = [uplink.fleetScope, `${uplink.scope} ${uplink.fleetScope}`];
    for (const [round, scope] of scopes.entries()) {
      const begun = await begin(cloud, { scope });
      const { body } = await ann.post('/console/pairings/find', { code: begun.user_code });
      assert.equal(body.reach, 'many', scope);
      assert.equal((await ann.post('/console/pairings/allow', { code: begun.user_code })).status, 204);
      const { access_token, ...told } = await poll(cloud, begun);
      assert.equal(told.scope, scope);
      for (const number of [1, 2]) {
        const bridge = await createScriptedBridge(`0000000${round}${number}`);
        assert.equal(await register(cloud, bridge, access_token!), 200, `${scope}, bridge ${number}`);
      }
    }
  });

  it('approves one bridge if the request is for one or gives no number', async () => {
    await using running = await startWholeCloud(engine);
    const { cloud } = running;
    const ann = await signUpOwner(cloud, 'ann@example.org');
    const forms: readonly Record<string, string>[] = [{ scope: uplink.scope }, { scope: '' }];
    for (const [round, form] of forms.entries()) {
      const begun = await begin(cloud, form);
      const { body } = await ann.post('/console/pairings/find', { code: begun.user_code });
      assert.equal(body.reach, 'one');
      await ann.post('/console/pairings/allow', { code: begun.user_code });
      const { access_token, scope } = await poll(cloud, begun);
      assert.equal(scope, uplink.scope);
      const [first, second] = [`00000001${round}`, `00000002${round}`];
      assert.equal(await register(cloud, await createScriptedBridge(first), access_token!), 200);
      assert.equal(await register(cloud, await createScriptedBridge(second), access_token!), 401);
    }
  });

  it('reports to a bridge that its owner refused it', async () => {
    await using running = await startWholeCloud(engine);
    const ann = await signUpOwner(running.cloud, 'ann@example.org');
    const begun = await begin(running.cloud);
    assert.equal((await ann.post('/console/pairings/refuse', { code: begun.user_code })).status, 204);
    assert.equal((await poll(running.cloud, begun)).error, 'access_denied');
  });

  it('reports why a pairing code is not accepted', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using running = await startWholeCloud(engine);
    const ann = await signUpOwner(running.cloud, 'ann@example.org');
    const code = async (path: string, of: string) => {
      const { status, body } = await ann.post(`/console/pairings/${path}`, { code: of });
      return [status, body?.code];
    };
    assert.deepEqual(await code('find', 'BBBB-BBBB'), [404, 'code-unknown']);
    assert.deepEqual(await code('allow', ''), [404, 'code-unknown']);
    const used = await begin(running.cloud);
    await code('allow', used.user_code);
    for (const act of ['find', 'allow', 'refuse'])
      assert.deepEqual(await code(act, used.user_code), [409, 'code-used'], act);
    const late = await begin(running.cloud);
    t.mock.timers.setTime(1_800_000_600_000);
    assert.deepEqual(await code('allow', late.user_code), [410, 'code-expired']);
  });

  it('pairs a bridge with only one of two owners who respond at the same time', async () => {
    await using running = await startWholeCloud(engine);
    const owners = [
      await signUpOwner(running.cloud, 'ann@example.org'),
      await signUpOwner(running.cloud, 'bob@example.org'),
    ];
    const { user_code: code } = await begin(running.cloud);
    const answers = await Promise.all(owners.map((owner) => owner.post('/console/pairings/allow', { code })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409]);
  });

  it('requires a signed-in owner on a page of this site for pairing', async () => {
    await using running = await startWholeCloud(engine);
    const ann = await signUpOwner(running.cloud, 'ann@example.org');
    const begun = await begin(running.cloud);
    const code = begun.user_code;
    const allow = (headers: Record<string, string>) => ann.post('/console/pairings/allow', { code }, headers);
    assert.equal((await allow({ cookie: '' })).status, 401);
    assert.equal((await allow({ 'x-form-token': 'made up' })).status, 403);
    assert.equal((await allow({ origin: 'https://evil.example' })).status, 403);
    assert.equal((await poll(running.cloud, begun)).error, 'authorization_pending');
  });

  it('slows down the guessing of pairing codes, counting the pages at /device too', async () => {
    await using running = await startWholeCloud(engine);
    const ann = await signUpOwner(running.cloud, 'ann@example.org');
    const guess = ['/console/pairings/find', { code: 'BBBB-BBBB' }] as const;
    for (let count = 0; count < 41; count++) assert.equal((await ann.post(...guess)).status, 404);
    const slowed = await ann.send(...guess);
    assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, '1']);
    const { sentence } = (await slowed.json()) as { sentence: string };
    assert.equal(sentence, 'Too many attempts; try again in 1 second.');
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { uplink } from '@plenum/protocol/uplink';
import { actionEnding, createBrowser, type Visit } from '@plenum/testbed/form-browser';
import { startWholeCloud } from '../../api/console/owner.fixture.ts';
import { onEachStore, type TestEngine } from '../../fixture/with-store.fixture.ts';
import { readAudit } from '../../identity/account/audit/audit.fixture.ts';
import type { Act } from '../../identity/account/audit/audit.ts';
import { demo } from '../../identity/oauth/app/demo.ts';
import type { ClimateCloud } from '../../start/climate-cloud.ts';
import { pairBridge, releaseBridges } from '../bridge/pair.ts';
import { readBridges } from '../bridge/store.ts';
import { createScriptedBridge, type ScriptedBridge } from './bridge.fixture.ts';

const start = async (engine: TestEngine) => {
  const stack = new AsyncDisposableStack();
  const { cloud } = stack.use(await startWholeCloud(engine));
  const { id } = await cloud.store.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  return { cloud, accountId: id, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** Returns the only entry of an act in the account's audit log. */
const findEntry = async ({ cloud, accountId }: { cloud: ClimateCloud; accountId: string }, act: Act) => {
  const entries = await readAudit(cloud.store, accountId, 100);
  const [entry, ...others] = entries.filter((one) => one.act === act);
  assert.deepEqual(others, []);
  return entry;
};

/** Creates the access token that results when an owner enters a code in a browser. */
const allow = async (
  { publicUrl }: ClimateCloud,
  scope: string,
  about: Record<string, string> = {},
): Promise<string> => {
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: uplink.clientId, ...form });
    return (await (await fetch(`${publicUrl}${path}`, { method: 'POST', body })).json()) as Record<
      string,
      string
    >;
  };
  const begun = await post('/device/authorization', { scope, ...about });
  const browser = createBrowser(publicUrl);
  const send = (page: Visit, end: string, fields: Record<string, string>) =>
    browser.send(page, { action: actionEnding(page, end), fields });
  const user_code = begun.user_code!;
  const shown = await send(await browser.go('/device'), '/device', { user_code });
  const login = await send(shown, '/device', { confirm: 'yes' });
  const consent = await send(login, '/sign-in', { email: demo.email, password: demo.password });
  await send(consent, '/consent', { answer: 'allow' });
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return (await post('/token', { grant_type, device_code: begun.device_code! })).access_token!;
};

const pair = ({ publicUrl }: ClimateCloud, bridge: ScriptedBridge, token: string) =>
  bridge.register(publicUrl, token);

onEachStore('grants allowed by entering a code', (engine) => {
  it('a grant pairs one bridge once, and the pairing is recorded', async () => {
    await using running = await start(engine);
    const { cloud } = running;
    const token = await allow(cloud, uplink.scope);
    const [bridge, other] = [
      await createScriptedBridge('000000101'),
      await createScriptedBridge('000000102'),
    ];
    assert.deepEqual(await pair(cloud, bridge, token), { status: 200 });
    assert.deepEqual(await pair(cloud, other, token), { status: 401, error: 'not-granted' });
    assert.deepEqual(await pair(cloud, bridge, token), { status: 401, error: 'not-granted' });
    const kept = await cloud.store.db.selectFrom('authorization_item').select('kind').execute();
    assert.deepEqual(
      kept.map(({ kind }) => kind).filter((kind) => ['Grant', 'AccessToken'].includes(kind)),
      [],
    );
    const { address, facts } = (await findEntry(running, 'bridge-paired'))!;
    assert.deepEqual(
      { address, facts },
      { address: '127.0.0.1', facts: { systemId: '000000101', keyId: bridge.kid } },
    );
    assert.ok(
      (await bridge.connect(cloud.publicUrl)).isOpen(),
      'a bridge that missed the response can connect',
    );
  });

  it('a grant pairs only one of many bridges that use it at the same time', async () => {
    await using running = await start(engine);
    const { cloud, accountId } = running;
    const token = await allow(cloud, uplink.scope);
    const bridges = await Promise.all(
      Array.from({ length: 6 }, (_, index) => createScriptedBridge(`00000020${index}`)),
    );
    const results = await Promise.all(bridges.map((bridge) => pair(cloud, bridge, token)));
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401]);
    assert.equal((await readBridges(cloud.store.db, { accountId, now: 0 })).length, 1);
  });

  it('keeps the grant if a system id belongs to another account, and records the attempt', async () => {
    await using running = await start(engine);
    const { cloud } = running;
    const [own, thief] = [await createScriptedBridge('000000301'), await createScriptedBridge('000000301')];
    assert.equal((await pair(cloud, own, await allow(cloud, uplink.scope))).status, 200);
    const token = await allow(cloud, uplink.scope);
    assert.deepEqual(await pair(cloud, thief, token), { status: 409, error: 'system-taken' });
    assert.equal((await findEntry(running, 'bridge-pairing-refused'))?.facts.systemId, '000000301');
    assert.deepEqual(await pair(cloud, await createScriptedBridge('000000302'), token), { status: 200 });
  });

  it('a grant pairs only the bridge that was shown to its owner', async () => {
    await using running = await start(engine);
    const { cloud } = running;
    const token = await allow(cloud, uplink.scope, { [uplink.systemIdParameter]: '000000601' });
    const [other, own] = [await createScriptedBridge('000000602'), await createScriptedBridge('000000601')];
    assert.deepEqual(await pair(cloud, other, token), { status: 401, error: 'not-granted' });
    assert.deepEqual(await pair(cloud, own, token), { status: 200 });
  });

  it('a grant pairs any number of bridges if the owner agreed to that', async () => {
    await using running = await start(engine);
    const { cloud, accountId } = running;
    const token = await allow(cloud, uplink.fleetScope);
    for (const systemId of ['000000401', '000000402', '000000403'])
      assert.deepEqual(await pair(cloud, await createScriptedBridge(systemId), token), { status: 200 });
    assert.equal((await readBridges(cloud.store.db, { accountId, now: 0 })).length, 3);
  });
});

onEachStore('releasing a bridge during pairing', (engine) => {
  it('a bridge released while it is being paired has either an owner and a key, or neither', async () => {
    await using running = await start(engine);
    const { cloud, accountId } = running;
    const { store } = cloud;
    const listeners = { componentsChanged: [], ownershipChanged: [] };
    const pairing = { systemId: '000000501', accountId, keyId: 'K', jwk: {}, now: 1 };
    for (let round = 0; round < 20; round++) {
      await Promise.all([
        store.transaction('full', (tx) => pairBridge(tx, pairing, listeners)),
        store.transaction('full', (tx) => releaseBridges(tx, { accountId }, listeners)),
        store.transaction('full', (tx) => pairBridge(tx, { ...pairing, keyId: 'L' }, listeners)),
      ]);
      const { account_id, key_id, public_key } = await cloud.store.db
        .selectFrom('bridge')
        .select(['account_id', 'key_id', 'public_key'])
        .executeTakeFirstOrThrow();
      const parts = [account_id, key_id, public_key].map((part) => part === null);
      assert.equal(new Set(parts).size, 1, JSON.stringify({ account_id, key_id, public_key }));
    }
  });
});

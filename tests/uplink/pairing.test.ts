import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { startClimateCloud } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { until } from '@plenum/testbed/until';
import { startUplinkBridge, untilUplink } from '@plenum/testbed/uplink-bridge';

const credentials = { email: 'anna@example.org', password: 'a quiet house by the sea' };

test('an owner enters the code a bridge shows, sees the house, releases it, and deletes the account', async () => {
  using folder = createDataFolder();
  const store = { dataDir: join(folder.path, 'cloud') };
  await using cloud = await startClimateCloud({
    store,
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
  });
  const url = cloud.publicUrl;
  const owner = await enterAccount(url, credentials);
  await owner.signUp();
  await using bridge = await startUplinkBridge(join(folder.path, 'bridge'), url);
  const pair = async () => {
    const { userCode, verificationUri } = await untilUplink(bridge, 'pairing');
    assert.equal(verificationUri, `${url}/device`);
    // In another browser, which has to sign in on the way.
    await (await enterAccount(url, credentials)).enterCode(userCode);
    await untilUplink(bridge, 'connected');
  };
  const listBridges = async () => {
    const bridges = (await owner.call('/console/bridges')) as unknown as { systemId: string }[];
    return bridges.map(({ systemId }) => systemId);
  };

  await pair();
  const { uid } = bridge.identity;
  assert.deepEqual(await listBridges(), [uid]);
  const { access } = await owner.allowApp();
  const answer = await fetch(`${url}/dev`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body: JSON.stringify({ requestId: randomUUID(), requestType: 'Discover' }),
  });
  const { response } = (await answer.json()) as { response: { devices: object[] } };
  assert.ok(response.devices.length > 5);
  const index = bridge.device.datagrams().split[0]!.Index;
  await owner.call(`/console/houses/${uid}/control`, { SplitSystemZoneOn: { Index: index, On: 1 } });
  assert.equal(bridge.device.datagrams().split[0]!.On, 1);

  await owner.call(`/console/bridges/${uid}/release`, {});
  assert.deepEqual(await listBridges(), []);
  await pair();
  assert.deepEqual(await listBridges(), [uid]);

  await owner.call('/account/remove', { password: credentials.password });
  await untilUplink(bridge, 'pairing');
  await until('no bridge is connected', async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return /^plenum_cloud_bridges 0$/m.test(metrics);
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bridge, startBridge, toHouseToRun, type UplinkStatus } from '@plenum/bridge';
import { startClimateCloud } from '@plenum/cloud';
import { readShippedHouse } from '@plenum/installation';
import { type Clock, systemClock } from '@plenum/machine';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { until } from '@plenum/testbed/until';

const credentials = { email: 'anna@example.org', password: 'a quiet house by the sea' };

/** Waits are short: with the real clock a bridge polls every 5 s for the consent of its owner (RFC 8628, 3.2). */
const fastClock: Clock = {
  ...systemClock,
  after: (milliseconds, ring) => systemClock.after(milliseconds / 50, ring),
};

const startFlat = (dataDir: string, cloud: string) => {
  const house = readShippedHouse('flat');
  assert.ok(house.ok);
  return startBridge({
    house: toHouseToRun(house.value),
    dataDir,
    cloud,
    httpPort: 0,
    udpPort: 0,
    notifyAddress: '127.0.0.1',
    notifyPort: 9,
    clock: fastClock,
    uplinkPace: { pingInterval: 100, idleTimeout: 5_000, backoff: { first: 5, max: 50 } },
  });
};

const untilState = <State extends UplinkStatus['state']>(bridge: Bridge, state: State) =>
  new Promise<Extract<UplinkStatus, { state: State }>>((resolve) => {
    const check = (status: UplinkStatus) => {
      if (status.state === state) resolve(status as Extract<UplinkStatus, { state: State }>);
    };
    bridge.uplink!.subscribe(check);
    check(bridge.uplink!.status());
  });

test('an owner enters the code a bridge shows, sees the house, releases it, and deletes the account', async () => {
  using folder = createDataFolder();
  const store = { dataDir: join(folder.path, 'cloud') };
  await using cloud = await startClimateCloud({ store, httpPort: 0, development: true });
  const url = cloud.publicUrl;
  const owner = await enterAccount(url, credentials);
  await owner.signUp();
  await using bridge = await startFlat(join(folder.path, 'bridge'), url);
  const pair = async () => {
    const { userCode, verificationUri } = await untilState(bridge, 'pairing');
    assert.equal(verificationUri, `${url}/device`);
    // In another browser, which has to sign in on the way.
    await (await enterAccount(url, credentials)).enterCode(userCode);
    await untilState(bridge, 'connected');
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
  await untilState(bridge, 'pairing');
  await until('no bridge is connected', async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return /^plenum_cloud_bridges 0$/m.test(metrics);
  });
});

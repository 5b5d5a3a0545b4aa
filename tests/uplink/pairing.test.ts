import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { startBridge } from '@plenum/bridge';
import { startClimateCloud } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';
import { monday } from '@plenum/platform/fake-clock';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { enterAccount } from '@plenum/testbed/account';
import { requestAsApp } from '@plenum/testbed/app-request';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { startHostileProxy } from '@plenum/testbed/hostile-proxy';
import { toShippedHouse } from '@plenum/testbed/house';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';
import { startUplinkBridge, untilUplink } from '@plenum/testbed/uplink-bridge';

const credentials = { email: 'anna@example.org', password: 'a quiet house by the sea' };

test('an owner enters a bridge’s code, sees the house, releases it and deletes the account', async () => {
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
    // In another browser, which has to sign in first.
    await (await enterAccount(url, credentials)).enterCode(userCode);
    await untilUplink(bridge, 'connected');
  };
  const listBridges = async () => {
    const bridges = await owner.call<{ systemId: string }[]>('/console/bridges');
    return bridges.map(({ systemId }) => systemId);
  };

  await pair();
  const { uid } = bridge.identity;
  assert.deepEqual(await listBridges(), [uid]);
  const { access } = await owner.allowApp();
  const { devices } = await requestAsApp({ url, token: access }, { requestType: 'Discover' });
  assert.ok(devices!.length > 5);
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

test('drops the command of a client that hangs up, and executes those of waiting clients', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  // A proxy between bridge and cloud that only observes their frames.
  const proxy = stack.use(await startHostileProxy({ target: '', random: createSeededRandom(1) }));
  const cloud = stack.use(
    await startClimateCloud({
      store: { dataDir: join(folder.path, 'cloud') },
      httpPort: 0,
      development: true,
      passwordCost: leastCost,
      otherUrls: [proxy.url],
    }),
  );
  proxy.target = cloud.publicUrl;
  // Only the test advances this clock, so that no request times out while the device is slow.
  const clock = createSteppedClock(monday);
  const device = stack.use(
    await startBridge({
      ...onFreePorts,
      house: toShippedHouse('flat'),
      dataDir: join(folder.path, 'device'),
      misbehave: { busy: 0 },
      timeScale: 0,
      clock,
    }),
  );
  const front = stack.use(
    await startBridge({
      ...onFreePorts,
      attach: { host: '127.0.0.1', port: device.http.port, notifyPort: false, pause: 0 },
      dataDir: join(folder.path, 'front'),
      cloud: proxy.url,
      clock,
    }),
  );
  const owner = await enterAccount(cloud.publicUrl, credentials);
  await owner.signUp();
  await owner.enterCode((await untilUplink(front, 'pairing')).userCode);
  const passUntil = (what: string, milliseconds: number, is: () => boolean) =>
    until(what, async () => {
      clock.advance(milliseconds);
      return is();
    });
  // Every 5 s the bridge checks whether it has been paired.
  await passUntil('the bridge is connected', 500, () => front.uplink!.status().state === 'connected');
  const { access } = await owner.allowApp();
  const split = (index: number) => device.device.datagrams().split[index]!;
  const control = (index: number, requestBody: object, signal?: AbortSignal) =>
    fetch(`${cloud.publicUrl}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
      body: JSON.stringify({
        requestId: randomUUID(),
        requestType: 'Control',
        componentId: `${front.identity.uid}_split_zone_${index}`,
        requestBody,
      }),
      ...(signal !== undefined && { signal }),
    });
  const { Setpoint } = split(1);
  assert.notEqual(Setpoint, 2750);

  device.quirks.set({ 'answer-time': 7_777 });
  const first = control(0, { SplitSystemZoneSetpoint: { Index: 0, Setpoint: 2650 } });
  await clock.reached(7_777);
  const client = new AbortController();
  const arrives = proxy.nextFrame('"control"');
  const gone = assert.rejects(
    control(1, { SplitSystemZoneSetpoint: { Index: 1, Setpoint: 2750 } }, client.signal),
    { name: 'AbortError' },
  );
  const { id } = JSON.parse(await arrives) as { id: string };
  const [cancelled, dropped] = [proxy.nextFrame('"cancel"'), proxy.nextFrame('"dropped"')];
  client.abort();
  await gone;
  assert.deepEqual(JSON.parse(await cancelled), { type: 'cancel', id });
  assert.equal(JSON.parse(await dropped).id, id);
  const waits = proxy.nextFrame('"control"');
  const last = control(1, { SplitSystemZoneOn: { Index: 1, On: 1 } });
  await waits;

  device.quirks.set({ busy: 0 });
  clock.advance(7_777);
  const answers = Promise.all([first, last]);
  let isAnswered = false;
  void answers.finally(() => {
    isAnswered = true;
  });
  await passUntil('both are answered', 20, () => isAnswered);
  assert.deepEqual(
    (await answers).map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual([split(0).Setpoint, split(1).On, split(1).Setpoint], [2650, 1, Setpoint]);
});

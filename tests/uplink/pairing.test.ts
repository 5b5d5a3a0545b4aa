import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Bridge, startBridge, toHouseToRun, type UplinkStatus } from '@plenum/bridge';
import { readShippedHouse } from '@plenum/installation';
import { type Clock, systemClock } from '@plenum/machine';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createBrowser } from '@plenum/testbed/form-browser';
import { mountIdentity } from '../../packages/cloud/src/api/mount-identity.ts';
import { startCloud } from '../../packages/cloud/src/cloud.ts';
import { readBridges } from '../../packages/cloud/src/fleet/bridge/store.ts';
import { readComponents } from '../../packages/cloud/src/fleet/component/read.ts';
import { createUplinkRoutes } from '../../packages/cloud/src/fleet/uplink/uplink-routes.ts';
import { createUplinks, type Uplinks } from '../../packages/cloud/src/fleet/uplink/uplinks.ts';
import type { Identity } from '../../packages/cloud/src/identity/identity.ts';
import { readShownSystemId } from '../../packages/cloud/src/identity/oauth/device-info.ts';
import { createMemoryBus } from '../../packages/cloud/src/kernel/bus/memory-bus.ts';
import { silent } from '../../packages/cloud/src/kernel/log/log.ts';
import type { CloudDeps } from '../../packages/cloud/src/mount.ts';

const credentials = { email: 'anna@example.org', password: 'a quiet house by the sea' };
const address = '192.0.2.1';

/** Waits are short: with the real clock a bridge polls every 5 s for the consent of its owner (RFC 8628, 3.2). */
const fastClock: Clock = {
  ...systemClock,
  after: (milliseconds, ring) => systemClock.after(milliseconds / 50, ring),
};

/** A cloud with accounts, authorization and bridges. */
const startWholeCloud = async (dataDir: string) => {
  const bus = createMemoryBus({ clock: systemClock, log: silent });
  const listeners = { componentsChanged: [], ownershipChanged: [] };
  let identity!: Identity;
  let uplinks!: Uplinks;
  const mountAccounts = async (parts: CloudDeps) => {
    const mounted = await mountIdentity(parts);
    identity = mounted;
    return mounted;
  };
  const mountUplinks = async (parts: CloudDeps) => {
    const own = { ...parts, bus, listeners, audiences: [parts.publicUrl] };
    uplinks = await createUplinks(own);
    identity.accounts.beforeRemoval(async (tx, owner) => void (await uplinks.release(tx, owner)));
    const { tokens, grants: appGrants } = identity.authorization;
    const grants = {
      identify: tokens.identify,
      shownSystemId: (grantId: string) => readShownSystemId(parts.store.db, grantId),
      spend: appGrants.spend,
    };
    return {
      routes: createUplinkRoutes({ ...own, uplinks, grants }),
      [Symbol.asyncDispose]: () => uplinks[Symbol.asyncDispose](),
    };
  };
  const cloud = await startCloud({
    store: { dataDir },
    httpPort: 0,
    mounts: [mountAccounts, mountUplinks],
  });
  return {
    cloud,
    identity,
    uplinks,
    signUp: async () => {
      const outcome = await identity.accounts.signUp(credentials, address);
      assert.ok(outcome.ok);
      return outcome.value;
    },
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  };
};

const startDemoBridge = (dataDir: string, cloud: string) => {
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

/** The owner enters a code, signs in and allows the bridge to pair. */
const enterCode = async (site: string, code: Extract<UplinkStatus, { state: 'pairing' }>) => {
  const browser = createBrowser(site);
  const entry = await browser.go(code.verificationUri);
  const shown = await browser.send(entry, { action: '/device', fields: { user_code: code.userCode } });
  assert.match(shown.html, new RegExp(code.userCode));
  const signIn = await browser.send(shown, { action: '/device', fields: { confirm: 'yes' } });
  const action = (end: string, html: string) => new RegExp(`action="([^"]*${end})"`).exec(html)![1]!;
  const consent = await browser.send(signIn, {
    action: action('/sign-in', signIn.html),
    fields: credentials,
  });
  const end = await browser.send(consent, {
    action: action('/consent', consent.html),
    fields: { answer: 'allow' },
  });
  assert.equal(end.status, 200);
};

test('an owner enters the code a bridge shows, sees the house, releases it, and deletes the account', async () => {
  using folder = createDataFolder();
  await using whole = await startWholeCloud(join(folder.path, 'cloud'));
  const { cloud, uplinks, identity } = whole;
  const session = await whole.signUp();
  const accountId = session.account.id;
  await using bridge = await startDemoBridge(join(folder.path, 'bridge'), cloud.publicUrl);

  await enterCode(cloud.publicUrl, await untilState(bridge, 'pairing'));
  await untilState(bridge, 'connected');
  const { uid } = bridge.identity;
  assert.deepEqual(
    (await readBridges(cloud.store.db, accountId)).map(({ systemId }) => systemId),
    [uid],
  );
  assert.ok((await readComponents(cloud.store.db, accountId)).length > 5);
  const index = bridge.device.datagrams().split[0]!.Index;
  const answer = await uplinks.control(
    uid,
    { SplitSystemZoneOn: { Index: index, On: 1 } },
    Date.now() + 10_000,
  );
  assert.deepEqual(answer, { answer: 'done' });
  assert.equal(bridge.device.datagrams().split[0]!.On, 1);

  const owner = { accountId, address: '127.0.0.1' };
  const released = await cloud.store.transaction('full', (tx) => uplinks.release(tx, owner, uid));
  assert.equal(released, true);
  await enterCode(cloud.publicUrl, await untilState(bridge, 'pairing'));
  await untilState(bridge, 'connected');
  assert.equal((await readBridges(cloud.store.db, accountId)).length, 1);

  await identity.accounts.remove(session, credentials.password, address);
  await untilState(bridge, 'pairing');
  assert.equal(await uplinks.isPresent(uid), false);
});

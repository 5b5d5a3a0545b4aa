import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Bridge, startBridge, toHouseToRun, type UplinkStatus } from '@plenum/bridge';
import { connectCloud } from '@plenum/client';
import { startClimateCloud } from '@plenum/cloud';
import { readShippedHouse } from '@plenum/installation';
import { type Clock, systemClock } from '@plenum/machine';
import { enterAccount } from '@plenum/testbed/account';
import { createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createGrpcClient } from '@plenum/testbed/grpc-client';

/** Waits are short: with the real clock a bridge polls every 5 s for the consent of its owner (RFC 8628, 3.2). */
const fastClock: Clock = {
  ...systemClock,
  after: (milliseconds, run) => systemClock.after(milliseconds / 50, run),
};

/** Trusts an authority in this process, as `plenum bridge --cloud-ca` does, until disposed of. */
const trust = (ca: string): Disposable => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, ca]);
  return { [Symbol.dispose]: () => setDefaultCACertificates(before) };
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

describe('a cloud with TLS of its own', { skip: opensslMissing }, () => {
  it('pairs a bridge over wss, and serves pages, an app, HTTP/2 and gRPC from one port', async () => {
    using folder = createDataFolder();
    using authority = createAuthority();
    using _trusted = trust(authority.ca);
    await using cloud = await startClimateCloud({
      store: { dataDir: join(folder.path, 'cloud') },
      httpPort: 0,
      development: true,
      tls: authority.issue(),
    });
    const { publicUrl: url } = cloud;
    assert.equal(url, `https://127.0.0.1:${cloud.http.port}`);
    const about = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
    const { issuer, token_endpoint } = about as Record<string, string>;
    assert.deepEqual([issuer, token_endpoint], [url, `${url}/token`]);

    const page = await fetch(`${url}/device`);
    assert.match(page.headers.get('strict-transport-security') ?? '', /max-age=/);
    for (const cookie of page.headers.getSetCookie()) assert.match(cookie, /^__Host-.*; secure/i);

    await using bridge = await startFlat(join(folder.path, 'bridge'), url);
    const { userCode, verificationUri } = await untilState(bridge, 'pairing');
    assert.equal(verificationUri, `${url}/device`);
    const owner = await enterAccount(url);
    await owner.enterCode(userCode);
    await untilState(bridge, 'connected');

    const { access: accessToken } = await owner.allowApp();
    const client = connectCloud({ url, tokens: { accessToken } });
    const { components } = await client.discover();
    const { componentId, datagram } = components.find(({ componentId }) =>
      /_splitunit_|_split/.test(componentId),
    )!;
    const { Index } = datagram as { Index: number };
    await client.control(componentId, { SplitSystemZoneOn: { Index, On: 1 } });
    assert.equal(bridge.device.datagrams().split[0]!.On, 1);

    const session = connectHttp2(url);
    const call = session.request({ ':path': '/version' });
    assert.match((await call.toArray()).join(''), /"version"/);
    session.destroy();

    using grpc = createGrpcClient(cloud.http.port, {}, authority.ca);
    const found = await grpc
      .discover({ requestId: randomUUID(), accessToken })
      .catch((error: unknown) => error);
    assert.ok(!(found instanceof Error), String(found));
  });
});

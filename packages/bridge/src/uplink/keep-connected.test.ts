import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '@plenum/platform';
import { type BridgeFrame, bridgeToken, uplink } from '@plenum/protocol/uplink';
import { decodeJwt, EmbeddedJWK, jwtVerify } from 'jose';
import type { Bridge } from '../bridge.ts';
import { post } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { startScriptedCloud } from './cloud.fixture.ts';
import type { UplinkStatus } from './keep-connected.ts';

const uplinkPace = { pingInterval: 50, idleTimeout: 5_000, backoff: { first: 1, max: 20 }, forgetAfter: 20 };
/** A clock that stays at 0 and runs no timers. */
const stopped: Clock = { now: () => 0, after: () => () => {} };
const startBridge = (cloud: string) => startSmallBridge({ cloud, uplinkPace });

/** Resolves at the first status of the given state. */
const reach = <State extends UplinkStatus['state']>(bridge: Bridge, state: State) =>
  new Promise<Extract<UplinkStatus, { state: State }>>((resolve) => {
    const check = (status: UplinkStatus) => {
      if (status.state === state) resolve(status as Extract<UplinkStatus, { state: State }>);
    };
    bridge.uplink!.subscribe(check);
    check(bridge.uplink!.status());
  });

const nextOf = async (caller: { next(): Promise<BridgeFrame> }, type: BridgeFrame['type']) => {
  for (;;) {
    const frame = await caller.next();
    if (frame.type === type) return frame;
  }
};

test('connects a bridge, sends a snapshot, and reports it connected when acknowledged', async () => {
  await using cloud = await startScriptedCloud();
  await using bridge = await startBridge(cloud.url);
  const caller = await cloud.caller();
  const { aud, zoneinfo } = decodeJwt(caller.token);
  assert.deepEqual([aud, zoneinfo], [cloud.url, 'Australia/Sydney']);
  const snapshot = await caller.next();
  assert.ok(snapshot.type === 'snapshot' && snapshot.identity.uid === bridge.identity.uid);
  const reached = reach(bridge, 'connected');
  caller.send({ type: 'ack', n: 1 });
  await reached;
});

test('reconnects after every break, with another token, another nonce and a complete snapshot', async () => {
  await using cloud = await startScriptedCloud();
  await using _bridge = await startBridge(cloud.url);
  const tokens = new Set<unknown>();
  const sessions = new Set<string>();
  for (let count = 0; count < 5; count++) {
    const caller = await cloud.caller();
    tokens.add(decodeJwt(caller.token).jti);
    const snapshot = await caller.next();
    assert.ok(snapshot.type === 'snapshot' && snapshot.n === 1 && snapshot.components.length > 5);
    sessions.add(snapshot.session);
    caller.cut();
  }
  assert.deepEqual([tokens.size, sessions.size], [5, 5]);
});

test('sends a local change to the cloud, and a control from the cloud to the local network', async () => {
  await using cloud = await startScriptedCloud();
  await using bridge = await startBridge(cloud.url);
  const caller = await cloud.caller();
  const snapshot = await caller.next();
  assert.ok(snapshot.type === 'snapshot');
  caller.send({ type: 'ack', n: 1 });
  await post(bridge.http.port, '/HvacCommandV2', { SysSetpoint: 2450 });
  const change = await nextOf(caller, 'change');
  assert.ok(change.type === 'change');
  assert.equal(change.components[0]!.datagram.Setpoint, 2450);

  const command = { SysSetpoint: 2600 };
  const id = `${snapshot.session}.1`;
  caller.send({ type: 'ack', n: change.n });
  caller.send({ type: 'control', id, after: change.n, within: 60_000, command });
  const result = await nextOf(caller, 'result');
  assert.ok(result.type === 'result' && result.id === id && result.refusal === undefined);
  assert.equal(bridge.device.datagrams().unit[0]!.Setpoint, 2600);
});

test('serves the local network regardless of the behaviour of the cloud', async () => {
  await using cloud = await startScriptedCloud({ admit: () => 'busy' });
  await using bridge = await startBridge(cloud.url);
  assert.equal((await post(bridge.http.port, '/HvacCommandV2', { SysOn: 1 })).text, 'OK');
  const { why } = await reach(bridge, 'waiting');
  assert.match(why, /too busy to accept this bridge/);

  await using alone = await startBridge('http://127.0.0.1:9');
  assert.equal((await post(alone.http.port, '/HvacCommandV2', { SysOn: 1 })).text, 'OK');
  assert.match((await reach(alone, 'waiting')).why, /cannot be reached/);
});

for (const [word, shown] of [
  [
    'other-version',
    'The cloud does not have version 1 of the uplink, which this bridge uses; update the older of the two.',
  ],
  ['constructor', 'constructor'],
  ['<b>', 'unknown'],
  ['x'.repeat(41), 'unknown'],
] as const)
  test(`shows the refusal ${word.slice(0, 12)} of a cloud as ${shown.slice(0, 60)}`, async () => {
    await using cloud = await startScriptedCloud({ admit: () => word });
    await using bridge = await startBridge(cloud.url);
    assert.equal((await reach(bridge, 'waiting')).why, shown);
  });

for (const [retryAfter, milliseconds] of [
  ['7', 7_000],
  ['600', 600_000],
  ['601', 600_000],
  ['999999999', 600_000],
  ['0', 0],
  ['-1', 0],
  ['soon', 0],
] as const)
  test(`waits ${milliseconds / 1000} s and up to a tenth more after a refusal with Retry-After: ${retryAfter}`, async () => {
    await using cloud = await startScriptedCloud({ admit: () => 'busy', retryAfter });
    await using bridge = await startSmallBridge({ cloud: cloud.url, uplinkPace, clock: stopped });
    const { until } = await reach(bridge, 'waiting');
    assert.ok(until >= milliseconds && until < Math.max(milliseconds + 20, 1.1 * milliseconds), `${until}`);
  });

test('waits a random part of the longest wait after a refusal without Retry-After', async () => {
  const waitWith = async (random: number) => {
    await using cloud = await startScriptedCloud({ admit: () => 'busy' });
    await using bridge = await startSmallBridge({
      cloud: cloud.url,
      uplinkPace: { ...uplinkPace, backoff: { first: 1_000, max: 60_000 } },
      clock: stopped,
      random: () => random,
    });
    return (await reach(bridge, 'waiting')).until;
  };
  assert.deepEqual([await waitWith(0), await waitWith(0.25), await waitWith(0.75)], [0, 250, 750]);
});

test("dates the tokens by the clock of the cloud if the bridge's clock is wrong", async () => {
  const date = 'Sat, 20 Nov 2027 12:00:00 GMT';
  const at = Date.parse(date) / 1000;
  const isOld = (token: string) => Math.abs(decodeJwt(token).iat! - at) > 30;
  await using cloud = await startScriptedCloud({
    date,
    admit: (token) => (isOld(token) ? 'invalid-token' : undefined),
  });
  await using _bridge = await startBridge(cloud.url);
  assert.ok(!isOld((await cloud.caller()).token));
});

/** A cloud whose device grant (RFC 8628) gives the polls these responses in order. */
const startGrantingCloud = async (
  polls: (readonly [number, object])[],
  registration: readonly [number, object],
) => {
  let paired = false;
  const requests: Record<string, string[]> = { started: [], polled: [], registered: [], bearers: [] };
  const cloud = await startScriptedCloud();
  cloud.script.admit = () => (paired ? undefined : 'not-paired');
  cloud.script.answers = {
    '/.well-known/oauth-authorization-server': () => [
      200,
      { device_authorization_endpoint: `${cloud.url}/device/auth`, token_endpoint: `${cloud.url}/token` },
    ],
    '/device/auth': (body) => {
      requests.started!.push(body);
      const interval = 0.001;
      const codes = { device_code: 'DC', user_code: 'BCDF-GHJK', verification_uri: `${cloud.url}/device` };
      return [200, { ...codes, expires_in: 600, interval }];
    },
    '/token': (body) => {
      requests.polled!.push(body);
      return polls.shift() ?? [200, { access_token: 'AT', token_type: 'Bearer' }];
    },
    [uplink.pairingPath]: (body, request) => {
      requests.registered!.push((JSON.parse(body) as { proof: string }).proof);
      requests.bearers!.push(request.headers.authorization!);
      paired = registration[0] === 200;
      return registration;
    },
  };
  return { ...cloud, requests };
};

test('shows a code if not paired, waits for an owner, registers its key and connects', async () => {
  const pending = [400, { error: 'authorization_pending' }] as const;
  await using cloud = await startGrantingCloud([pending, pending, [500, {}]], [200, {}]);
  await using bridge = await startBridge(cloud.url);
  const { userCode, verificationUri } = await reach(bridge, 'pairing');
  assert.deepEqual([userCode, verificationUri], ['BCDF-GHJK', `${cloud.url}/device`]);
  const snapshot = await (await cloud.caller()).next();
  assert.equal(snapshot.type, 'snapshot');

  assert.deepEqual(cloud.requests.started, [
    `client_id=plenum-bridge&scope=pair-bridge&system_id=${bridge.identity.uid}`,
  ]);
  assert.equal(cloud.requests.polled!.length, 4);
  assert.equal(new URLSearchParams(cloud.requests.polled![0]).get('device_code'), 'DC');
  assert.deepEqual(cloud.requests.bearers, ['Bearer AT']);
  const { payload } = await jwtVerify(cloud.requests.registered![0]!, EmbeddedJWK, {
    typ: bridgeToken.pairingType,
    audience: cloud.url,
  });
  assert.equal(payload.sub, bridge.identity.uid);
});

for (const error of ['access_denied', 'expired_token'])
  test(`shows a new code if pairing ends with ${error}`, async () => {
    await using cloud = await startGrantingCloud([[400, { error }]], [200, {}]);
    await using _bridge = await startBridge(cloud.url);
    await cloud.caller();
    assert.equal(cloud.requests.started!.length, 2);
  });

test('reports no further status if the bridge is stopped while it shows a code', async () => {
  const pending = Array.from({ length: 10_000 }, () => [400, { error: 'authorization_pending' }] as const);
  await using cloud = await startGrantingCloud(pending, [200, {}]);
  const bridge = await startBridge(cloud.url);
  await reach(bridge, 'pairing');
  const later: UplinkStatus[] = [];
  bridge.uplink!.subscribe((status) => later.push(status));
  await bridge[Symbol.asyncDispose]();
  assert.deepEqual(later, []);
});

test('reports that the system id of a bridge is registered with another key', async () => {
  await using cloud = await startGrantingCloud([], [409, { error: 'system-taken' }]);
  await using bridge = await startBridge(cloud.url);
  const { why } = await reach(bridge, 'waiting');
  assert.match(why, /Another bridge is paired under this system id; its owner must release it/);
});

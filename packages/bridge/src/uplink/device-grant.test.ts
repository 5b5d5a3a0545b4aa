import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { startScriptedCloud } from './cloud.fixture.ts';
import { type PairingCode, requestDeviceGrant } from './device-grant.ts';

type Answer = readonly [status: number, members: object];
const error = (code: string): Answer => [400, { error: code }];
const granted: Answer = [200, { access_token: 'AT', token_type: 'Bearer' }];

/** Starts a grant at a cloud that gives the polls these responses in order, and then says that nobody has answered. */
const start = async (polls: readonly Answer[], code: object = {}) => {
  const cloud = await startScriptedCloud();
  const clock = createFakeClock();
  const controller = new AbortController();
  const shown: PairingCode[] = [];
  let polled = 0;
  cloud.script.answers = {
    '/.well-known/oauth-authorization-server': () => [
      200,
      { device_authorization_endpoint: `${cloud.url}/device/auth`, token_endpoint: `${cloud.url}/token` },
    ],
    '/device/auth': () => [
      200,
      {
        device_code: 'DC',
        user_code: 'BCDF-GHJK',
        verification_uri: `${cloud.url}/device`,
        expires_in: 600,
        ...code,
      },
    ],
    '/token': () => polls[polled++] ?? error('authorization_pending'),
  };
  let isOver = false;
  const grant = requestDeviceGrant({
    cloud: cloud.url,
    clock,
    signal: controller.signal,
    show: (one) => shown.push(one),
  }).finally(() => {
    isOver = true;
  });
  /** Resolves once the bridge waits for the time of its next poll, or has ended. */
  const waits = async () => {
    while (!isOver && (shown.length === 0 || clock.timers() === 0)) await turn();
  };
  await waits();
  return {
    clock,
    grant,
    shown,
    abort: () => controller.abort(),
    /** Returns the seconds that pass until the next poll. */
    nextPoll: async () => {
      const before = polled;
      for (let seconds = 1; seconds <= 600; seconds++) {
        clock.advance(1_000);
        await turn();
        if (clock.timers() > 0) continue;
        await waits();
        if (polled > before) return seconds;
      }
      return undefined;
    },
    polled: () => polled,
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  };
};

test('polls at the pace of the cloud, and five seconds slower each time the cloud asks for it', async () => {
  const pending = error('authorization_pending');
  const slower = error('slow_down');
  await using bridge = await start([pending, slower, slower, pending, granted], { interval: 7 });
  assert.equal(bridge.polled(), 0, 'not before the first interval');
  const pauses: unknown[] = [];
  for (let count = 0; count < 5; count++) pauses.push(await bridge.nextPoll());
  assert.deepEqual(pauses, [7, 7, 12, 17, 17]);
  assert.equal(await bridge.grant, 'AT');
});

test('polls every five seconds if the cloud gives no interval, also after an error of the cloud', async () => {
  await using bridge = await start([[500, {}], [404, {}], granted]);
  assert.deepEqual([await bridge.nextPoll(), await bridge.nextPoll(), await bridge.nextPoll()], [5, 5, 5]);
  assert.equal(await bridge.grant, 'AT');
});

test('shows a code until it expires, and polls no longer', async () => {
  await using bridge = await start([], { expires_in: 12 });
  const [code] = bridge.shown;
  assert.equal(code!.userCode, 'BCDF-GHJK');
  assert.equal(code!.expiresAt, bridge.clock.now() + 12_000);
  for (let count = 0; count < 3; count++) await bridge.nextPoll();
  assert.equal(await bridge.grant, undefined);
  assert.equal(bridge.polled(), 3);
});

for (const code of ['access_denied', 'expired_token', 'invalid_grant'])
  test(`ends without a token when the cloud answers ${code}`, async () => {
    await using bridge = await start([error(code), granted]);
    await bridge.nextPoll();
    assert.equal(await bridge.grant, undefined);
    assert.equal(bridge.polled(), 1);
  });

test('ends without a poll when the bridge stops', async () => {
  await using bridge = await start([granted]);
  bridge.abort();
  bridge.clock.advance(5_000);
  assert.equal(await bridge.grant, undefined);
  assert.equal(bridge.polled(), 0);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Bridge as Client, connectBridge } from '@plenum/client';
import { monday } from '@plenum/machine/fake-clock';
import { createQuickClock } from '@plenum/machine/quick-clock';
import type { SteppedClock } from '@plenum/machine/stepped-clock';
import { type MannerName, type Manners, mannerNames } from '@plenum/protocol/manners';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { type Bridge, startBridge } from '../bridge.ts';
import { post } from '../fixture/http.fixture.ts';
import { discardPort, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

const stack = new AsyncDisposableStack();
let clock: SteppedClock;
let device: Bridge;
let client: Client;
let front: Bridge;

before(async () => {
  clock = createQuickClock(monday);
  device = stack.use(
    await startSmallBridge({ clock, timeScale: 0, random: createSeededRandom(20_260_112).fraction }),
  );
  device.manners.set({ busy: 0 });
  const host = '127.0.0.1';
  client = stack.use(connectBridge({ host, port: device.http.port, clock, random: () => 0 }));
  const folder = stack.use(createDataFolder());
  front = stack.use(
    await startBridge({
      attach: { host, port: device.http.port, notifyPort: 0 },
      clock,
      dataDir: folder.path,
      httpPort: 0,
      udpPort: 0,
      notifyAddress: host,
      notifyPort: discardPort,
    }),
  );
});
after(() => stack.disposeAsync());

/** Lets time pass, and what happens in it, until a promise is settled. */
const settle = async <T>(promise: Promise<T>): Promise<T> => {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    clock.advance(50);
    await new Promise(setImmediate);
  }
  return settled;
};

/** The values with which each manner is survived; as a device has it worst, and a client can still use the device. */
const worst: Readonly<Record<MannerName, readonly Manners[]>> = {
  busy: [{ busy: 0.4 }],
  'one-connection': [
    { 'one-connection': 'wait' },
    { 'one-connection': 'drop' },
    { 'one-connection': 'silent' },
  ],
  'answer-time': [{ 'answer-time': 3_000 }],
  'late-apply': [{ 'late-apply': 1 }, { 'late-apply': 5.5 }],
  'ignore-writes': [{ 'ignore-writes': 0.4 }],
  'drop-before': [{ 'drop-before': 0.4 }],
  'drop-after': [{ 'drop-after': 0.4 }],
  stall: [{ stall: 60 }],
  restart: [{ restart: 20 }],
  'split-answers': [{ 'split-answers': 4 }],
  'ok-after-json': [{ 'ok-after-json': 1 }],
  'command-answer': [
    { 'command-answer': 'braces' },
    { 'command-answer': 'quotes' },
    { 'command-answer': 'nothing' },
  ],
  'padded-names': [{ 'padded-names': 'nul' }, { 'padded-names': 'ff' }, { 'padded-names': 'latin1' }],
  'empty-v1': [{ 'empty-v1': 1 }],
  'v1-only': [{ 'v1-only': 1 }],
  'content-type': [{ 'content-type': 'refuses' }, { 'content-type': 'requires' }],
  'error-200': [{ 'error-200': 1 }],
  'result-answers': [{ 'result-answers': 1 }],
  notifications: [{ notifications: 'burst' }, { notifications: 'idle' }, { notifications: 'none' }],
  'lost-ac': [{ 'lost-ac': 1 }],
  'zero-zones': [{ 'zero-zones': 1 }],
  'sys-type': [{ 'sys-type': 320 }],
  'unknown-values': [{ 'unknown-values': 1 }],
  'missing-keys': [{ 'missing-keys': 1 }],
  'key-case': [{ 'key-case': 1 }],
  floats: [{ floats: 1 }],
  'boolean-texts': [{ 'boolean-texts': 1 }],
  'other-uid': [{ 'other-uid': 1 }],
  'changed-address': [{ 'changed-address': 1 }],
};

let setpoint = 2000;
const nextSetpoint = () => {
  setpoint = setpoint >= 2900 ? 2000 : setpoint + 50;
  return setpoint;
};
const realSetpoint = () => device.device.datagrams().unit[0]!.Setpoint;

/** Tries until it works, as an owner does with a device that restarts. */
const untilDone = async (act: () => Promise<boolean>) => {
  for (let count = 0; count < 100; count++) if (await act()) return;
  assert.fail('not done after 100 attempts');
};

/** What hides from everybody who reads the device whether a command was done. */
const hides: ReadonlySet<MannerName> = new Set(['lost-ac', 'key-case']);

for (const name of mannerNames)
  test(`the client and attached mode survive the manner ${name}`, async () => {
    for (const manners of worst[name]) {
      device.manners.set(manners);
      const isRead = () =>
        client.unit().then(
          () => true,
          () => false,
        );
      await settle(untilDone(isRead));
      const isDone = (wanted: number, isOk: boolean) =>
        isOk || (hides.has(name) && realSetpoint() === wanted);

      const byClient = nextSetpoint();
      const sendByClient = () =>
        client.command('SysSetpoint', byClient).then(
          () => isDone(byClient, true),
          () => isDone(byClient, false),
        );
      await settle(untilDone(sendByClient));
      assert.equal(realSetpoint(), byClient, 'by the client');

      const byFront = nextSetpoint();
      const sendByFront = async () => {
        const body = { SysSetpoint: byFront };
        const { text } = await post(front.http.port, '/HvacCommandV2', body, { Prefer: 'wait=30' });
        return isDone(byFront, text === 'OK');
      };
      await settle(untilDone(sendByFront));
      assert.equal(realSetpoint(), byFront, 'by the front');
      if (!hides.has(name)) assert.equal(front.device.datagrams().unit[0]!.Setpoint, byFront);
      device.manners.set({ busy: 0 });
      clock.advance(60_000);
    }
  });

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Bridge as Client, connectBridge } from '@plenum/client';
import { monday } from '@plenum/platform/fake-clock';
import { createQuickClock } from '@plenum/platform/quick-clock';
import type { SteppedClock } from '@plenum/platform/stepped-clock';
import { quirkNames } from '@plenum/protocol/quirks';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { passUntilSettled } from '../attached/front.fixture.ts';
import type { Bridge } from '../bridge.ts';
import { post } from '../fixture/http.fixture.ts';
import { startAttachedBridge, startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { hides, nextSetpoint, untilDone, worst } from './worst.fixture.ts';

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
  device.quirks.set({ busy: 0 });
  const host = '127.0.0.1';
  client = stack.use(connectBridge({ host, port: device.http.port, clock, random: () => 0 }));
  front = stack.use(await startAttachedBridge({ host, port: device.http.port, notifyPort: 0 }, { clock }));
});
after(() => stack.disposeAsync());

/** Lets time pass until a promise is settled. */
const settle = <T>(promise: Promise<T>): Promise<T> => passUntilSettled(clock, promise, { step: 50 });

const realSetpoint = () => device.device.datagrams().unit[0]!.Setpoint;

for (const name of quirkNames)
  test(`keeps the client and attached mode working with the quirk ${name}`, async () => {
    for (const quirks of worst[name]) {
      device.quirks.set(quirks);
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
      device.quirks.set({ busy: 0 });
      clock.advance(60_000);
    }
  });

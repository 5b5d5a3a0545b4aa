import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import type { Quirks } from '@plenum/protocol/quirks';
import type { ComfortAnswer } from '@plenum/protocol/schedule';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { passUntil, passUntilSettled } from '../attached/front.fixture.ts';
import { type Bridge, startBridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { openStore } from '../store/open-store.ts';
import { createSettings } from '../store/settings.ts';
import { learningHouse } from './learning-house.fixture.ts';
import type { Arrival } from './similar-starts.ts';

const minute = 60_000;
const seven = Date.parse('2026-01-12T07:00+01:00');
/** A unit that reports the temperature outdoors, which a front cannot know otherwise. */
const { unit, ...ducted } = learningHouse.ducted!;
const house = toHouseToRun({
  ...learningHouse,
  ducted: { ...ducted, unit: { ...unit, settings: { AcUnitBrand: 22 } } },
});

/** A front that has seen two starts of the favourite from the current temperature, which took 30 minutes. */
const startFront = async (
  stack: AsyncDisposableStack,
  device: Bridge,
  clock: ReturnType<typeof createSteppedClock>,
) => {
  const folder = stack.use(createDataFolder());
  const gap = 21 - device.device.datagrams().zone[0]!.Temp / 100;
  const took = { favourite: 0, way: 'heat', gap, arrivedAt: 30 * minute, startedAt: 0 } as const;
  const arrivals: readonly Arrival[] = [1, 2].map((start) => ({ ...took, start }));
  const db = openStore(folder.path);
  const settings = createSettings(db);
  settings.write('time-zone', 'Europe/Berlin');
  settings.write('comfort-learnt', { state: { arrivals } });
  db.close();
  const attach = { host: '127.0.0.1', port: device.http.port, pause: 0, notifyPort: 0 };
  const config = { attach, clock, dataDir: folder.path, ...onFreePorts };
  const front = stack.use(await passUntilSettled(clock, startBridge(config), { step: 100 }));
  const body = JSON.stringify({ isOn: true, roomsOff: [], mayEndRunning: false });
  assert.equal((await post(front.http.port, '/comfort', body)).text, 'OK');
  return front;
};

const start = async (stack: AsyncDisposableStack, quirks: Quirks) => {
  const clock = createSteppedClock(seven - 60 * minute);
  const device = stack.use(await startSmallBridge({ clock, house, random: createSeededRandom(3).fraction }));
  const front = await startFront(stack, device, clock);
  device.quirks.set(quirks);
  return { clock, device, front };
};

const isOn = ({ device }: Bridge) => device.datagrams().unit[0]!.SysOn === 1;
const readComfort = async ({ http }: Bridge) =>
  JSON.parse((await send(http.port, '/comfort')).text) as ComfortAnswer;

describe('an early start in front of a real device', () => {
  for (const [what, quirks] of [
    ['answers {BUSY} often', { busy: 0.5 }],
    ['applies commands late', { 'late-apply': 5.5 }],
    ['closes connections', { 'drop-before': 0.4 }],
  ] as const)
    it(`starts the favourite once, leaves the week as it is: a device that ${what}`, async () => {
      await using stack = new AsyncDisposableStack();
      const { clock, device, front } = await start(stack, quirks);
      const week = device.device.datagrams().schedule;
      assert.equal(isOn(device), false);
      await passUntil(clock, () => isOn(device), { step: 1_000, turns: 20 });
      const lead = (seven - clock.now()) / minute;
      assert.ok(lead > 25 && lead < 45, `${lead}`);
      await passUntil(clock, () => isOn(front), { step: 1_000, turns: 20 });
      const { arrivals } = await readComfort(front);
      assert.equal(arrivals.length, 3);
      assert.equal(arrivals.at(-1)!.start, seven);
      assert.deepEqual(device.device.datagrams().schedule, week);
    });
});

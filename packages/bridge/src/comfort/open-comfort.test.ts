import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { ComfortAnswer } from '@plenum/protocol/schedule';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { type Bridge, startBridge } from '../bridge.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { startAttachedBridge } from '../fixture/start-small-bridge.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';
import { learningHouse } from './learning-house.fixture.ts';

const minute = 60;
const day = 24 * 60 * minute;
/** Midnight in Berlin, in winter. */
const midnight = Date.parse('2026-01-12T00:00+01:00');
const settings = { isOn: true, roomsOff: [], mayEndRunning: false };

const open = (dataDir: string, now = midnight) =>
  startBridge({ house: toHouseToRun(learningHouse), dataDir, ...onFreePorts, clock: createFakeClock(now) });

const read = async ({ http }: Bridge) =>
  JSON.parse((await send(http.port, '/comfort')).text) as ComfortAnswer;
const step = async ({ http }: Bridge, seconds: number) =>
  assert.equal((await post(http.port, '/simulation/ClockStep', String(seconds))).text, 'OK');
const set = async ({ http }: Bridge, body: object) =>
  (await post(http.port, '/comfort', JSON.stringify(body))).text;
const isOn = ({ device }: Bridge) => device.datagrams().unit[0]!.SysOn === 1;

/** Steps until the unit is on, a minute at a time, and returns the minutes before seven; undefined if that is not early. */
const stepUntilOn = async (bridge: Bridge): Promise<number | undefined> => {
  for (let before = 180; before > 0; before--) {
    if (isOn(bridge)) return before;
    await step(bridge, minute);
  }
  return undefined;
};

describe('comfort on time', () => {
  it('learns from the samples of the house, and starts a favourite early once it is switched on', async () => {
    using folder = createDataFolder();
    await using bridge = await open(folder.path);
    await step(bridge, 8 * day);
    const learnt = await read(bridge);
    assert.ok(
      learnt.rooms.some(({ index, way }) => index === 0 && way === 'heat'),
      JSON.stringify(learnt.rooms),
    );
    assert.equal(learnt.plan?.reason, 'off');
    await step(bridge, 4 * 60 * minute);
    assert.equal(await stepUntilOn(bridge), undefined);
    await step(bridge, 21 * 60 * minute);
    assert.equal(await set(bridge, settings), 'OK');
    const lead = await stepUntilOn(bridge);
    assert.ok(lead !== undefined && lead > 5, `${lead}`);
    const [arrival] = (await read(bridge)).arrivals.slice(-1);
    assert.equal((arrival!.start - arrival!.startedAt) / 60_000 >= lead, true);
    const { events } = JSON.parse((await send(bridge.http.port, '/history/events?from=0')).text);
    const last = (events as { field?: string; by?: object }[])
      .filter(({ field }) => field === 'SysOn')
      .at(-1);
    assert.deepEqual(last?.by, { over: 'schedule', favourite: 'Morning' });
  });

  it('shows what it has learnt as metrics, each figure with its interval', async () => {
    using folder = createDataFolder();
    await using bridge = await open(folder.path);
    const metric = async (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await send(bridge.http.port, '/metrics')).text)?.[1]);
    assert.ok(Number.isNaN(await metric('plenum_house_time_constant_seconds{bound="low"}')));
    await step(bridge, 8 * day);
    const { rooms, timeConstant } = await read(bridge);
    for (const bound of ['low', 'value', 'high'] as const) {
      assert.equal(
        await metric(`plenum_house_time_constant_seconds{bound="${bound}"}`),
        timeConstant![bound] * 3_600,
      );
      const labels = `{index="0",name="Lounge",way="heat",bound="${bound}"}`;
      assert.equal(
        await metric(`plenum_zone_rate_kelvin_per_second${labels}`),
        rooms[0]!.rate[bound] / 3_600,
      );
    }
  });

  it('states the kWh of a degree-day as the page and the metrics do', async () => {
    using folder = createDataFolder();
    const channels = [
      { name: 'Whole house', measures: 'everything' },
      { name: 'Heat pump', measures: 'ducted unit' },
    ] as const;
    const house = toHouseToRun({ ...learningHouse, power: { devices: [{ name: 'Meter', channels }] } });
    const clock = createFakeClock(midnight);
    await using bridge = await startBridge({ house, dataDir: folder.path, ...onFreePorts, clock });
    await step(bridge, 3 * day);
    assert.deepEqual((await read(bridge)).perDegreeDay, { heating: null, cooling: null });
    await step(bridge, 5 * day);
    const { heating, cooling } = (await read(bridge)).perDegreeDay;
    assert.equal(cooling, null);
    assert.ok(heating !== null && heating.value > 0.05 && heating.value < 1, JSON.stringify(heating));
    assert.ok(heating.count >= 6, `${heating.count}`);
    const { text } = await send(bridge.http.port, '/metrics');
    const shown = /^plenum_house_joules_per_degree_day\{way="heating",bound="value"\} (\S+)$/m.exec(text);
    assert.equal(Number(shown?.[1]), heating.value * 3_600_000);
  });

  it('stops the unit before the end of a favourite, and its room is still comfortable then', async () => {
    using folder = createDataFolder();
    const climate = { mean: 25, seasonal: 8, daily: 3, fronts: 2 };
    const house = toHouseToRun(Object.assign({}, learningHouse, { climate }));
    const clock = createFakeClock(midnight);
    await using bridge = await startBridge({ house, dataDir: folder.path, ...onFreePorts, clock });
    await step(bridge, 8 * day);
    await set(bridge, settings);
    await step(bridge, 8 * 60 * minute + 5 * minute);
    let before = 55;
    while (before > 0 && isOn(bridge)) {
      await step(bridge, minute);
      before--;
    }
    assert.ok(before >= 2, `${before} minutes`);
    await step(bridge, before * minute);
    const { Temp, Setpoint } = bridge.device.datagrams().zone[0]!;
    assert.ok(Setpoint - Temp <= 50, `${(Setpoint - Temp) / 100} K`);
    const { events } = JSON.parse((await send(bridge.http.port, '/history/events?from=0')).text);
    const last = (events as { field?: string; by?: object }[])
      .filter(({ field }) => field === 'SysOn')
      .at(-1);
    assert.deepEqual(last?.by, { over: 'schedule', favourite: 'Morning' });
  });

  it('starts no favourite before the end of the quiet hours, to the minute', async () => {
    using folder = createDataFolder();
    await using bridge = await open(folder.path);
    await step(bridge, 8 * day + 4 * 60 * minute);
    await set(bridge, settings);
    const lead = await stepUntilOn(bridge);
    assert.ok(lead !== undefined && lead > 10, `${lead}`);
    await step(bridge, day - (180 - lead) * minute);
    // The favourite begins at seven, before these quiet hours end.
    await set(bridge, { ...settings, notBefore: '10:00' });
    assert.equal((await read(bridge)).plan?.reason, 'quiet');
    await set(bridge, { ...settings, notBefore: '06:51' });
    // The house starts it within the next minute.
    assert.equal(await stepUntilOn(bridge), 8);
  });

  it('keeps its settings and everything it learnt when the bridge restarts', async () => {
    using folder = createDataFolder();
    let before: ComfortAnswer;
    {
      await using bridge = await open(folder.path);
      await step(bridge, 8 * day);
      await set(bridge, { ...settings, notBefore: '05:30', roomsOff: [1] });
      before = await read(bridge);
    }
    await using bridge = await open(folder.path);
    const after = await read(bridge);
    assert.deepEqual(after.settings, { ...settings, notBefore: '05:30', roomsOff: [1] });
    assert.deepEqual(after.rooms, before.rooms);
    assert.ok(after.rooms.length > 0);
    assert.deepEqual(after.arrivals, before.arrivals);
  });

  it('stores what it has learnt every ten minutes, so that a kill loses no more', async () => {
    using folder = createDataFolder();
    using killed = createDataFolder();
    const clock = createFakeClock(midnight);
    await using bridge = await startBridge({
      house: toHouseToRun(learningHouse),
      dataDir: folder.path,
      ...onFreePorts,
      clock,
    });
    await step(bridge, 8 * day);
    clock.advance(10 * 60_000);
    const { rooms } = await read(bridge);
    assert.ok(rooms.length > 0);
    // The files as a kill would leave them: nothing has been closed.
    cpSync(folder.path, killed.path, { recursive: true });
    await using next = await open(killed.path);
    assert.deepEqual((await read(next)).rooms, rooms);
  });

  it('leaves out drifts in the sun if the house file says where the house stands', async () => {
    const driftsOf = async (change: object) => {
      using folder = createDataFolder();
      const house = { ...toHouseToRun(learningHouse), ...change };
      const clock = createFakeClock(midnight);
      await using bridge = await startBridge({ house, dataDir: folder.path, ...onFreePorts, clock });
      await step(bridge, 8 * day);
      return (await read(bridge)).rooms[0]!.drift!.count;
    };
    const [dark, all] = [await driftsOf({}), await driftsOf({ place: undefined })];
    assert.ok(dark < all, `${dark} of ${all}`);
  });

  it('states the expected cost of an early start, by earlier starts and the tariff', async () => {
    using folder = createDataFolder();
    const channels = [
      { name: 'Whole house', measures: 'everything' },
      { name: 'Heat pump', measures: 'ducted unit' },
    ] as const;
    const house = toHouseToRun({ ...learningHouse, power: { devices: [{ name: 'Meter', channels }] } });
    const clock = createFakeClock(midnight);
    await using bridge = await startBridge({ house, dataDir: folder.path, ...onFreePorts, clock });
    await step(bridge, 8 * day);
    await set(bridge, settings);
    const costAt = async (price: number) => {
      const tariff = { currency: 'EUR', prices: [{ from: '00:00', price }], feedIn: 0 };
      assert.equal((await post(bridge.http.port, '/energy/tariff', JSON.stringify(tariff))).text, 'OK');
      return (await read(bridge)).plan!;
    };
    const { cost, currency, start, startsAt } = await costAt(0.3);
    const kilowatts = cost! / 0.3 / ((start - startsAt!) / 3_600_000);
    assert.ok(kilowatts > 0.5 && kilowatts < 2.5, `${kilowatts} kW`);
    assert.equal(currency, 'EUR');
    const twice = await costAt(0.6);
    assert.ok(Math.abs(twice.cost! / cost! - 2) < 1e-9);
  });

  it('plans the next day, and compares yesterday with its plan, also as metrics', async () => {
    using folder = createDataFolder();
    await using bridge = await open(folder.path);
    await step(bridge, 8 * day);
    await set(bridge, settings);
    await step(bridge, minute);
    const [plan, ...others] = (await read(bridge)).day;
    assert.deepEqual([plan?.name, others], ['Morning', []]);
    assert.ok(plan!.startsAt! < plan!.start);
    await step(bridge, 4 * 60 * minute);
    await stepUntilOn(bridge);
    await step(bridge, 20 * 60 * minute);
    const [result, ...more] = (await read(bridge)).yesterday;
    assert.deepEqual([result?.start, more], [plan!.start, []]);
    assert.ok(result!.startedAt! < result!.start, JSON.stringify(result));
    const { text } = await send(bridge.http.port, '/metrics');
    assert.match(text, /^plenum_favourite_planned_start_timestamp_seconds\{index="0",name="Morning"\} \d/m);
    if (result!.arrivedAt !== undefined)
      assert.match(text, /^plenum_favourite_arrival_error_seconds\{index="0",name="Morning"\} -?\d/m);
  });

  it('lets the next run start at its own time on request', async () => {
    using folder = createDataFolder();
    await using bridge = await open(folder.path);
    await step(bridge, 8 * day + 20 * 60 * minute);
    await set(bridge, settings);
    await step(bridge, 7 * 60 * minute);
    assert.equal((await post(bridge.http.port, '/comfort/later', '{"favourite":0}')).text, 'OK');
    await step(bridge, 60 * minute);
    assert.equal(await stepUntilOn(bridge), undefined);
    await step(bridge, 2 * minute);
    assert.equal(isOn(bridge), true);
  });

  it('refuses settings that are not valid and keeps the current ones', async () => {
    using folder = createDataFolder();
    await using bridge = await open(folder.path);
    assert.match(await set(bridge, { ...settings, notBefore: '25:00' }), /time of day/);
    assert.match(await set(bridge, { ...settings, roomsOff: [14] }), /roomsOff/);
    assert.match(await set(bridge, { ...settings, roomsOff: Array(15).fill(0) }), /at most 14/);
    assert.equal((await read(bridge)).settings.isOn, false);
  });

  it('has settings and plans in front of a real device, whose outdoor temperature may be unknown', async () => {
    using folder = createDataFolder();
    await using device = await open(folder.path);
    await using front = await startAttachedBridge({ host: '127.0.0.1', port: device.http.port });
    assert.equal(await set(front, settings), 'OK');
    const answer = await read(front);
    assert.deepEqual([answer.settings, answer.rooms], [settings, []]);
  });
});

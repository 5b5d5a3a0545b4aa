import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EnergyAnswer, EnergyBar } from '@plenum/insight/energy';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { type Bridge, startBridge } from '../../bridge.ts';
import { post, send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';
import { toHouseToRun } from '../../house/house-to-run.ts';

const minute = 60_000;
const hour = 60 * minute;
const tariff = {
  currency: 'AUD',
  prices: [
    { from: '00:00', price: 0.25 },
    { from: '15:00', price: 0.48 },
  ],
  feedIn: 0.05,
};

describe('GET /energy of the demo house', () => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const clock = createFakeClock();
  const start = (more = {}): Promise<Bridge> => {
    const house = readShippedHouse('demo');
    assert.ok(house.ok);
    return startBridge({
      house: toHouseToRun(house.value),
      dataDir: folder.path,
      ...onFreePorts,
      clock,
      ...more,
    });
  };
  let bridge: Bridge;
  before(async () => {
    bridge = await start();
    clock.advance(26 * hour);
  });
  after(async () => {
    await bridge[Symbol.asyncDispose]();
    await stack.disposeAsync();
  });
  const get = async (path: string) => {
    const { status, text } = await send(bridge.http.port, path);
    assert.equal(status, 200, text);
    return JSON.parse(text);
  };

  /** Calculates the energy of a bar independently, from the recorded readings, one per minute. */
  const fromSamples = async ({ from, to }: EnergyBar) => {
    const channels = ['power.0.0.Pwr', 'power.0.1.Pwr'];
    const { series } = await get(`/history?series=${channels}&from=${from}&to=${to}&points=60`);
    let [used, solar, bought, sold] = [0, 0, 0, 0];
    for (const [place, total] of (series[channels[0]!] as (number | null)[]).entries()) {
      const [use, sun] = [total ?? 0, series[channels[1]!][place] ?? 0];
      used += use / 60;
      solar += sun / 60;
      bought += Math.max(0, use - sun) / 60;
      sold += Math.max(0, sun - use) / 60;
    }
    return { used, solar, import: bought, export: sold };
  };

  it('reports hourly energy that matches the readings, and daily energy that matches hours', async () => {
    const { bars }: EnergyAnswer = await get('/energy?by=hour');
    assert.equal(bars.length, 24);
    for (const bar of bars.slice(0, -1)) {
      const truth = await fromSamples(bar);
      for (const key of ['used', 'solar', 'import', 'export'] as const)
        assert.ok(
          Math.abs(bar[key]! - truth[key]) <= 0.001 * truth[key] + 0.01,
          `${key} ${bar[key]} ${truth[key]}`,
        );
    }
    const { from, to } = (await get('/energy?by=day')).bars.at(-2);
    const hours: EnergyAnswer = await get(`/energy?by=hour&from=${from}&to=${to}`);
    const day: EnergyAnswer = await get(`/energy?by=day&from=${from}&to=${to}`);
    const sum = hours.bars.reduce((all, { used }) => all + (used ?? 0), 0);
    assert.ok(Math.abs(sum - day.total.used!) < 0.1, `${sum} ${day.total.used}`);
  });

  it('reports the name and energy of each channel', async () => {
    const { channels, bars }: EnergyAnswer = await get('/energy?by=hour');
    assert.deepEqual(
      channels.slice(0, 2).map(({ name, isTotal, isGenerator }) => [name, isTotal, isGenerator]),
      [
        ['Whole house', true, false],
        ['Solar', false, true],
      ],
    );
    assert.deepEqual(
      channels[0]!.energy,
      bars.map(({ used }) => used),
    );
  });

  it('uses the power monitor’s price until a tariff is set, and keeps the tariff at a restart', async () => {
    const { tariff: known, isSet } = await get('/energy/tariff');
    assert.deepEqual(
      [known.currency, known.prices, isSet],
      ['AUD', [{ from: '00:00', price: 0.345 }], false],
    );
    const unset: EnergyAnswer = await get('/energy?by=day');
    assert.ok(Math.abs(unset.total.cost! - unset.total.import! * 0.000345) < 1e-5);
    assert.deepEqual((await post(bridge.http.port, '/energy/tariff', tariff)).text, 'OK');
    await bridge[Symbol.asyncDispose]();
    bridge = await start();
    assert.deepEqual(await get('/energy/tariff'), { tariff, isSet: true });
    const set: EnergyAnswer = await get('/energy?by=day');
    const at = (price: number) => (set.total.import! * price - set.total.export! * 0.05) / 1_000;
    assert.ok(set.total.cost! > at(0.25) && set.total.cost! < at(0.48), `${set.total.cost}`);
  });

  it('keeps the energy counters across a restart', async () => {
    const before: EnergyAnswer = await get('/energy?by=hour');
    await bridge[Symbol.asyncDispose]();
    bridge = await start();
    const again: EnergyAnswer = await get('/energy?by=hour');
    assert.deepEqual(again.bars.slice(0, -1), before.bars.slice(0, -1));
  });
});

describe('GET /energy', () => {
  let bridge: Bridge;
  before(async () => {
    bridge = await startSmallBridge({ clock: createFakeClock() });
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const [query, sentence] of [
    ['by=decade', 'by: "decade" is not one of hour, day, week, month, year.'],
    [
      'timeZone=Mars/Base',
      'timeZone: "Mars/Base" cannot be a time zone: use a name such as Australia/Sydney.',
    ],
    ['from=now', 'from: "now" is not a whole number.'],
    ['from=-1', 'from: -1 is below the minimum of 0.'],
    ['from=2000&to=1000', 'from: 2000 is above the maximum of 999.'],
    ['to=4102444800001', 'to: 4102444800001 is above the maximum of 4102444800000.'],
    ['timeZone=UTC&by=hour&from=0&to=2880000001', 'from: There are 801 entries. Send at most 800.'],
  ] as const)
    it(`refuses GET /energy?${query} with 400 and a sentence`, async () => {
      const { status, text } = await send(bridge.http.port, `/energy?${query}`);
      assert.deepEqual([status, text], [400, `{ERROR: ${sentence}}`]);
    });

  it('responds with up to 800 bars', async () => {
    const { text } = await send(bridge.http.port, '/energy?timeZone=UTC&by=hour&from=0&to=2880000000');
    assert.equal(JSON.parse(text).bars.length, 800);
  });

  it('refuses an invalid tariff with 400 and a sentence, and keeps the previous one', async () => {
    const before = await send(bridge.http.port, '/energy/tariff');
    const wrong = { ...tariff, prices: [{ from: '01:00', price: 0.2 }] };
    const { status, text } = await post(bridge.http.port, '/energy/tariff', wrong);
    assert.deepEqual(
      [status, text],
      [
        400,
        '{ERROR: tariff.prices.0.from: "01:00" cannot be the first time: it must be 00:00, the beginning of the day.}',
      ],
    );
    assert.deepEqual((await send(bridge.http.port, '/energy/tariff')).text, before.text);
  });

  it('does not change the tariff if the bridge is read-only', async () => {
    await using readOnly = await startSmallBridge({ readOnly: true });
    assert.equal((await post(readOnly.http.port, '/energy/tariff', tariff)).status, 403);
    assert.equal(JSON.parse((await send(readOnly.http.port, '/energy/tariff')).text).isSet, false);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Emulated } from '@plenum/simulator';
import { inSlices } from './in-slices.ts';
import { createCottage, startServed } from './served-house.fixture.ts';

const day = 86_400;
const summer = 30 * day;
const kWh = 2.777_78e-7;

/** Integral of values over times by the trapezoidal rule. */
const integrate = (times: readonly number[], values: readonly number[]): number =>
  times.reduce(
    (sum, time, place) =>
      place === 0 ? 0 : sum + ((values[place]! + values[place - 1]!) / 2) * (time - times[place - 1]!),
    0,
  );

const near = (actual: number, expected: number, what: string) =>
  assert.ok(
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${what}: ${actual} ${expected}`,
  );

/** The member `testCase` of a house with its own limits, prices and emissions. */
const own = `{ lower: 20, upper: 22, lowerEmpty: 19, upperEmpty: 23, co2: 700, emissions: 0.5, price: 0.25, highlyDynamic: [${Array.from(
  { length: 24 },
  (_, hour) => (hour < 12 ? 0.1 : 0.7),
).join(', ')}] }`;

describe('the score of a test', () => {
  it('equals an independent calculation from results and the forecast of limits and prices', async () => {
    await using served = await startServed([createCottage('cottage', own), createCottage('shed')]);
    const id = await served.select();
    const put = async (path: string, body: object) =>
      (await served.ask('PUT', `/${path}/${id}`, body)).payload;
    await put('initialize', { start_time: summer + 5 * 3_600, warmup_period: day });
    await put('step', { step: 1_800 });
    const rooms = ['roo0', 'roo1', 'roo3'];
    const points = rooms.flatMap((room) => [`LowerSetp[${room}]`, `UpperSetp[${room}]`, `UpperCO2[${room}]`]);
    const prices = ['Constant', 'Dynamic', 'HighlyDynamic'].map((name) => `PriceElectricPower${name}`);
    const foreseen = await put('forecast', {
      point_names: [...points, ...prices, 'EmissionsElectricPower'],
      horizon: 10 * 3_600,
      interval: 30,
    });
    for (let count = 0; count < 20; count++)
      await served.ask('POST', `/advance/${id}`, {
        ahu_oveOn_u: 1,
        ahu_oveOn_activate: 1,
        zon0_oveDam_u: (count % 3) / 2,
        zon0_oveDam_activate: 1,
      });
    const found = await put('results', {
      point_names: [
        ...rooms.flatMap((room) => [`${room}_reaTRooAir_y`, `${room}_reaCO2RooAir_y`]),
        ...['zon0_reaDam_y', 'zon1_reaDam_y', 'hou_reaPEle_y'],
      ],
      start_time: summer + 5 * 3_600,
      final_time: summer + 15 * 3_600,
    });
    const { time } = found;
    assert.deepEqual(foreseen.time, time);
    assert.equal(time.length, 1_201);
    const watts: number[] = found.hou_reaPEle_y;
    const roomHours = (room: string) =>
      integrate(
        time,
        found[`${room}_reaTRooAir_y`].map(
          (kelvin: number, place: number) =>
            Math.max(0, foreseen[`LowerSetp[${room}]`][place] - kelvin) +
            Math.max(0, kelvin - foreseen[`UpperSetp[${room}]`][place]),
        ),
      ) / 3_600;
    const stale = (room: string) =>
      integrate(
        time,
        found[`${room}_reaCO2RooAir_y`].map((ppm: number, place: number) =>
          Math.max(0, ppm - foreseen[`UpperCO2[${room}]`][place]),
        ),
      ) / 3_600;
    const travel = (name: string) =>
      found[name].reduce(
        (sum: number, position: number, place: number) =>
          place === 0 ? 0 : sum + Math.abs(position - found[name][place - 1]),
        0,
      );
    const quarters = Map.groupBy(watts.keys(), (place) => Math.floor(time[place] / 900));
    const peak = Math.max(
      ...[...quarters.values()].map(
        (places) => places.reduce((sum, place) => sum + watts[place]!, 0) / places.length,
      ),
    );
    const area = 30 + 15 + 6 + 12;
    const mean = (value: (room: string) => number) => rooms.reduce((sum, room) => sum + value(room), 0) / 3;
    const cost = (name: string) =>
      (integrate(
        time,
        watts.map((each, place) => each * foreseen[`PriceElectricPower${name}`][place]),
      ) *
        kWh) /
      area;
    const names =
      'tdis_tot,tdis_roo1,idis_tot,idis_roo3,ener_tot,cost_tot,emis_tot,pele_tot,pgas_tot,atvl_tot,atvl_zon0';
    const kpi = async () => (await served.ask('GET', `/kpi/${id}?names=${names}`)).payload;
    const scored = await kpi();
    near(scored.tdis_tot, mean(roomHours), 'tdis_tot');
    near(scored.tdis_roo1, roomHours('roo1'), 'tdis_roo1');
    near(scored.idis_tot, mean(stale), 'idis_tot');
    near(scored.idis_roo3, stale('roo3'), 'idis_roo3');
    near(scored.ener_tot, (integrate(time, watts) * kWh) / area, 'ener_tot');
    near(scored.emis_tot, (integrate(time, watts) * 0.5 * kWh) / area, 'emis_tot');
    near(scored.pele_tot, peak / area / 1_000, 'pele_tot');
    near(scored.atvl_zon0, travel('zon0_reaDam_y'), 'atvl_zon0');
    near(scored.atvl_tot, (travel('zon0_reaDam_y') + travel('zon1_reaDam_y')) / 2, 'atvl_tot');
    assert.equal(scored.pgas_tot, null);
    assert.ok(scored.tdis_tot > 0 && scored.ener_tot > 0 && scored.atvl_zon0 > 2);
    near(scored.cost_tot, cost('Constant'), 'constant');
    for (const [word, name] of [
      ['dynamic', 'Dynamic'],
      ['highly_dynamic', 'HighlyDynamic'],
    ] as const) {
      await put('scenario', { electricity_price: word });
      near((await kpi()).cost_tot, cost(name), name);
    }
    const core = (await served.ask('GET', `/kpi/${id}`)).payload;
    assert.deepEqual(Object.keys(core), [
      ...[
        'tdis_tot',
        'idis_tot',
        'ener_tot',
        'cost_tot',
        'emis_tot',
        'pele_tot',
        'pgas_tot',
        'pdih_tot',
        'time_rat',
      ],
    ]);
    const unknown = await served.ask('GET', `/kpi/${id}?names=tdis_tot,tdis_roo2`);
    assert.deepEqual(
      [unknown.status, unknown.body.message.slice(0, 31)],
      [400, 'There is no KPI "tdis_roo2". Us'],
    );
  });

  it('takes the limits of an empty room while fewer than a quarter of its people are there', async () => {
    const { limits, emulator, toInstant } = createCottage('cottage', own);
    const bedroom = (hour: number) => {
      const time = 34 * day + hour * 3_600;
      const { lower, upper } = limits(time);
      return [emulator.presenceAt(toInstant(time))[1]!, lower[1], upper[1]];
    };
    for (let hour = 0; hour < 24; hour += 0.25) {
      const [presence, lower, upper] = bedroom(hour);
      assert.deepEqual([lower, upper], presence! >= 0.25 ? [20, 22] : [19, 23], `at ${hour} h`);
    }
    assert.deepEqual(bedroom(3), [1, 20, 22]);
    assert.deepEqual(bedroom(12), [0, 19, 23]);
  });

  it('counts the share of a step that the controller needs between two advances', async () => {
    await using served = await startServed();
    const id = await served.select();
    const advance = () => served.ask('POST', `/advance/${id}`, {});
    const ratio = async () => (await served.ask('GET', `/kpi/${id}`)).payload.time_rat;
    await served.ask('PUT', `/step/${id}`, { step: 60 });
    served.think(5_000);
    await advance();
    assert.equal(await ratio(), null);
    served.think(3_000);
    await advance();
    assert.equal(await ratio(), 0.05);
    served.think(9_000);
    await advance();
    assert.equal(await ratio(), 0.1);
    await served.ask('PUT', `/initialize/${id}`, { start_time: 0 });
    assert.equal(await ratio(), null);
  });

  it('begins after the warm-up, in which nothing counts', async () => {
    await using served = await startServed();
    const id = await served.select();
    await served.ask('PUT', `/initialize/${id}`, {
      start_time: 210 * day + 12 * 3_600,
      warmup_period: 2 * day,
    });
    const { payload } = await served.ask('GET', `/kpi/${id}`);
    for (const name of ['tdis_tot', 'idis_tot', 'ener_tot', 'cost_tot', 'emis_tot'])
      assert.equal(payload[name], 0);
  });

  it('begins with a house that has settled, however short the warm-up is', async () => {
    const testCase = createCottage();
    const airAt = (house: Emulated) => house.state.plant.climate.air;
    const { emulator, toInstant } = testCase;
    const time = 200 * day;
    const settled = airAt(await inSlices(testCase.settle(time), new AbortController().signal));
    const long = emulator.advance(emulator.initial(toInstant(time - 28 * day)), toInstant(time));
    for (const [room, celsius] of airAt(long).entries())
      assert.ok(Math.abs(celsius - settled[room]!) < 1, `room ${room}: ${celsius} and ${settled[room]}`);
  });
});

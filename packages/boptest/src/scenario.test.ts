import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inSlices } from './in-slices.ts';
import { choosePeriods, describeMissing, followDays } from './periods.ts';
import { createCottage, startServed } from './served-house.fixture.ts';

const day = 86_400;
const hour = 3_600;

describe('the scenario of a test', () => {
  it('is two weeks centred on a day of the year of its house, and ends with an empty payload', async () => {
    const cases = [createCottage(), createCottage('shed')] as const;
    await using served = await startServed(cases);
    const id = await served.select();
    const middle = (await cases[0].periods()).peak_heat_day!;
    const set = await served.ask('PUT', `/scenario/${id}`, {
      time_period: 'peak_heat_day',
      electricity_price: 'dynamic',
      seed: null,
    });
    const { time_period: initial, ...others } = set.payload;
    assert.equal(initial.time, (middle - 7) * day);
    assert.ok(initial.roo0_reaTRooAir_y > 273);
    assert.deepEqual(others, {
      electricity_price: 'dynamic',
      temperature_uncertainty: null,
      solar_uncertainty: null,
      seed: null,
    });
    await served.ask('PUT', `/step/${id}`, { step: 5 * day });
    const ends = [];
    for (let count = 0; count < 4; count++)
      ends.push((await served.ask('POST', `/advance/${id}`, {})).payload.time);
    assert.deepEqual(
      ends,
      [5, 10, 14, undefined].map((days) => days && initial.time + days * day),
    );
    const { payload } = await served.ask('GET', `/scenario/${id}`);
    assert.deepEqual(payload, { ...others, time_period: 'peak_heat_day' });
    await served.ask('PUT', `/initialize/${id}`, { start_time: initial.time, warmup_period: 0 });
    assert.equal((await served.ask('POST', `/advance/${id}`, {})).payload.time, initial.time + 5 * day);
  });

  it('refuses a period that the year of the house does not have, with those that it has', () => {
    const none = { heating: 0, cooling: 0, heat: 0, cold: 0 };
    const quiet = Array.from({ length: 365 }, () => none);
    assert.deepEqual(choosePeriods(quiet), {});
    const cool = quiet
      .with(40, { ...none, cooling: 900, cold: 9 })
      .with(50, { ...none, cooling: 400, cold: 9 });
    const periods = choosePeriods(cool.with(60, { ...none, cooling: 500, cold: 9 }));
    assert.deepEqual(periods, { peak_cool_day: 40, typical_cool_day: 60 });
    assert.equal(
      describeMissing('typical_heat_day', periods),
      'This house has no typical_heat_day, because its machines never heat. It has peak_cool_day, typical_cool_day.',
    );
  });

  it('has its period around the highest, the middle and the most mixed load of days 7 to 357', () => {
    const loads = Array.from({ length: 365 }, (_, number) => ({
      heating: number,
      cooling: 364 - number,
      heat: number === 100 ? 50_000 : number,
      cold: 364 - number,
    }));
    assert.deepEqual(choosePeriods(loads), {
      peak_heat_day: 357,
      typical_heat_day: 182,
      peak_cool_day: 7,
      typical_cool_day: 182,
      mix_day: 100,
    });
  });

  it('finds the loads of days that the measurements show', async () => {
    const count = 6;
    const cases = [createCottage(), createCottage('shed')] as const;
    await using served = await startServed(cases);
    const id = await served.select();
    await served.ask('PUT', `/step/${id}`, { step: count * day });
    await served.ask('POST', `/advance/${id}`, {});
    const names = ['hou_reaQHea_y', 'hou_reaQCoo_y'];
    const wanted = { point_names: names, start_time: 30, final_time: count * day };
    const { payload } = await served.ask('PUT', `/results/${id}`, wanted);
    const loads = await inSlices(followDays(cases[0], count), new AbortController().signal);
    // A sample is the mean of the 30 s before it.
    const quarters = names.map((name) =>
      Array.from({ length: count * 96 }, (_, quarter) =>
        payload[name]
          .slice(quarter * 30, quarter * 30 + 30)
          .reduce((sum: number, watts: number) => sum + watts / 30, 0),
      ),
    );
    for (const [number, { heating, cooling, heat, cold }] of loads.entries()) {
      const [warm, cool] = quarters.map((all) => all.slice(number * 96, number * 96 + 96));
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      const found = [Math.max(...warm!), Math.max(...cool!), sum(warm!), sum(cool!)];
      for (const [place, value] of [heating, cooling, heat, cold].entries())
        assert.ok(Math.abs(value - found[place]!) < 1e-6, `day ${number}: ${value} and ${found[place]}`);
    }
    assert.ok(loads.some(({ cold }) => cold > 1_000));
  });

  it('makes forecasts wrong in a way that a seed repeats, for temperatures and sun alone', async () => {
    await using served = await startServed();
    const forecast = async (scenario: object, { start = 40 * day + 10 * hour, horizon = 24 * hour } = {}) => {
      const id = await served.select();
      await served.ask('PUT', `/initialize/${id}`, { start_time: start });
      await served.ask('PUT', `/scenario/${id}`, scenario);
      const answered = await served.ask('PUT', `/forecast/${id}`, {
        point_names: ['TDryBul', 'HGloHor', 'winSpe'],
        horizon,
        interval: hour,
      });
      await served.ask('PUT', `/stop/${id}`);
      return answered;
    };
    const truth = (await forecast({})).payload;
    for (const level of ['low', 'medium', 'high']) {
      const warm = (await forecast({ temperature_uncertainty: level, seed: 3 })).payload;
      assert.deepEqual(warm, (await forecast({ temperature_uncertainty: level, seed: 3 })).payload);
      assert.notDeepEqual(warm.TDryBul, truth.TDryBul);
      assert.notDeepEqual(
        warm.TDryBul,
        (await forecast({ temperature_uncertainty: level, seed: 4 })).payload.TDryBul,
      );
      assert.deepEqual([warm.HGloHor, warm.winSpe, warm.time], [truth.HGloHor, truth.winSpe, truth.time]);
      const bright = (await forecast({ solar_uncertainty: level, seed: 3 })).payload;
      assert.deepEqual([bright.TDryBul, bright.winSpe], [truth.TDryBul, truth.winSpe]);
      assert.notDeepEqual(bright.HGloHor, truth.HGloHor);
      for (const [place, sun] of bright.HGloHor.entries())
        assert.ok(
          sun >= 0.2 * truth.HGloHor[place] - 1e-9 && sun <= 2 * truth.HGloHor[place] + 1e-9,
          `${place}`,
        );
    }
    assert.deepEqual((await forecast({ temperature_uncertainty: 'none' })).payload, truth);
    assert.equal((await forecast({ solar_uncertainty: 'low' }, { horizon: 48 * hour })).status, 200);
    assert.equal((await forecast({ solar_uncertainty: 'low' }, { horizon: 48 * hour + 1 })).status, 400);
    assert.equal((await forecast({}, { horizon: 48 * hour + 1 })).status, 200);
  });

  it('keeps the errors of a forecast for an hour, and makes others in the next', async () => {
    await using served = await startServed();
    const id = await served.select();
    await served.ask('PUT', `/initialize/${id}`, { start_time: 40 * day });
    await served.ask('PUT', `/step/${id}`, { step: 1_800 });
    await served.ask('PUT', `/scenario/${id}`, { temperature_uncertainty: 'high' });
    const at = async (time: number) => {
      const asked = { point_names: ['TDryBul'], horizon: 6 * hour, interval: 1_800 };
      const { payload } = await served.ask('PUT', `/forecast/${id}`, asked);
      return payload.TDryBul[payload.time.indexOf(time)];
    };
    const wanted = 40 * day + 4 * hour;
    const first = await at(wanted);
    await served.ask('POST', `/advance/${id}`, {});
    assert.equal(await at(wanted), first);
    await served.ask('POST', `/advance/${id}`, {});
    assert.notEqual(await at(wanted), first);
  });

  it('foresees the weather that then comes, from now to the horizon', async () => {
    await using served = await startServed();
    const id = await served.select();
    await served.ask('PUT', `/step/${id}`, { step: 600 });
    const asked = { point_names: ['TDryBul', 'HGloHor'], horizon: 1_200, interval: 600 };
    const { payload: foreseen } = await served.ask('PUT', `/forecast/${id}`, asked);
    assert.deepEqual(foreseen.time, [0, 600, 1_200]);
    for (const place of [1, 2]) {
      const { payload } = await served.ask('POST', `/advance/${id}`, {});
      assert.equal(payload.weaSta_reaWeaTDryBul_y, foreseen.TDryBul[place]);
      assert.equal(payload.weaSta_reaWeaHGloHor_y, foreseen.HGloHor[place]);
    }
    const now = await served.ask('PUT', `/forecast/${id}`, { ...asked, horizon: 0 });
    assert.deepEqual(now.payload.time, [1_200]);
  });
});

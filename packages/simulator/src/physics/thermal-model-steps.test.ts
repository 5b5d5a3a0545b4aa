import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site, start, weatherOf } from './any-house.fixture.ts';
import { layOutRooms } from './grid-rooms.fixture.ts';
import { createThermalModel } from './thermal-model.ts';
import type { ClimateState, Conditions, ThermalModel, WeatherSource } from './types.ts';
import { toState } from './weather/climate-state.ts';
import { SYDNEY } from './weather/climates.ts';
import { createGeneratedWeather } from './weather/weather-generator.ts';

/** Sets the conditions of a step by its middle, and the light of its interval. */
const setConditions = (
  house: ThermalModel,
  conditions: Conditions,
  source: WeatherSource,
  { at, hour, weekend }: { at: number; hour: number; weekend: boolean },
): void => {
  const interval = house.interval * 1000;
  const middle = (Math.floor((at - start) / interval) + 0.5) * interval + start;
  house.light(conditions, middle, source(middle));
  conditions.weather = source(at);
  house.prepare(conditions, { middle: at, seconds: 1, local: { hour, weekend } });
};

/**
 * Simulates a hot day in a big house with a plant that switches every 20 minutes. Returns the air of every room every 2
 * minutes.
 */
const runDay = (seconds: number): Float64Array[] => {
  const house = createThermalModel(layOutRooms(43), site, { step: seconds });
  const source = createGeneratedWeather(SYDNEY, 3);
  const work = house.toWork(house.createState({ temperature: 26 }));
  const conditions = house.createConditions(source(start));
  const seen: Float64Array[] = [];
  for (let second = 0; second < 86_400; second += seconds) {
    const at = start + second * 1000 + seconds * 500;
    setConditions(house, conditions, source, {
      at,
      hour: ((second + seconds / 2) / 3600) % 24,
      weekend: false,
    });
    const running = second % 2400 < 1200;
    for (let room = 0; room < 43; room++) {
      conditions.supply.flow[room] = running ? 0.08 : 0;
      conditions.supply.temperature[room] = 12;
      conditions.supply.sensible[room] = running && room % 4 === 0 ? -1500 : 0;
    }
    house.step(work, conditions, seconds);
    if ((second + seconds) % 120 === 0) seen.push(work.air.slice());
  }
  return seen;
};

test('halving the step from 120 s down to 5 s changes no room by 0.1 °C at any time of a day', () => {
  const steps = [120, 60, 30, 15, 5];
  const runs = steps.map(runDay);
  for (const [index, coarse] of runs.slice(0, -1).entries()) {
    const fine = runs[index + 1]!;
    assert.equal(coarse.length, 720);
    let worst = 0;
    for (const [moment, air] of coarse.entries()) {
      for (const [room, value] of air.entries())
        worst = Math.max(worst, Math.abs(value - fine[moment]![room]!));
    }
    assert.ok(worst < 0.1, `${steps[index]} s against ${steps[index + 1]} s: ${worst} °C`);
    assert.ok(worst > 0, 'different step sizes give different runs');
  }
});

const fresh = () => createThermalModel(layOutRooms(14), site).createState();

const runSteps = (state: ClimateState, from: number, count: number): ClimateState => {
  const house = createThermalModel(layOutRooms(14), site);
  const source = createGeneratedWeather(SYDNEY, 9);
  const work = house.toWork(state);
  const conditions = house.createConditions(source(start));
  for (let step = from; step < from + count; step++) {
    const at = start + step * 60_000;
    setConditions(house, conditions, source, { at, hour: (step / 60) % 24, weekend: step % 2000 > 1000 });
    conditions.supply.flow.fill(step % 30 < 12 ? 0.06 : 0);
    conditions.supply.moisture.fill(step % 30 < 12 ? -2e-5 : 0);
    house.step(work, conditions, step % 5 === 0 ? 5 : 60);
  }
  return toState(work);
};

test('a state that went through JSON continues bit for bit in a newly created house', () => {
  const whole = runSteps(fresh(), 0, 3000);
  for (const at of [1, 777, 2999]) {
    const saved = JSON.stringify(runSteps(fresh(), 0, at));
    assert.deepEqual(runSteps(JSON.parse(saved) as ClimateState, at, 3000 - at), whole);
  }
  for (const values of Object.values(whole)) {
    for (const value of [values].flat()) assert.ok(Number.isFinite(value) && !Object.is(value, -0));
  }
});

test('refuses a step of zero or infinite length', () => {
  const house = createThermalModel([{ name: 'A', area: 10 }], site);
  const work = house.toWork(house.createState());
  for (const seconds of [0, -5, Number.NaN, Infinity]) {
    assert.throws(() => house.step(work, house.createConditions(weatherOf({})), seconds), RangeError);
  }
});

test('a year in Sydney without heating and cooling stays plausible in every room', () => {
  const house = createThermalModel(layOutRooms(14), site);
  const source = createGeneratedWeather(SYDNEY, 5);
  const work = house.toWork(house.createState());
  const conditions = house.createConditions(source(start));
  let [low, high] = [99, -99];
  for (let step = 0; step < 365 * 720; step++) {
    const at = start + step * 120_000;
    setConditions(house, conditions, source, { at, hour: (step / 30) % 24, weekend: step % 5040 > 3600 });
    house.step(work, conditions, 120);
    for (let room = 0; room < 14; room++) {
      low = Math.min(low, work.air[room]!);
      high = Math.max(high, work.air[room]!);
      assert.ok(work.co2[room]! >= 400 && work.co2[room]! < 4000, `${work.co2[room]} ppm`);
      assert.ok(work.humidity[room]! > 0.001 && work.humidity[room]! < 0.03, `${work.humidity[room]} kg/kg`);
    }
  }
  assert.ok(low > 4 && low < 18, `${low} °C`);
  assert.ok(high > 30 && high < 45, `${high} °C`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { createPlaceAir, SEA_LEVEL, standardPressure, VAPORISATION } from '../air.ts';
import { amount } from '../amount.fixture.ts';
import { ratioAtWetBulb, saturationRatio, toHumidityRatio } from '../psychrometrics.ts';
import { findCapacity, type HeatPumpDemand, type HeatPumpOutput, runHeatPump } from './heat-pump.ts';
import { createHeatPump, type HeatPump } from './heat-pump-models.ts';

const empty = (): HeatPumpOutput => ({
  temperature: 0,
  humidity: 0,
  sensible: 0,
  moisture: 0,
  coil: 0,
  capacity: 0,
  power: 0,
  fan: 0,
});

/** The humidity ratio of air outdoors at a temperature in °C and a relative humidity in %. */
const outside = (temperature: number, relative: number) =>
  toHumidityRatio(temperature, relative, SEA_LEVEL.pressure);

/** Runs a unit at T1 with changes; at H1 in mode heat. */
const run = (unit: HeatPump, change: Partial<HeatPumpDemand>): HeatPumpOutput => {
  const output = empty();
  const isHeating = change.mode === 'heat';
  const outdoor = change.outdoor ?? (isHeating ? 7 : 35);
  runHeatPump(
    unit,
    {
      air: SEA_LEVEL,
      mode: 'cool',
      outdoor,
      outdoorHumidity: isHeating ? ratioAtWetBulb(outdoor, outdoor - 1, SEA_LEVEL.pressure) : 0.014,
      temperature: isHeating ? 20 : 27,
      humidity: isHeating ? 0.007 : ratioAtWetBulb(27, 19, SEA_LEVEL.pressure),
      airflow: unit.airflow,
      load: 1,
      ...change,
    },
    output,
  );
  return output;
};

const ducted = createHeatPump('ducted', { cooling: 14_000, airflow: 0.82 });
const split = createHeatPump('split', { cooling: 3500 });
const vrf = createHeatPump('vrf', { cooling: 3600 });
const units = Object.entries({
  'ducted unit': ducted,
  'wall split': split,
  'fan-coil': vrf,
  'ducted unit from a data sheet': createHeatPump('ducted', {
    cooling: 12_500,
    heating: 13_300,
    coolingInput: 3600,
    heatingInput: 3500,
    airflow: 0.7,
    fan: 300,
    standby: 20,
  }),
});

/** The heat in W that a unit brings into the rooms, with that of the vapour. */
const given = ({ sensible, moisture }: HeatPumpOutput) => sensible + moisture * VAPORISATION;
const efficiency = (unit: HeatPump, output: HeatPumpOutput) =>
  Math.abs(output.coil) / (output.power - output.fan - unit.standby);
const near = (actual: number, expected: number, share: number, what = ''): void =>
  assert.ok(
    Math.abs(actual - expected) <= share * Math.abs(expected),
    `${what} ${actual} is not ${expected}`,
  );

for (const [kind, unit] of units) {
  test(`a ${kind} has its rated capacities, net of the fan, and input, with the fan, within 2 %`, () => {
    const cooling = run(unit, {});
    near(-given(cooling), unit.cooling, 0.02, 'cooling');
    near(cooling.power, unit.coolingInput, 0.02, 'input');
    const heating = run(unit, { mode: 'heat' });
    near(given(heating), unit.heating, 0.02, 'heating');
    near(heating.power, unit.heatingInput, 0.02, 'input');
  });

  test(`a ${kind} cools less, and less efficiently, the hotter it is outside`, () => {
    let last = run(unit, { outdoor: 19 });
    for (let outdoor = 21; outdoor <= 48; outdoor += 2) {
      const next = run(unit, { outdoor });
      assert.ok(
        next.capacity <= last.capacity * 1.005 && efficiency(unit, next) < efficiency(unit, last),
        `${outdoor} °C ${next.capacity} ${last.capacity}`,
      );
      last = next;
    }
  });

  test(`a ${kind} heats less, and less efficiently, the colder it is outside, through frost`, () => {
    for (const relative of [30, 60, 90]) {
      const at = (outdoor: number) =>
        run(unit, { mode: 'heat', outdoor, outdoorHumidity: outside(outdoor, relative) });
      let last = at(14);
      for (let outdoor = 13; outdoor >= -18; outdoor--) {
        const next = at(outdoor);
        assert.ok(next.capacity < last.capacity, `${outdoor} °C ${next.capacity} W`);
        assert.ok(efficiency(unit, next) < efficiency(unit, last) * 1.005, `${outdoor} °C, ${relative} %`);
        last = next;
      }
    }
  });
}

test('takes 73 % of its rated cooling from the warmth of the air, and the rest from its vapour', () => {
  for (const unit of [createHeatPump('ducted', { cooling: 14_000 }), split, vrf])
    near(-run(unit, {}).sensible / unit.cooling, 0.73, 0.02, `${unit.cooling}`);
});

test('has its rated capacity at 1,650 m too, where its colder coil dries the air more', () => {
  const air = createPlaceAir(standardPressure(1650));
  const high = run(ducted, { air, humidity: ratioAtWetBulb(27, 19, air.pressure) });
  near(-given(high), ducted.cooling, 0.03);
  assert.ok(high.moisture < run(ducted, {}).moisture);
});

test('frost takes no capacity at 5 °C, and more of it in damp air than in dry', () => {
  const capacity = (outdoor: number, relative: number, change: Partial<HeatPump> = {}) =>
    findCapacity(
      { ...split, ...change },
      {
        air: SEA_LEVEL,
        mode: 'heat',
        outdoor,
        outdoorHumidity: outside(outdoor, relative),
        temperature: 20,
        humidity: 0.007,
        airflow: 0.1,
        load: 1,
      },
    );
  assert.equal(capacity(5, 90), capacity(5, 30));
  assert.ok(capacity(2, 90) < 0.98 * capacity(2, 50));
  assert.ok(capacity(2, 90) < 0.82 * capacity(2, 90, { defrostBelow: -50 }));
});

test('an inverter is more efficient at half load and less efficient once it has to cycle', () => {
  for (const mode of ['cool', 'heat'] as const) {
    const at = (unit: HeatPump, load: number) => efficiency(unit, run(unit, { mode, load }));
    assert.ok(at(split, 0.5) > 1.1 * at(split, 1), mode);
    assert.ok(at(split, 0.02) < at(split, split.least[mode]), mode);
    const fixed = createHeatPump('split', { cooling: 3500, least: 1, cycling: 0.2 });
    near(at(fixed, 0.5), 0.9 * at(fixed, 1), 1e-6, 'half of the time at a loss of 0.2');
  }
});

test('heats the crankcase of a compressor that rests in the cold, also between its cycles', () => {
  const { standby, crankcase } = ducted;
  const resting = (outdoor: number) => run(ducted, { mode: 'fan', airflow: 0, outdoor }).power;
  assert.deepEqual([resting(9.9), resting(10)], [standby + crankcase, standby]);
  const without = { ...ducted, crankcase: 0 };
  const more = (load: number) =>
    run(ducted, { mode: 'heat', load }).power - run(without, { mode: 'heat', load }).power;
  near(more(ducted.least.heat / 4), (3 / 4) * crankcase, 1e-6);
  near(more(ducted.least.heat) + 1, 1, 1e-6);
});

test('cools air that is too dry to condense as much as air that just does not condense', () => {
  const dry = run(ducted, { humidity: 0.002 });
  assert.equal(dry.moisture, 0);
  near(run(ducted, { humidity: 0.006 }).coil, dry.coil, 1e-3);
  assert.ok(-dry.coil < -run(ducted, {}).coil, 'less than a wet coil');
  assert.ok(-dry.coil > 0.8 * -run(ducted, {}).coil, `${dry.coil}`);
});

test('cools dry air without condensation, and dries damp air strongly at a third of the flow', () => {
  const dry = run(ducted, { humidity: 0.004 });
  assert.ok(dry.moisture === 0 && !Object.is(dry.moisture, -0));
  const humid = toHumidityRatio(27, 70, SEA_LEVEL.pressure);
  const damp = run(ducted, { humidity: humid, airflow: 0.3 });
  assert.ok(damp.humidity < 0.6 * humid, `${damp.humidity}`);
});

test('fan power follows the cube of the speed and warms the air that passes', () => {
  const full = run(ducted, { mode: 'fan' });
  const half = run(ducted, { mode: 'fan', airflow: ducted.airflow / 2 });
  near(half.fan, full.fan / 8, 1e-12);
  near(full.sensible, ducted.fan, 1e-9);
  assert.ok(full.temperature > 27 && full.moisture === 0 && full.capacity === 0);
  near(full.power, ducted.fan + ducted.standby, 1e-12);
});

test('draws only standby power without airflow, and neither heats nor cools', () => {
  for (const mode of ['cool', 'heat', 'fan'] as const) {
    const output = run(ducted, { mode, airflow: 0, outdoor: 20, temperature: 27, humidity: 0.01 });
    assert.deepEqual(
      { ...output, capacity: 0 },
      { ...empty(), temperature: 27, humidity: 0.01, power: ducted.standby },
    );
  }
});

test('heating never supplies air above 55 °C, even at low airflow', () => {
  const output = run(ducted, { mode: 'heat', outdoor: 15, temperature: 24, airflow: 0.02 });
  assert.ok(output.temperature <= 55.5 && output.temperature > 50, `${output.temperature}`);
});

test('a unit of twice the size equals two units', () => {
  const [small, big] = [4500, 9000].map((cooling) => createHeatPump('split', { cooling, standby: 0 })) as [
    HeatPump,
    HeatPump,
  ];
  near(run(big, {}).sensible, 2 * run(small, {}).sensible, 1e-9);
  near(run(big, { mode: 'fan' }).fan, 2 * small.fan, 1e-9);
  near(run(big, {}).power, 2 * run(small, {}).power, 1e-9);
});

const demand = fc.record({
  mode: fc.constantFrom('cool', 'heat', 'fan') as fc.Arbitrary<HeatPumpDemand['mode']>,
  outdoor: amount(-30, 52),
  damp: amount(1, 100),
  temperature: amount(-5, 50),
  relative: amount(1, 100),
  airflow: amount(0, 1.2),
  load: amount(0, 1.5),
  altitude: amount(0, 3000),
});

test('gives the rooms the heat of its coil and its fan, in air that is possible', () => {
  fc.assert(
    fc.property(demand, ({ relative, damp, altitude, ...asked }) => {
      const air = createPlaceAir(standardPressure(altitude));
      const humidity = toHumidityRatio(asked.temperature, relative, air.pressure);
      const outdoorHumidity = toHumidityRatio(asked.outdoor, damp, air.pressure);
      const output = run(ducted, { ...asked, air, humidity, outdoorHumidity });
      for (const value of Object.values(output)) assert.ok(Number.isFinite(value) && !Object.is(value, -0));
      const moves = asked.airflow > 1e-6;
      const flows = Math.abs(output.coil) + output.fan + Math.abs(output.moisture * VAPORISATION);
      const room = air.volumeHeat * asked.airflow * asked.temperature;
      const ends = Math.abs(room) + VAPORISATION * air.density * asked.airflow * humidity;
      const difference = given(output) - output.coil - (moves ? output.fan : 0);
      // The flows are differences of the heat that the air brings and takes.
      assert.ok(Math.abs(difference) <= 1e-9 * flows + 1e-13 * ends, `${difference} W of ${flows} W`);
      const warming = moves ? output.fan / (air.volumeHeat * asked.airflow) : 0;
      const beforeFan = output.temperature - warming;
      assert.ok(output.humidity > 0 && output.humidity <= humidity);
      assert.ok(output.power >= output.fan + ducted.standby);
      if (asked.mode === 'cool') {
        assert.ok(output.coil <= 0 && beforeFan <= asked.temperature + 1e-9);
        assert.ok(beforeFan >= Math.min(2, asked.temperature) - 1e-9, `${beforeFan} °C`);
        const most = Math.max(saturationRatio(beforeFan, air.pressure), saturationRatio(2, air.pressure));
        if (output.humidity < humidity) assert.ok(output.humidity <= most * 1.25, 'not oversaturated');
        assert.ok(-output.coil <= output.capacity * (1 + 1e-9), `${output.coil} W of ${output.capacity} W`);
      } else {
        assert.ok(output.coil >= 0 && output.humidity === humidity);
      }
    }),
    { numRuns: 3000 },
  );
});

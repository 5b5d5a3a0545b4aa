import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { SEA_LEVEL } from '../air.ts';
import { amount } from '../amount.fixture.ts';
import { enthalpy, saturationRatio, toHumidityRatio } from '../psychrometrics.ts';
import { findCapacity, type HeatPumpDemand, type HeatPumpOutput, runHeatPump } from './heat-pump.ts';
import { HEAT_PUMPS, type HeatPump, scaleHeatPump } from './heat-pump-models.ts';

const empty = (): HeatPumpOutput => ({
  temperature: 0,
  humidity: 0,
  sensible: 0,
  moisture: 0,
  capacity: 0,
  power: 0,
  fan: 0,
});

const run = (unit: HeatPump, change: Partial<HeatPumpDemand>): HeatPumpOutput => {
  const output = empty();
  runHeatPump(
    unit,
    {
      air: SEA_LEVEL,
      mode: 'cool',
      outdoor: 35,
      outdoorHumidity: 60,
      temperature: 27,
      humidity: 0.01042,
      airflow: unit.airflow,
      load: 1,
      ...change,
    },
    output,
  );
  return output;
};

const units = Object.entries(HEAT_PUMPS);
const moved = (output: HeatPumpOutput) => Math.abs(output.sensible - output.fan + output.moisture * 2.5e6);
const efficiency = (unit: HeatPump, output: HeatPumpOutput) =>
  moved(output) / (output.power - output.fan - unit.standby);
const near = (actual: number, expected: number, share: number, what = ''): void =>
  assert.ok(
    Math.abs(actual - expected) <= share * Math.abs(expected),
    `${what} ${actual} is not ${expected}`,
  );

for (const [kind, unit] of units) {
  test(`a ${kind} unit meets its nameplate at the rating points`, () => {
    const cooling = run(unit, {});
    near(moved(cooling), unit.cooling, 0.03, 'cooling');
    near(efficiency(unit, cooling), unit.eer, 0.03, 'EER');
    assert.ok(cooling.moisture < 0 && cooling.sensible / -unit.cooling > 0.6, 'drying is less than cooling');
    const heating = run(unit, { mode: 'heat', outdoor: 7, temperature: 20, humidity: 0.007 });
    near(heating.sensible - heating.fan, unit.heating, 0.001, 'heating');
    near(efficiency(unit, heating), unit.cop, 0.001, 'COP');
  });

  test(`a ${kind} unit cools less, and less efficiently, the hotter it is outside`, () => {
    let last = run(unit, { outdoor: 16 });
    for (let outdoor = 18; outdoor <= 48; outdoor += 2) {
      const next = run(unit, { outdoor });
      assert.ok(
        next.capacity <= last.capacity && efficiency(unit, next) < efficiency(unit, last),
        `${outdoor} °C`,
      );
      last = next;
    }
  });

  test(`a ${kind} unit heats less, and less efficiently, the colder it is outside, through frost`, () => {
    for (const outdoorHumidity of [30, 60, 90]) {
      let last = run(unit, { mode: 'heat', outdoor: 16, temperature: 20, outdoorHumidity });
      for (let outdoor = 15; outdoor >= -22; outdoor--) {
        const next = run(unit, { mode: 'heat', outdoor, temperature: 20, outdoorHumidity });
        assert.ok(next.capacity < last.capacity, `${outdoor} °C ${next.capacity} W`);
        assert.ok(efficiency(unit, next) < efficiency(unit, last), `${outdoor} °C`);
        last = next;
      }
    }
  });
}

const { ducted, split } = HEAT_PUMPS;

test('frost has no effect at 5 °C, a larger one in damp air than in dry, and the largest at 0 °C', () => {
  const capacity = (outdoor: number, outdoorHumidity: number) =>
    findCapacity(split, {
      air: SEA_LEVEL,
      mode: 'heat',
      outdoor,
      outdoorHumidity,
      temperature: 20,
      humidity: 0.007,
      airflow: 0.1,
      load: 1,
    });
  near(capacity(5, 90), split.heating * (1 - 0.018 * 2), 1e-9);
  near(capacity(0, 90), split.heating * (1 - 0.018 * 7) * 0.86, 1e-9);
  assert.ok(capacity(2, 90) < capacity(2, 40));
});

test('an inverter is more efficient at half load and less efficient once it has to cycle', () => {
  const full = efficiency(split, run(split, {}));
  const half = efficiency(split, run(split, { load: 0.5 }));
  const cycling = efficiency(split, run(split, { load: 0.02 }));
  assert.ok(half > 1.1 * full);
  assert.ok(cycling < half);
  const fixed = { ...split, minLoad: 1 };
  assert.ok(efficiency(fixed, run(fixed, { load: 0.5 })) < efficiency(fixed, run(fixed, {})));
});

test('a coil cools dry air without condensation, and dries damp slow air strongly', () => {
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

test('without airflow a unit does nothing and draws only standby power', () => {
  for (const mode of ['cool', 'heat', 'fan'] as const) {
    const output = run(ducted, { mode, airflow: 0 });
    assert.deepEqual(
      { ...output, capacity: 0 },
      { ...empty(), temperature: 27, humidity: 0.01042, power: ducted.standby },
    );
  }
});

test('heating never supplies air above 55 °C, even at low airflow', () => {
  const output = run(ducted, { mode: 'heat', outdoor: 15, temperature: 24, airflow: 0.02 });
  assert.ok(output.temperature <= 55.5 && output.temperature > 50, `${output.temperature}`);
});

test('a unit of twice the size equals two units', () => {
  const big = scaleHeatPump(split, 7000);
  near(run(big, {}).sensible, 2 * run(split, {}).sensible, 1e-9);
  near(run(big, { mode: 'fan' }).fan, 2 * split.fan, 1e-9);
});

const demand = fc.record({
  mode: fc.constantFrom('cool', 'heat', 'fan') as fc.Arbitrary<HeatPumpDemand['mode']>,
  outdoor: amount(-30, 52),
  outdoorHumidity: amount(0, 100),
  temperature: amount(-5, 50),
  damp: amount(1, 100),
  airflow: amount(0, 1.2),
  load: amount(0, 1.5),
});

test('keeps supply air possible and above 2 °C, and conserves energy, at any demand', () => {
  fc.assert(
    fc.property(demand, ({ damp, ...asked }) => {
      const humidity = toHumidityRatio(asked.temperature, damp, SEA_LEVEL.pressure);
      const output = run(ducted, { ...asked, humidity });
      for (const value of Object.values(output)) assert.ok(Number.isFinite(value) && !Object.is(value, -0));
      const warming = asked.airflow > 1e-6 ? output.fan / (SEA_LEVEL.volumeHeat * asked.airflow) : 0;
      const beforeFan = output.temperature - warming;
      assert.ok(output.humidity > 0 && output.humidity <= humidity);
      if (asked.mode === 'cool') {
        assert.ok(beforeFan <= asked.temperature + 1e-9);
        assert.ok(beforeFan >= Math.min(2, asked.temperature) - 1e-9, `${beforeFan} °C`);
        if (output.humidity < humidity) {
          assert.ok(
            output.humidity <= saturationRatio(beforeFan, SEA_LEVEL.pressure) * 1.12,
            'air in the duct is not oversaturated',
          );
        }
        const taken =
          SEA_LEVEL.density *
          asked.airflow *
          (enthalpy(asked.temperature, humidity) - enthalpy(beforeFan, output.humidity));
        assert.ok(taken <= output.capacity * 1.03 + 1, `${taken} W of ${output.capacity} W`);
      } else {
        assert.ok(beforeFan >= asked.temperature - 1e-9 && output.humidity === humidity);
      }
    }),
    { numRuns: 3000 },
  );
});

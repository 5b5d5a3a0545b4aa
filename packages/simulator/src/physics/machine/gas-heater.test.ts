import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { SEA_LEVEL } from '../air.ts';
import { runGasHeater } from './gas-heater.ts';
import type { HeatPumpDemand, HeatPumpOutput } from './heat-pump.ts';
import { createHeatPump } from './heat-pump-models.ts';

const unit = createHeatPump('ducted', { cooling: 14_000 });
const cold: HeatPumpDemand = {
  air: SEA_LEVEL,
  mode: 'heat',
  outdoor: -10,
  outdoorHumidity: 80,
  temperature: 18,
  humidity: 0.006,
  airflow: unit.airflow,
  load: 1,
};
const burn = (demand: Partial<HeatPumpDemand>): HeatPumpOutput => {
  const output = {
    temperature: 0,
    humidity: 0,
    sensible: 0,
    moisture: 0,
    coil: 0,
    capacity: 0,
    power: 0,
    fan: 0,
  };
  runGasHeater(unit, { ...cold, ...demand }, output);
  return output;
};

suite('a gas heater', () => {
  test('a gas heater delivers its rated heat and that of its fan in any weather', () => {
    for (const outdoor of [-20, 0, 15]) {
      const { sensible, power, fan } = burn({ outdoor });
      assert.ok(Math.abs(sensible - (unit.heating + fan)) < 1e-6, `${sensible}`);
      assert.equal(power, unit.standby + fan + 90);
    }
  });

  test('a gas heater does not change the moisture of air, and does nothing without airflow', () => {
    assert.deepEqual([burn({}).humidity, burn({}).moisture], [0.006, 0]);
    const still = burn({ airflow: 0 });
    assert.deepEqual([still.sensible, still.power, still.temperature], [0, unit.standby, 18]);
  });

  test('shuts a gas heater off before its supply air gets hotter than 65 °C', () => {
    const { temperature } = burn({ airflow: 0.1 * unit.airflow });
    assert.ok(temperature <= 65.1 && temperature > 64, `${temperature}`);
    assert.equal(burn({ temperature: 70, load: 1 }).power - burn({ temperature: 70 }).fan, unit.standby);
  });

  test('a gas heater adds exactly the heat of its supply air to the rooms', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1.5, noNaN: true }),
        fc.double({ min: -10, max: 40, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (airflow, temperature, load) => {
          const output = burn({ airflow, temperature, load });
          const carried = SEA_LEVEL.volumeHeat * airflow * (output.temperature - temperature);
          assert.ok(Math.abs(carried - output.sensible) < 1e-6);
          assert.ok(output.sensible <= unit.heating * load + output.fan + 1e-6);
        },
      ),
    );
  });
});

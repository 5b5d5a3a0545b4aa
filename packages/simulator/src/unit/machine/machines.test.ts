import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseNames, readShippedHouse } from '../../house-file/shipped.ts';
import { runHeatPump, SEA_LEVEL, VAPORISATION } from '../../physics/index.ts';
import { ratioAtWetBulb } from '../../physics/psychrometrics.ts';
import { splitMachines, vrfMachines } from '../../room-unit/machine.ts';
import { machinesOf } from './machines.ts';

const { pressure } = SEA_LEVEL;
/** The rating points of ISO 13253, ISO 5151 and ISO 15042. */
const T1 = {
  mode: 'cool',
  outdoor: 35,
  temperature: 27,
  humidity: ratioAtWetBulb(27, 19, pressure),
} as const;
const H1 = { mode: 'heat', outdoor: 7, temperature: 20, humidity: ratioAtWetBulb(20, 15, pressure) } as const;

for (const name of houseNames)
  test(`every unit of the ${name} house has its rated capacities and inputs, at T1 and H1`, () => {
    const read = readShippedHouse(name);
    assert.ok(read.ok);
    const house = read.value;
    const pumps = [
      ...(house.ducted === undefined ? [] : [machinesOf(house).pump]),
      ...splitMachines(house).map(({ pump }) => pump),
      ...vrfMachines(house)
        .filter(Boolean)
        .map(({ pump }) => pump),
    ];
    assert.ok(pumps.length > 0);
    for (const pump of pumps) {
      const { cooling, heating, coolingInput, heatingInput, airflow } = pump;
      for (const [point, capacity, input] of [
        [T1, cooling, coolingInput],
        [H1, heating, heatingInput],
      ] as const) {
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
        const outdoorHumidity = ratioAtWetBulb(point.outdoor, point.outdoor - 1, pressure);
        runHeatPump(pump, { ...point, air: SEA_LEVEL, outdoorHumidity, airflow, load: 1 }, output);
        const given = Math.abs(output.sensible + VAPORISATION * output.moisture);
        assert.ok(Math.abs(given / capacity - 1) < 0.02, `${given} W of ${capacity} W`);
        assert.ok(Math.abs(output.power / input - 1) < 0.02, `${output.power} W of ${input} W`);
      }
    }
  });

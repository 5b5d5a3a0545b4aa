import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DatagramOf } from '@plenum/protocol/component';
import { createDucted, fan, mode } from '../ducted.fixture.ts';

type Ventilation = DatagramOf<'unit'>['Ventilation'];
type House = ReturnType<typeof createDucted>;

const create = (Ventilation: Partial<Ventilation>, air: Partial<DatagramOf<'unit'>> = {}) => {
  const house = createDucted({
    step: 60,
    unit: { mode: 'vent', fan: 'auto', settings: { Ventilation } },
    air: { temperature: 22, relativeHumidity: 50 },
    weather: { temperature: 22, cloud: 1 },
  });
  house.install(air);
  return house;
};
/** Returns the fan speeds minute by minute, with the sensor readings held constant. */
const speeds = (house: House, minutes: number, air: Partial<DatagramOf<'unit'>>) =>
  house.sample(minutes, () => {
    house.install(air);
    return house.plant().fanSpeed;
  });

suite('ventilation', () => {
  test('raises the fan one speed per FanStageDelay while the air is bad, then lowers it', () => {
    const control = { UseEco2Control: 1, Eco2Setpoint: 900, FanStageDelay: 3, CycleFanOff: 1 };
    const house = create(control, { IneCO2: 901 });
    const stale = speeds(house, 8, { IneCO2: 901 });
    assert.deepEqual(stale, [0.5, 0.5, 0.5, 0.75, 0.75, 0.75, 1, 1]);
    speeds(house, 2, { IneCO2: 901 });
    const fresh = speeds(house, 8, { IneCO2: 900 });
    assert.deepEqual(fresh, [1, 0.75, 0.75, 0.75, 0.5, 0.5, 0.5, 0], 'at the setpoint the air is good');
  });

  test('runs the fan low while the air is good, or stops it if CycleFanOff is set', () => {
    for (const [CycleFanOff, speed] of [
      [0, 0.5],
      [1, 0],
    ] as const) {
      const house = create({ UseEco2Control: 1, Eco2Setpoint: 1500, CycleFanOff });
      house.advance(1);
      assert.equal(house.plant().fanSpeed, speed);
    }
  });

  test('follows the controlled air readings and ignores the others', () => {
    for (const [use, air] of [
      ['UseRhControl', { InRh: 71 }],
      ['UseVcosControl', { InTVOC: 501 }],
      ['UseEco2Control', { IneCO2: 901 }],
    ] as const) {
      const limits = { RhSetpoint: 70, VocsSetpoint: 500, Eco2Setpoint: 900, CycleFanOff: 1 };
      const told = create({ ...limits, [use]: 1 }, air);
      told.advance(1);
      assert.equal(told.plant().fanSpeed, 0.5, use);
      const others = { UseRhControl: 1, UseVcosControl: 1, UseEco2Control: 1, [use]: 0 };
      const deaf = create({ ...limits, ...others }, air);
      deaf.advance(1);
      assert.equal(deaf.plant().fanSpeed, 0, `without ${use}`);
    }
  });

  test('leaves the fan alone in other modes or at a manual speed, and starts anew afterwards', () => {
    const control = { UseEco2Control: 1, Eco2Setpoint: 500, FanStageDelay: 3 };
    const house = create(control, { IneCO2: 1200 });
    house.command({ SysFan: fan.high });
    house.advance(10);
    assert.deepEqual([house.plant().fanSpeed, house.plant().ventStage], [1, 0]);
    house.command({ SysFan: fan.auto });
    house.command({ SysMode: mode.cool });
    house.advance(10);
    assert.equal(house.plant().ventStage, 0);
    house.command({ SysMode: mode.vent });
    house.install({ IneCO2: 1200 });
    house.advance(1);
    assert.equal(house.plant().ventStage, 1);
  });

  test('ventilation with outside air reduces the CO2 of a house', () => {
    const people = (UseEco2Control: number) => {
      const house = createDucted({
        unit: {
          mode: 'vent',
          fan: 'auto',
          iSave: true,
          settings: { Ventilation: { UseEco2Control, Eco2Setpoint: 600, FanStageDelay: 5, CycleFanOff: 1 } },
        },
        air: { temperature: 22, co2: 1400 },
        weather: { temperature: 20, cloud: 1 },
      });
      house.command({ iSave: 1 });
      house.advance(4 * 60);
      return house;
    };
    const cleared = people(1);
    assert.ok(cleared.unit().IneCO2 <= 650, `${cleared.unit().IneCO2} ppm`);
    assert.ok(cleared.plant().ventStage < 3, 'the fan slows down');
  });
});

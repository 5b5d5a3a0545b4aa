import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDucted, mode } from '../ducted.fixture.ts';

const create = (temperature: number, relativeHumidity = 40, unitMode: 'cool' | 'vent' | 'heat' = 'cool') => {
  const house = createDucted({
    unit: { iSave: true, mode: unitMode, setpoint: 22, fan: 'high' },
    air: { temperature: 23, co2: 1500 },
    weather: { temperature, relativeHumidity, cloud: 1 },
  });
  house.command({ iSave: 1 });
  return house;
};

suite('iSave', () => {
  test('iSave lets cooler outside air in instead of running the compressor', () => {
    const house = create(18);
    house.advance(5);
    assert.deepEqual([house.plant().running, house.plant().freshAir], ['cool', 1]);
    assert.equal(Math.round(house.loads().unit), 15, 'standby');
    assert.ok(house.unit().Supply < 1950, `${house.unit().Supply}`);
    assert.ok(house.air(0) < 22.5, `${house.air(0)}`);
  });

  test('iSave keeps the compressor off if outside air is as cold as supply air', () => {
    const power = (temperature: number, Setpoint = 2200) => {
      const house = create(temperature);
      house.install({ Setpoint });
      house.override(({ climate }) => climate.air.fill(27));
      house.advance(5);
      assert.deepEqual([house.plant().running, house.plant().freshAir], ['cool', 1]);
      return house.loads().unit;
    };
    for (const temperature of [10, 16, 17]) assert.equal(power(temperature), 15, `${temperature} °C`);
    assert.ok(power(17.1) > 500, 'warmer than supply air should be');
    assert.equal(power(16, 2000), 15);
    assert.ok(power(16, 1950) > 500, 'too warm for this setpoint');
  });

  test('iSave brings fresh air into the house', () => {
    const house = create(17);
    house.advance(15);
    assert.ok(house.unit().IneCO2 < 900, `${house.unit().IneCO2}`);
  });

  test('iSave adds the compressor when outside air is not enough', () => {
    const house = create(18);
    house.install({ Setpoint: 1800 });
    house.advance(5);
    assert.equal(house.plant().freshAir, 1);
    assert.ok(house.loads().unit > 500, `${house.loads().unit}`);
  });

  test('iSave keeps the damper shut if outside air is less than two degrees cooler, or too humid', () => {
    for (const [temperature, humidity] of [
      [22, 40],
      [30, 40],
      [19, 95],
    ] as const) {
      const house = create(temperature, humidity);
      house.advance(5);
      assert.deepEqual([house.plant().running, house.plant().freshAir], ['cool', 0], `${temperature}`);
      assert.ok(house.loads().unit > 100);
    }
  });

  test('the outside-air damper shuts when iSave is switched off, and when the house is cool enough', () => {
    const house = create(18);
    house.advance(2);
    assert.equal(house.plant().freshAir, 1);
    house.command({ iSave: 0 });
    house.advance(2);
    assert.equal(house.plant().freshAir, 0);
    house.command({ iSave: 1 });
    house.advance(2);
    assert.equal(house.plant().freshAir, 1);
    house.install({ Setpoint: 2600 });
    house.advance(3);
    assert.deepEqual([house.plant().running, house.plant().freshAir], ['idle', 0]);
  });

  test('iSave ventilates the house in vent mode, and never while heating', () => {
    const venting = create(25, 40, 'vent');
    venting.advance(15);
    assert.equal(venting.plant().freshAir, 1);
    assert.ok(venting.unit().IneCO2 < 900, `${venting.unit().IneCO2}`);
    const heating = create(5, 40, 'heat');
    heating.install({ Setpoint: 2600 });
    heating.advance(2);
    assert.deepEqual([heating.plant().running, heating.plant().freshAir], ['heat', 0]);
    assert.equal(heating.unit().SysMode, mode.heat);
  });
});

test('only moves the air of the house in vent mode without an outside-air damper', () => {
  const house = createDucted({ unit: { mode: 'vent' }, air: { co2: 1500 }, ducts: { inside: true } });
  house.advance(15);
  assert.equal(house.plant().freshAir, 0);
  assert.ok(house.unit().IneCO2 > 1300, `${house.unit().IneCO2}`);
});

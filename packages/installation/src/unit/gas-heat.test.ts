import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDucted } from './ducted.fixture.ts';
import { findGasLoad } from './gas-heat.ts';

const winter = { air: { temperature: 12 }, weather: { temperature: -5, cloud: 1 } };
const heating = (GasHeat: { Type: number; StageDelay?: number; StageOffset?: number }) =>
  createDucted({ ...winter, unit: { mode: 'heat', setpoint: 21, settings: { GasHeat } } });

suite('a gas heater', () => {
  test('of one stage gives its full heat from the first minute in any weather', () => {
    const house = heating({ Type: 8 });
    house.advance(3);
    assert.deepEqual([house.plant().running, house.plant().load], ['heat', 1]);
    // 15 W standby, 90 W of valve and flue fan; the rest is gas.
    assert.equal(house.loads().unit, 105);
    const pump = heating({ Type: 0 });
    pump.advance(3);
    assert.ok(pump.loads().unit > 500, 'a heat pump draws its heat from the mains');
    house.advance(5);
    assert.ok(house.unit().Supply > pump.unit().Supply, `${house.unit().Supply}`);
  });

  test('of two stages starts with the first and adds the second after StageDelay', () => {
    const house = heating({ Type: 9, StageDelay: 10 });
    const loads = house.sample(14, () => house.plant().load);
    assert.equal(loads.indexOf(1), 10);
    assert.ok(loads.slice(0, 10).every((load) => load === 0.65));
  });

  test('needs the second stage where it is colder by StageOffset than at the start of the first', () => {
    const unit = createDucted({
      unit: { settings: { GasHeat: { Type: 9, StageOffset: 3, StageDelay: 5 } } },
    }).unit();
    const at = { load: 0.65, start: 50, lasted: 300_000 };
    assert.equal(findGasLoad(unit, { ...at, need: 80 }), 1);
    assert.equal(findGasLoad(unit, { ...at, need: 79 }), 0.65);
    assert.equal(findGasLoad(unit, { ...at, need: 80, lasted: 299_999 }), 0.65);
    assert.equal(findGasLoad(unit, { ...at, load: 1, need: 1 }), 1, 'stays until the setpoint');
    assert.equal(findGasLoad(unit, { ...at, load: 1, need: 0 }), 0.65);
  });

  test('has the minimum times and the thermostat of a heat pump', () => {
    const house = heating({ Type: 8 });
    house.advance(6 * 60);
    assert.ok(Math.abs(house.unit().Temp - 2100) <= 80, `${house.unit().Temp}`);
    const runs = house.sample(120, () => house.plant().running);
    assert.ok(runs.includes('idle') && runs.includes('heat'), 'it cycles round its setpoint');
  });

  test('leaves its burner off with the fan at "non-gas heat": the heat pump heats, the controller chooses the speed', () => {
    const house = createDucted({
      ...winter,
      unit: {
        mode: 'heat',
        setpoint: 21,
        fans: ['low', 'high', 'non-gas heat'],
        fanAuto: 'two-speed',
        settings: { GasHeat: { Type: 8 } },
      },
    });
    house.advance(3);
    assert.equal(house.loads().unit, 105, 'by gas');
    assert.equal(house.command({ SysFan: 99 }), 'OK');
    house.advance(5);
    assert.equal(house.plant().running, 'heat');
    assert.ok(house.loads().unit > 500, `${house.loads().unit} W of a compressor`);
    assert.equal(house.plant().fanSpeed, 1, 'far from the setpoint');
  });

  test('cools by its compressor', () => {
    const house = createDucted({
      air: { temperature: 28 },
      weather: { temperature: 36 },
      unit: { settings: { GasHeat: { Type: 9 } } },
    });
    house.advance(10);
    assert.equal(house.plant().running, 'cool');
    assert.ok(house.loads().unit > 500);
  });
});

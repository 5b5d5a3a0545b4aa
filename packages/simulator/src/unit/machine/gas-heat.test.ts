import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDucted } from '../ducted.fixture.ts';
import { findGasLoad } from './gas-heat.ts';

const winter = { air: { temperature: 12 }, weather: { temperature: -5, cloud: 1 } };
const heating = (GasHeat: { Type: number; StageDelay?: number; StageOffset?: number }) =>
  createDucted({ ...winter, unit: { mode: 'heat', setpoint: 21, settings: { GasHeat } } });

suite('a gas heater', () => {
  test('a one-stage heater gives its full heat from the first minute in any weather', () => {
    const house = heating({ Type: 8 });
    house.advance(3);
    assert.deepEqual([house.plant().running, house.plant().load], ['heat', 1]);
    // 15 W standby and 90 W for the valve and the flue fan. The rest is gas.
    assert.equal(house.loads().unit, 105);
    const pump = heating({ Type: 0 });
    pump.advance(3);
    assert.ok(pump.loads().unit > 500, 'a heat pump uses mains power for heat');
    house.advance(5);
    assert.ok(house.unit().Supply > pump.unit().Supply, `${house.unit().Supply}`);
  });

  test('a two-stage heater starts with the first stage and adds the second after StageDelay', () => {
    const house = heating({ Type: 9, StageDelay: 10 });
    const loads = house.sample(14, () => house.plant().load);
    assert.equal(loads.indexOf(1), 10);
    assert.ok(loads.slice(0, 10).every((load) => load === 0.65));
  });

  test('adds the second stage only if the temperature fell by StageOffset since the first', () => {
    const unit = createDucted({
      unit: { settings: { GasHeat: { Type: 9, StageOffset: 3, StageDelay: 5 } } },
    }).unit();
    const at = { load: 0.65, start: 50, lasted: 300_000 };
    assert.equal(findGasLoad(unit, { ...at, need: 80 }), 1);
    assert.equal(findGasLoad(unit, { ...at, need: 79 }), 0.65);
    assert.equal(findGasLoad(unit, { ...at, need: 80, lasted: 299_999 }), 0.65);
    assert.equal(
      findGasLoad(unit, { ...at, load: 1, need: 1 }),
      1,
      'the burner stays lit until the setpoint is reached',
    );
    assert.equal(findGasLoad(unit, { ...at, load: 1, need: 0 }), 0.65);
  });

  test('a gas heater has the same minimum times and thermostat as a heat pump', () => {
    const house = heating({ Type: 8 });
    house.advance(6 * 60);
    assert.ok(Math.abs(house.unit().Temp - 2100) <= 80, `${house.unit().Temp}`);
    const runs = house.sample(120, () => house.plant().running);
    assert.ok(runs.includes('idle') && runs.includes('heat'), 'the burner cycles around the setpoint');
  });

  test('keeps the burner off at "non-gas heat", where the controller chooses the fan speed', () => {
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

  test('stops the burner once all rooms are at setpoint, after its minimum run time', () => {
    const house = heating({ Type: 8 });
    house.command({ RASSet: 3 });
    for (const Index of [0, 1]) {
      house.command({ ZoneMode: { Index, Mode: 3 } });
      house.command({ ZoneSetpoint: { Index, Setpoint: 2050 } });
    }
    house.advance(3 * 60);
    const { MinRunTime } = house.unit().GasHeat;
    let satisfied = 0;
    let starts = 0;
    house.sample(8 * 60, () => {
      const isAbove = [0, 1].every((place) => house.zone(place).Temp >= house.zone(place).Setpoint);
      const burns = house.plant().running === 'heat';
      if (burns && satisfied === 0) starts++;
      satisfied = burns && isAbove ? satisfied + 1 : 0;
      assert.ok(satisfied <= MinRunTime + 1, `${satisfied} minutes`);
    });
    assert.ok(starts > 3, `${starts} minutes of heat below the setpoint`);
  });

  test('stops a burner with too little air by its limit switch, until it has cooled', () => {
    const house = heating({ Type: 8 });
    for (const Index of [0, 1, 2]) house.command({ ZoneMode: { Index, Mode: 2 } });
    house.command({ ZoneMode: { Index: 3, Mode: 5 } });
    house.command({ ZoneMinAir: { Index: 3, MinAir: 5 } });
    house.install({ NoOfConst: 0 });
    const minutes = house.sample(60, () => ({
      burns: house.loads().unit > 50,
      runs: house.plant().running === 'heat',
      fan: house.plant().fanSpeed,
      supply: house.unit().Supply,
    }));
    const lit = minutes.filter(({ burns }) => burns).length;
    const out = minutes.filter(({ runs, burns }) => runs && !burns);
    assert.ok(lit > 3 && out.length > 3 * lit, `${lit} minutes lit, ${out.length} out`);
    assert.ok(
      out.every(({ fan }) => fan > 0),
      'the fan cools the burner',
    );
    assert.ok(Math.max(...minutes.map(({ supply }) => supply)) <= 6520);
    const cooled = Math.min(...minutes.slice(20).map(({ supply }) => supply));
    assert.ok(cooled < 4500, `${cooled}`);
  });

  test('cools the burner with the fan after a run, and after the system is switched off', () => {
    for (const isSwitchedOff of [false, true]) {
      const house = heating({ Type: 8 });
      house.advance(10);
      assert.equal(house.plant().running, 'heat');
      if (isSwitchedOff) house.command({ SysOn: 0 });
      else house.command({ SysSetpoint: 1500 });
      const minutes = house.sample(8, () => ({
        fan: house.plant().fanSpeed,
        damper: house.zone(0).DmpPos,
        above: house.plant().supply - house.unit().Temp / 100,
      }));
      const stops = minutes.findIndex(({ fan }) => fan === 0);
      assert.ok(stops >= 1 && stops <= 4, `the fan stops after ${stops} minutes`);
      const [before, after] = [minutes.slice(0, stops), minutes.slice(stops)];
      assert.ok(before.every(({ fan, damper }) => fan === 0.5 && damper === 100));
      assert.ok(after.every(({ fan }) => fan === 0));
      assert.ok(minutes[0]!.above > 3 && after[0]!.above < 3.5, `${minutes[0]!.above}, ${after[0]!.above}`);
    }
  });

  test('runs the fan at medium or faster in auto while the burner burns', () => {
    const house = createDucted({
      ...winter,
      unit: { mode: 'heat', setpoint: 21, fan: 'auto', settings: { GasHeat: { Type: 8 } } },
    });
    for (const Index of [1, 2]) house.command({ ZoneMode: { Index, Mode: 2 } });
    house.advance(5);
    assert.equal(house.plant().running, 'heat');
    assert.ok(house.plant().fanSpeed >= 0.75, `${house.plant().fanSpeed}`);
  });

  test('a unit with a gas heater cools with its compressor', () => {
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

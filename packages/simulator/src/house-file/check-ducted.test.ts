import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readChanged } from './small-house.fixture.ts';

suite('the ducted unit of a house file', () => {
  test('accepts only a mode and a fan speed that the ducted unit has', () => {
    assert.equal(
      readChanged('mode: cool', 'mode: exhaust'),
      '<exhaust>: ducted.unit.mode: "exhaust" cannot be the mode of this unit: it is one of cool, heat, vent, dry, auto.',
    );
    assert.equal(
      readChanged('mode: cool', 'fans: [low], fan: high'),
      '<high>: ducted.unit.fan: "high" cannot be the fan of this unit: it is one of low.',
    );
    assert.equal(
      readChanged('mode: cool', 'modes: [cool, not available]'),
      '<not available>: ducted.unit.modes.1: "not available" cannot be an ability of the unit: leave it out.',
    );
  });

  test('accepts an ability of the unit only if it is available, for modes and for fan speeds', () => {
    for (const [key, first] of [
      ['modes', 'cool'],
      ['fans', 'low'],
    ])
      assert.equal(
        readChanged('mode: cool', `mode: cool, ${key}: [${first}, not available]`),
        `<not available>: ducted.unit.${key}.1: "not available" cannot be an ability of the unit: leave it out.`,
      );
  });

  test('accepts the data sheet of a heat pump, but no input that its fan alone would take', () => {
    const sheet = (written: string) => readChanged('mode: cool', `performance: { ${written} }`);
    assert.equal(sheet('coolingInput: 2.4, heatingInput: 2.5, leastLoad: 20, crankcase: 0'), 'right');
    assert.equal(
      sheet('coolingInput: 0.4, fan: 390'),
      '<0.4>: ducted.unit.performance.coolingInput: 0.4 cannot be the input of this unit: its fan and electronics alone take 405 W.',
    );
    assert.equal(
      sheet('fan: 9000'),
      '<9000>: ducted.unit.performance.fan: 9000 cannot be the fan of this unit: its fan and electronics alone take 9015 W.',
    );
  });

  test('refuses economy limits with the minimum above the maximum', () => {
    assert.equal(readChanged('ecoMin: 18', 'ecoMin: 26'), 'right');
    assert.equal(
      readChanged('ecoMin: 18', 'ecoMin: 26.5'),
      '<26.5>: ducted.unit.ecoMin: 26.5 cannot be the lowest setpoint: the highest is 26 °C.',
    );
  });

  test("accepts only an existing zone or the unit's own setpoint as the control zone", () => {
    assert.equal(readChanged('mode: cool', 'controlZone: 1'), 'right');
    assert.equal(readChanged('mode: cool', 'controlZone: 15'), 'right');
    assert.equal(
      readChanged('mode: cool', 'controlZone: 2'),
      '<2>: ducted.unit.controlZone: 2 cannot be the zone that controls the unit: zones are 0 to 1.',
    );
    assert.equal(
      readChanged('mode: cool', 'masterZone: 2'),
      '<2>: ducted.unit.masterZone: 2 cannot be the master zone: zones are 0 to 1.',
    );
  });

  test('refuses a control zone if return air controls the unit', () => {
    assert.equal(readChanged('mode: cool', 'returnAir: return air, controlZone: 15'), 'right');
    assert.equal(
      readChanged('mode: cool', 'returnAir: return air, controlZone: 1'),
      '<1>: ducted.unit.controlZone: 1 cannot be the control zone: the return air controls the unit.',
    );
  });

  test("checks the installer's settings of the unit by the names and values of the interface", () => {
    const settings = (written: string) => readChanged('mode: cool', `settings: ${written}`);
    assert.equal(
      settings('{ StaticP: 4, GasHeat: { Type: 9 }, Ventilation: { RhSetpoint: 5 }, Evap: { Inverter: 0 } }'),
      'right',
    );
    assert.equal(
      settings('{ StaticP: 5 }'),
      '<5>: ducted.unit.settings.StaticP: 5 is above the maximum of 4.',
    );
    assert.equal(
      settings('{ Ventilation: { RhSetpoint: 4 } }'),
      '<4>: ducted.unit.settings.Ventilation.RhSetpoint: 4 % is below the minimum of 5 %.',
    );
    assert.match(settings('{ Temp: 2200 }'), /^<Temp: 2200>: .*"Temp"/, 'a measured value is not a setting');
  });

  test('refuses settings that permit commands to the unit if the system controls only zones', () => {
    const zonesOnly = (written: string) => readChanged('mode: cool', `control: zones, settings: ${written}`);
    assert.equal(zonesOnly('{ HvacMode: 0 }'), 'right');
    assert.equal(
      zonesOnly('{ HvacMode: 1 }'),
      '<1>: ducted.unit.settings.HvacMode: 1 cannot be set here: the system controls zones only.',
    );
  });
});

suite('a zone of a house file', () => {
  test('refuses a zone that supplies an unknown room', () => {
    assert.equal(
      readChanged('room: Lounge, type', 'room: Attic, type'),
      '<Attic>: ducted.zones.0.room: "Attic" cannot be a room: this house has Lounge, Den.',
    );
  });

  test('refuses a zone mode that does not exist for its type', () => {
    assert.equal(
      readChanged('type: constant', 'type: constant, mode: auto'),
      '<auto>: ducted.zones.1.mode: "auto" cannot be the mode of this zone: it is one of open, close, constant.',
    );
    assert.equal(readChanged('type: constant', 'type: constant, sensor: wired, mode: auto'), 'right');
  });

  test('refuses a highest opening below the lowest', () => {
    assert.equal(readChanged('minAir: 10', 'minAir: 90'), 'right');
    assert.equal(
      readChanged('minAir: 10', 'minAir: 95'),
      '<95>: ducted.zones.0.minAir: The lowest opening, 95 %, would be above the highest opening, 90 %.',
    );
  });

  test('refuses balance limits with the minimum above the maximum', () => {
    const balance = (min: number) =>
      readChanged('minAir: 10', `settings: { BalanceMin: ${min}, BalanceMax: 80 }, minAir: 10`);
    assert.equal(balance(80), 'right');
    assert.equal(
      balance(85),
      '<85>: ducted.zones.0.settings.BalanceMin: The lowest opening, 85 %, would be above the highest opening, 80 %.',
    );
  });

  test('refuses a zone setpoint between the steps of the wire', () => {
    assert.equal(readChanged('setpoint: 22, minAir', 'setpoint: 22.5, minAir'), 'right');
    assert.equal(
      readChanged('setpoint: 22, minAir', 'setpoint: 22.3, minAir'),
      '<22.3>: ducted.zones.0.setpoint: 22.30 °C is not a multiple of 0.5 °C. Use 22.00 or 22.50.',
    );
  });
});

suite('a ducted favourite of a house file', () => {
  test('accepts in a favourite only a mode and a fan speed that the unit has', () => {
    assert.equal(
      readChanged('mode: heat', 'mode: pump only'),
      '<pump only>: ducted.favourites.0.mode: "pump only" cannot be the mode of this unit: it is one of cool, heat, vent, dry, auto.',
    );
    assert.equal(
      readChanged('fan: low', 'fan: top'),
      '<top>: ducted.favourites.0.fan: "top" cannot be the fan of this unit: it is one of low, medium, high, auto.',
    );
  });

  test('requires one entry for each zone in a favourite, with a mode of that zone', () => {
    const written = 'zones: [{ mode: auto, setpoint: 21 }, { mode: open }]';
    const zones = (list: string) => readChanged(written, `zones: ${list}`);
    const why = 'cannot be the number of zones: a favourite sets every zone, and this house has 2.';
    assert.equal(zones('[{ mode: auto }, { mode: open }]'), 'right');
    assert.equal(
      zones('[{ mode: auto }, { mode: open }, { mode: open }]'),
      `<[{ mode: auto>: ducted.favourites.0.zones: 3 ${why}`,
    );
    assert.equal(zones('[{ mode: auto }]'), `<[{ mode: auto>: ducted.favourites.0.zones: 1 ${why}`);
    assert.equal(readChanged(written, 'days: [M]'), `<name: Day>: ducted.favourites.0.zones: 0 ${why}`);
    assert.equal(
      zones('[{ mode: auto }, { mode: auto }]'),
      '<auto>: ducted.favourites.0.zones.1.mode: "auto" cannot be the mode of zone 1: it is one of open, close, constant.',
    );
    assert.equal(
      zones('[{ mode: auto, setpoint: 21.2 }, { mode: open }]'),
      '<21.2>: ducted.favourites.0.zones.0.setpoint: 21.20 °C is not a multiple of 0.5 °C. Use 21.00 or 21.50.',
    );
  });
});

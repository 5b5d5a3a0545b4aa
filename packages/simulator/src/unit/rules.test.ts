import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDucted, fan, MINUTE, mode, start } from './ducted.fixture.ts';

const zonesOnly = 'This system controls only zones (SysType 210), not the unit.';
const commands = [
  { SysOn: 1 },
  { SysMode: mode.cool },
  { SysFan: fan.low },
  { SysSetpoint: 2200 },
  { iSave: 1 },
  { SysSleepTimer: 30 },
];

suite('commands to the unit', () => {
  test('refuses every unit command in a house without a ducted air conditioner', () => {
    const house = createDucted({ without: true });
    for (const command of commands) {
      const [name] = Object.keys(command);
      assert.equal(house.command(command), `${name}: This house has no ducted air conditioner.`);
    }
  });

  test('refuses unit commands in a system that controls only zones', () => {
    const house = createDucted({ unit: { control: 'zones', iSave: true } });
    assert.equal(house.unit().SysType, 210);
    for (const command of commands) {
      const [name] = Object.keys(command);
      assert.equal(house.command(command), `${name}: ${zonesOnly}`);
    }
  });

  test('a unit command without effect leaves every datagram the same object', () => {
    const house = createDucted({ unit: { iSave: true } });
    const { SysOn, SysMode, SysFan, Setpoint } = house.unit();
    for (const same of [
      { SysOn },
      { SysMode },
      { SysFan },
      { SysSetpoint: Setpoint },
      { iSave: 0 },
      { SysSleepTimer: 0 },
    ])
      assert.deepEqual(house.changes(same), [], JSON.stringify(same));
  });
});

suite('SysOn', () => {
  test('switches the unit on and off', () => {
    const house = createDucted({ unit: { on: false } });
    assert.deepEqual(house.changes({ SysOn: 1 }), ['unit 0']);
    assert.equal(house.unit().SysOn, 1);
    assert.deepEqual(house.changes({ SysOn: 0 }), ['unit 0']);
    assert.equal(house.unit().SysOn, 0);
  });

  test('switching off ends the sleep timer', () => {
    const house = createDucted();
    house.command({ SysSleepTimer: 30 });
    house.command({ SysOn: 0 });
    assert.deepEqual(
      [house.unit().SleepTimer, house.unit().SleepTimerM, house.plant().sleepUntil],
      [0, 0, 0],
    );
  });

  test('accepts only on and off', () => {
    assert.match(createDucted().command({ SysOn: 2 }), /2 is not one of 0, 1/);
    assert.match(createDucted().command({ SysOn: -1 }), /-1 is not one of 0, 1/);
  });
});

suite('SysMode', () => {
  test('accepts every mode of a heat pump', () => {
    const house = createDucted({ unit: { mode: 'auto' } });
    for (const SysMode of [mode.cool, mode.heat, mode.vent, mode.dry, mode.auto]) {
      assert.deepEqual(house.changes({ SysMode }), ['unit 0']);
      assert.equal(house.unit().SysMode, SysMode);
    }
  });

  test('refuses a mode that the unit does not have, and lists the available ones', () => {
    const house = createDucted();
    const has = 'this unit has cool, heat, vent, dry, auto';
    assert.equal(house.command({ SysMode: 0 }), `SysMode: Mode 0 is not available: ${has}.`);
    assert.equal(house.command({ SysMode: 6 }), `SysMode: Mode exhaust is not available: ${has}.`);
    assert.equal(house.command({ SysMode: 7 }), `SysMode: Mode pump only is not available: ${has}.`);
    assert.equal(house.unit().SysMode, mode.cool);
  });

  test('accepts exhaust and pump only for an evaporative cooler, which neither heats nor dries', () => {
    const house = createDucted({ unit: { cpu: 'evaporative' } });
    assert.equal(house.command({ SysMode: mode.exhaust }), 'OK');
    assert.equal(house.command({ SysMode: mode.pumpOnly }), 'OK');
    const has = 'this unit has cool, vent, auto, exhaust, pump only';
    assert.equal(house.command({ SysMode: mode.heat }), `SysMode: Mode heat is not available: ${has}.`);
    assert.equal(house.command({ SysMode: mode.dry }), `SysMode: Mode dry is not available: ${has}.`);
  });

  test('accepts the modes of the house file, never "not available"', () => {
    const house = createDucted({ unit: { modes: ['not available', 'cool', 'vent'] } });
    assert.equal(house.command({ SysMode: mode.vent }), 'OK');
    assert.equal(
      house.command({ SysMode: mode.heat }),
      'SysMode: Mode heat is not available: this unit has cool, vent.',
    );
    assert.match(house.command({ SysMode: mode.none }), /Mode 0 is not available/);
  });

  test('refuses modes above 7', () => {
    assert.match(createDucted().command({ SysMode: 8 }), /^SysMode: 8 is not one of /);
  });
});

suite('SysFan', () => {
  test('accepts every fan speed of the unit', () => {
    const house = createDucted();
    for (const SysFan of [fan.low, fan.medium, fan.high, fan.auto]) {
      assert.equal(house.command({ SysFan }), 'OK');
      assert.equal(house.unit().SysFan, SysFan);
    }
  });

  test('refuses a fan speed that the unit does not have, and lists the available ones', () => {
    const house = createDucted();
    const has = 'this unit has low, medium, high, auto';
    assert.equal(house.command({ SysFan: fan.none }), `SysFan: Fan 0 is not available: ${has}.`);
    assert.equal(house.command({ SysFan: fan.top }), `SysFan: Fan top is not available: ${has}.`);
    assert.equal(
      house.command({ SysFan: 99 }),
      'SysFan: Heating without gas is not available: the fan settings of this unit are low, medium, high, auto.',
    );
    const single = createDucted({ unit: { fans: ['high', 'top', 'non-gas heat'] } });
    assert.equal(single.command({ SysFan: 99 }), 'OK');
    assert.equal(single.command({ SysFan: fan.top }), 'OK');
    assert.match(single.command({ SysFan: fan.auto }), /Fan auto is not available/);
  });
});

suite('SysSetpoint', () => {
  test('accepts setpoints of 15 to 30 degrees in any step', () => {
    const house = createDucted();
    for (const SysSetpoint of [1500, 3000, 2151]) {
      assert.equal(house.command({ SysSetpoint }), 'OK');
      assert.equal(house.unit().Setpoint, SysSetpoint);
    }
    assert.equal(
      house.command({ SysSetpoint: 1499 }),
      'SysSetpoint: 14.99 °C is below the minimum of 15.00 °C.',
    );
    assert.equal(
      house.command({ SysSetpoint: 3001 }),
      'SysSetpoint: 30.01 °C is above the maximum of 30.00 °C.',
    );
  });

  test('refuses setpoints outside the economy limits only while they are locked', () => {
    const eco = { ecoMin: 20, ecoMax: 24.5 };
    const house = createDucted({ unit: { ...eco, ecoLock: true } });
    assert.equal(house.command({ SysSetpoint: 2000 }), 'OK');
    assert.equal(house.command({ SysSetpoint: 2450 }), 'OK');
    assert.equal(
      house.command({ SysSetpoint: 1999 }),
      'SysSetpoint: 19.99 °C is outside the economy limits 20.00 to 24.50 °C.',
    );
    assert.equal(
      house.command({ SysSetpoint: 2451 }),
      'SysSetpoint: 24.51 °C is outside the economy limits 20.00 to 24.50 °C.',
    );
    assert.equal(house.unit().Setpoint, 2450);
    assert.equal(createDucted({ unit: eco }).command({ SysSetpoint: 2451 }), 'OK');
  });
});

suite('iSave', () => {
  test('switches iSave under both its names if it is fitted', () => {
    const house = createDucted({ unit: { iSave: true } });
    assert.equal(house.command({ iSave: 1 }), 'OK');
    assert.equal(house.unit().iSaveOn, 1);
    assert.equal(house.command({ iSaveOn: 0 }), 'OK');
    assert.equal(house.unit().iSaveOn, 0);
  });

  test('refuses iSave if it is not fitted', () => {
    const why = 'this system has no outside-air damper';
    assert.equal(createDucted().command({ iSave: 1 }), `iSave: iSave is not available: ${why}.`);
    assert.equal(createDucted().command({ iSave: 0 }), `iSave: iSave is not available: ${why}.`);
  });
});

suite('SysSleepTimer', () => {
  test('sets the remaining minutes of the sleep timer', () => {
    const house = createDucted();
    assert.equal(house.command({ SysSleepTimer: 1440 }), 'OK');
    assert.deepEqual([house.unit().SleepTimer, house.unit().SleepTimerM], [1440, 1440]);
    assert.equal(house.plant().sleepUntil, start + 1440 * MINUTE);
    assert.equal(
      house.command({ SysSleepTimer: 1441 }),
      'SysSleepTimer: 1441 min is above the maximum of 1440 min.',
    );
    assert.match(house.command({ SysSleepTimer: -1 }), /below the minimum of 0/);
  });

  test('restarts the sleep timer when it is set again', () => {
    const house = createDucted();
    house.command({ SysSleepTimer: 30 });
    house.advance(10);
    assert.equal(house.unit().SleepTimerM, 20);
    house.command({ SysSleepTimer: 30 });
    assert.equal(house.unit().SleepTimerM, 30);
  });

  test('0 turns the sleep timer off', () => {
    const house = createDucted();
    house.command({ SysSleepTimer: 30 });
    assert.equal(house.command({ SysSleepTimer: 0 }), 'OK');
    house.advance(31);
    assert.deepEqual([house.unit().SysOn, house.unit().SleepTimer, house.unit().SleepTimerM], [1, 0, 0]);
  });
});

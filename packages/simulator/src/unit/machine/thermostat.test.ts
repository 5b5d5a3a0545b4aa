import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, LIVING, MINUTE, mode } from '../ducted.fixture.ts';

type Ducted = ReturnType<typeof createDucted>;
/** Creates a house with the same temperature inside and out, so that readings change slowly. */
const still = (temperature: number, more: Parameters<typeof createDucted>[0] = {}) =>
  createDucted({ air: { temperature }, weather: { temperature, cloud: 1 }, ...more });
const running = (house: Ducted) => house.plant().running;
/** Returns the activity of the unit a step after the return air reads `Temp`. */
const reads = (house: Ducted, Temp: number) => {
  house.install({ Temp });
  house.advance(0.5);
  return running(house);
};
/** Lets minutes pass while the return air reads `Temp`. */
const hold = (house: Ducted, Temp: number, minutes: number) => {
  for (let left = minutes; left > 0; left--) {
    house.install({ Temp });
    house.advance(1);
  }
};
const noWaiting = { minimumRun: 0, minimumOff: 0 };

suite('the thermostat', () => {
  test('starts cooling half a degree above the setpoint, and stops half a degree below', () => {
    const house = still(22, { unit: { ...noWaiting, mode: 'cool', setpoint: 22 } });
    house.advance(2);
    assert.equal(running(house), 'idle');
    assert.deepEqual(
      [2240, 2250, 2200, 2160, 2150, 2240].map((Temp) => reads(house, Temp)),
      ['idle', 'cool', 'cool', 'cool', 'idle', 'idle'],
    );
  });

  test('starts heating half a degree below the setpoint, and stops half a degree above', () => {
    const house = still(22, { unit: { ...noWaiting, mode: 'heat', setpoint: 22 } });
    house.advance(2);
    assert.deepEqual(
      [2160, 2150, 2200, 2240, 2250, 2160].map((Temp) => reads(house, Temp)),
      ['idle', 'heat', 'heat', 'heat', 'idle', 'idle'],
    );
  });

  test('starts in auto half a deadband from the setpoint, and stops 0.2 K past it', () => {
    const house = still(22, { unit: { ...noWaiting, mode: 'auto', setpoint: 22, deadband: 3 } });
    house.advance(2);
    assert.equal(house.unit().AutoModeDeadB, 300);
    assert.deepEqual(
      [2340, 2350, 2190, 2180, 2060, 2050, 2210, 2220, 2340].map((Temp) => reads(house, Temp)),
      ['idle', 'cool', 'cool', 'idle', 'idle', 'heat', 'heat', 'idle', 'idle'],
    );
    assert.equal(house.unit().SysMode, mode.auto, 'the displayed mode stays auto');
  });

  test('goes through idle from cooling to heating in auto', () => {
    const house = still(22, { unit: { ...noWaiting, mode: 'auto', setpoint: 22 } });
    house.advance(2);
    assert.deepEqual(
      [2400, 2000, 2000].map((Temp) => reads(house, Temp)),
      ['cool', 'idle', 'heat'],
    );
  });

  test('only moves air in vent mode', () => {
    const house = still(30, { unit: { ...noWaiting, mode: 'vent' } });
    house.advance(10);
    assert.equal(running(house), 'idle');
    assert.ok(house.plant().fanSpeed > 0);
  });

  test('is idle for the minimum off time between two runs, counted from the stop', () => {
    const house = still(24, { unit: { mode: 'cool', minimumRun: 0, minimumOff: 5 } });
    house.advance(2);
    assert.equal(running(house), 'cool');
    house.command({ SysOn: 0 });
    house.advance(0.5);
    const stopped = house.plant().since;
    house.command({ SysOn: 1 });
    let began = 0;
    for (let n = 0; n < 30 && began === 0; n++) {
      house.advance(0.5);
      if (running(house) === 'cool') began = house.plant().since;
    }
    assert.equal(began - stopped, 5 * MINUTE);
  });

  test('runs for the minimum run time once started', () => {
    const house = still(24, { unit: { mode: 'cool', minimumRun: 10, minimumOff: 0 } });
    house.advance(1);
    const { since } = house.plant();
    const runs = (n: number) => {
      house.install({ Temp: 1800 });
      house.advance(0.5);
      return { at: since + (n + 2) * 0.5 * MINUTE, running: running(house) };
    };
    const seen = Array.from({ length: 25 }, (_, n) => runs(n));
    const stopped = seen.find((each) => each.running === 'idle')!;
    assert.equal(house.plant().since - since, 10 * MINUTE);
    assert.ok(stopped.at > since + 9 * MINUTE);
  });

  test('stops immediately when switched off or when the mode no longer fits', () => {
    for (const command of [{ SysOn: 0 }, { SysMode: mode.vent }, { SysMode: mode.heat }]) {
      const house = still(26, { unit: { mode: 'cool', minimumRun: 30 } });
      house.advance(2);
      assert.equal(running(house), 'cool');
      house.command(command);
      house.advance(0.5);
      assert.deepEqual([running(house), house.plant().load], ['idle', 0], JSON.stringify(command));
    }
  });

  test('increases its load over minutes, and reduces it near the setpoint', () => {
    const house = still(27, { unit: { mode: 'cool', setpoint: 22 } });
    house.advance(0.5);
    assert.equal(house.plant().load, 0.125);
    house.advance(0.5);
    assert.equal(house.plant().load, 0.25);
    house.advance(3);
    assert.equal(house.plant().load, 1);
    house.install({ Temp: 2220 });
    house.advance(0.5);
    assert.equal(house.plant().load, 0.875);
  });

  test('settles at the setpoint: its load stays where the temperature does', () => {
    const house = still(19, { unit: { mode: 'heat', setpoint: 22 } });
    const loads = [2000, 2200, 2200, 2240].map((Temp) => {
      hold(house, Temp, 60);
      return house.plant().load;
    });
    // After 90 minutes the integral is as large as the proportional term: 2 K of 4 K for an hour are a third.
    assert.ok(Math.abs(loads[0]! - (0.5 + 1 / 3)) < 0.01, `${loads}`);
    assert.ok(Math.abs(loads[1]! - 1 / 3) < 0.01 && loads[2] === loads[1], `${loads}`);
    assert.ok(loads[3]! < 1 / 3 - 0.1, `${loads}`);
  });

  test('does not wind up during a recovery, and begins the next run anew', () => {
    const house = still(14, { unit: { mode: 'heat', setpoint: 22 } });
    hold(house, 1700, 180);
    assert.deepEqual([house.plant().load, house.plant().integral], [1, 0]);
    hold(house, 2000, 30);
    assert.ok(house.plant().integral > 0.15);
    house.command({ SysOn: 0 });
    house.advance(1);
    assert.equal(house.plant().integral, 0);
  });
});

suite('dry mode', () => {
  const damp = (relativeHumidity: number, temperature = 22) =>
    createDucted({
      unit: { ...noWaiting, mode: 'dry', setpoint: 22 },
      air: { temperature, relativeHumidity },
      weather: { temperature, relativeHumidity: 70, cloud: 1 },
    });

  test('drying runs with the fan low in damp air that is not warm, and dries the air', () => {
    const house = damp(65);
    house.advance(5);
    assert.deepEqual([running(house), house.plant().fanSpeed], ['cool', 0.5]);
    const vented = damp(65);
    vented.command({ SysMode: mode.vent });
    vented.advance(5);
    const [dried, kept] = [house, vented].map((each) => each.state.plant.climate.humidity[LIVING]!);
    assert.ok(dried! < kept! - 0.0001, `${dried} ${kept}`);
  });

  test('drying does nothing in dry air', () => {
    const house = damp(45);
    house.advance(10);
    assert.equal(running(house), 'idle');
  });

  test('drying stops before the room gets cold', () => {
    const cold = damp(90, 20.4);
    cold.advance(10);
    assert.equal(running(cold), 'idle');
    const house = damp(65);
    house.advance(1);
    assert.deepEqual(
      [2060, 2050, 2140, 2160].map((Temp) => reads(house, Temp)),
      ['cool', 'idle', 'idle', 'cool'],
    );
  });
});

suite('the control error', () => {
  const zoned = (returnAir: 'return air' | 'master' | 'zones', more = {}) =>
    still(22, { unit: { ...noWaiting, returnAir, mode: 'cool', setpoint: 22, ...more } });
  /** Sets the readings of return air, living room and bedroom. Returns the resulting activity of the unit. */
  const told = (house: Ducted, [Temp, living, bedroom]: readonly [number, number, number]) => {
    house.install({ Temp }, { Temp: living }, LIVING);
    house.install({}, { Temp: bedroom }, BEDROOM);
    house.advance(0.5);
    return running(house);
  };
  const [hotReturn, hotLiving, hotBedroom] = [
    [2400, 2200, 2200],
    [2200, 2400, 2200],
    [2200, 2200, 2400],
  ] as const;

  test('compares the return air with the setpoint of the unit', () => {
    assert.equal(zoned('return air').unit().CtrlZone, 15);
    assert.equal(told(zoned('return air'), hotReturn), 'cool');
    assert.equal(told(zoned('return air'), hotLiving), 'idle');
  });

  test('compares the master zone with its setpoint', () => {
    const house = () => zoned('master', { masterZone: BEDROOM });
    assert.deepEqual([house().unit().CtrlZone, house().unit().MasterZoneNo], [BEDROOM, BEDROOM]);
    assert.equal(told(house(), hotReturn), 'idle');
    assert.equal(told(house(), hotLiving), 'idle');
    assert.equal(told(house(), hotBedroom), 'cool');
    const warmer = house();
    warmer.command({ ZoneSetpoint: { Index: BEDROOM, Setpoint: 2500 } });
    assert.equal(told(warmer, hotBedroom), 'idle');
  });

  test('uses the return air if the master zone is 15 or its sensor fails', () => {
    const own = () => zoned('master', { controlZone: 15 });
    assert.equal(told(own(), hotReturn), 'cool');
    assert.equal(told(own(), hotBedroom), 'idle');
    const failed = zoned('master', { masterZone: BEDROOM });
    failed.install({}, { SensorFault: 1 }, BEDROOM);
    assert.equal(told(failed, hotReturn), 'cool');
  });

  test('uses the zone with the greatest demand, which CtrlZone shows', () => {
    const house = zoned('zones');
    assert.equal(told(house, hotReturn), 'idle');
    assert.equal(told(house, hotBedroom), 'cool');
    assert.equal(house.unit().CtrlZone, BEDROOM);
    told(house, [2200, 2420, 2400]);
    assert.equal(house.unit().CtrlZone, BEDROOM, 'a fifth of a degree is not enough');
    told(house, [2200, 2440, 2400]);
    assert.equal(house.unit().CtrlZone, LIVING);
  });

  test('uses the coldest zone while heating', () => {
    const house = zoned('zones', { mode: 'heat' });
    assert.equal(told(house, [2200, 2200, 2100]), 'heat');
    assert.equal(house.unit().CtrlZone, BEDROOM);
  });

  test('uses the return air once no zone in auto can measure', () => {
    const house = zoned('zones');
    told(house, hotBedroom);
    house.command({ ZoneMode: { Index: LIVING, Mode: 1 } });
    house.command({ ZoneMode: { Index: BEDROOM, Mode: 1 } });
    assert.equal(told(house, [2100, 2600, 2600]), 'idle');
    assert.equal(house.unit().CtrlZone, 15);
    assert.equal(told(house, hotReturn), 'cool');
  });

  test('the average of zones changes the unit’s direction in auto, not one hot and one cold zone', () => {
    const house = zoned('zones', { mode: 'auto' });
    assert.equal(told(house, [2200, 2350, 2260]), 'cool');
    assert.equal(told(house, [2200, 2350, 2000]), 'cool', 'their mean is a quarter of a degree below');
    assert.equal(told(house, [2200, 2230, 1960]), 'idle', 'now the mean is a whole degree below');
    assert.equal(told(house, [2200, 2230, 1960]), 'heat');
  });
});

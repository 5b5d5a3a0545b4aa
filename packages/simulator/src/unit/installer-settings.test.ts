import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, fan, LIVING, mode, zoneMode } from './ducted.fixture.ts';

const hot = { air: { temperature: 28 }, weather: { temperature: 36 } };

const furnace = { air: { temperature: 34 }, weather: { temperature: 42 } };

suite('installer settings of the unit', () => {
  test("the unit and its zones show the installer's settings and defaults for the rest", () => {
    const house = createDucted({
      unit: { settings: { DamperTime: 45, GasHeat: { StageDelay: 7 }, Evap: { FanMax: 80 } } },
      zones: [{ name: 'Living', room: 'Living', type: 'auto', settings: { BalanceMax: 80, DamperLink: 3 } }],
    });
    const { DamperTime, StaticP, GasHeat, Evap } = house.unit();
    assert.deepEqual([DamperTime, StaticP, Evap.FanMax, Evap.FanMaxAuto], [45, 2, 80, 90]);
    assert.deepEqual([GasHeat.StageDelay, GasHeat.MinRunTime], [7, 3]);
    const { BalanceMax, BalanceMin, DamperLink, DamperSkip } = house.zone(LIVING);
    assert.deepEqual([BalanceMax, BalanceMin, DamperLink, DamperSkip], [80, 0, 3, 0]);
  });

  test('each step of static pressure changes airflow by 7.5 %, and fan power by its cube', () => {
    const fanPower = (StaticP: number) => {
      const house = createDucted({ ...hot, unit: { settings: { StaticP } } });
      for (const place of [0, 1, 2, 3]) house.command({ ZoneMode: { Index: place, Mode: zoneMode.open } });
      house.advance(5);
      return house.loads().fan;
    };
    const middle = fanPower(2);
    for (const [StaticP, share] of [
      [0, 0.85],
      [1, 0.925],
      [3, 1.075],
      [4, 1.15],
    ] as const)
      assert.ok(Math.abs(fanPower(StaticP) / middle - share ** 3) < 1e-9, `StaticP ${StaticP}`);
  });

  test('a quiet outdoor unit of one brand is limited to three quarters of its load', () => {
    const draws = (Quiet: number, AcUnitBrand = 22) => {
      const supply = { HeatSetpoint: 4000, CoolSetpoint: 500 };
      const settings = { AcUnitBrand, UnitBrandA: { Quiet, ...supply } };
      const house = createDucted({ ...furnace, unit: { settings } });
      house.advance(10);
      assert.equal(house.plant().load, 1, 'every setting is requested');
      return house.loads().unit;
    };
    assert.ok(draws(1) < 0.8 * draws(0));
    assert.equal(draws(1, 1), draws(0, 1), 'only a unit of that brand has the setting');
  });

  test('refuses commands that the installer does not allow the controller to give', () => {
    const why = (name: string, flag: string) =>
      `${name}: ${name} is not available: only the unit's own controls can change it (${flag} is 0).`;
    for (const [flag, commands] of [
      ['HvacOnOff', [{ SysOn: 0 }, { SysSleepTimer: 30 }]],
      ['HvacMode', [{ SysMode: mode.heat }]],
      ['HvacFan', [{ SysFan: fan.low }]],
      ['HvacSetpoint', [{ SysSetpoint: 2500 }]],
    ] as const) {
      const house = createDucted({ unit: { settings: { [flag]: 0 } } });
      for (const command of commands)
        assert.equal(house.command(command), why(Object.keys(command)[0]!, flag));
      const others = [{ SysSetpoint: 2400 }, { SysFan: fan.medium }, { SysMode: mode.vent }, { SysOn: 0 }];
      const free = others.filter(
        (other) => !commands.some((one) => Object.keys(one)[0] === Object.keys(other)[0]),
      );
      for (const command of free) assert.equal(house.command(command), 'OK');
    }
  });

  test('the economy limits apply to favourites as they do to commands', () => {
    const favourites = [{ name: 'Day', mode: 'heat', fan: 'low', zones: [{ mode: 'close' }] }] as const;
    const start = (settings: Record<string, number>) => {
      const house = createDucted({ unit: { on: false, settings }, favourites });
      assert.equal(house.command({ FavouriteSet: 1 }), 'OK');
      const { SysOn, SysMode, SysFan } = house.unit();
      assert.equal(house.zone(LIVING).Mode, zoneMode.close);
      return [SysOn, SysMode, SysFan];
    };
    assert.deepEqual(start({}), [1, mode.heat, fan.low]);
    assert.deepEqual(start({ HvacOnOff: 0 }), [0, mode.heat, fan.low]);
    assert.deepEqual(start({ HvacMode: 0 }), [1, mode.cool, fan.low]);
    assert.deepEqual(start({ HvacFan: 0 }), [1, mode.heat, fan.high]);
  });

  test('the installer can disable exhaust mode', () => {
    const create = (ExhEn: number) =>
      createDucted({ unit: { cpu: 'evaporative', settings: { Evap: { ExhEn } } } });
    assert.equal(create(1).command({ SysMode: mode.exhaust }), 'OK');
    assert.equal(
      create(0).command({ SysMode: mode.exhaust }),
      'SysMode: Mode exhaust is not available: this unit has cool, vent, auto, pump only.',
    );
  });

  test('the installer can make dampers follow the air in the duct in any mode', () => {
    // The unit cools although the bedroom is already too cold. The air in the duct is still warm.
    const create = (UseInductEnergy: number) => {
      const house = createDucted({ ...hot, step: 60, unit: { settings: { UseInductEnergy } } });
      house.command({ ZoneMode: { Index: BEDROOM, Mode: zoneMode.auto } });
      house.install({ Supply: 2900 }, { Temp: 1900, Setpoint: 2200 }, BEDROOM);
      house.advance(1);
      return house.zone(BEDROOM).DmpPos;
    };
    assert.deepEqual([create(0), create(1)], [0, 100]);
  });
});

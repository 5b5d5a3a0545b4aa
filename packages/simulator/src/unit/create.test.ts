import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { check } from '@plenum/protocol/check';
import { kinds } from '@plenum/protocol/component';
import { createUnit } from './create.ts';
import { BEDROOM, createDucted, fan, HALL, KITCHEN, LIVING, mode, zoneMode } from './ducted.fixture.ts';

type Setting = Parameters<typeof createDucted>[0];
const settings: Record<string, Setting> = {
  usual: {},
  'zones only': { unit: { control: 'zones' } },
  evaporative: { unit: { cpu: 'evaporative' } },
  'no zones': { zones: [] },
  'fourteen zones': {
    zones: Array.from({ length: 14 }, (_, n) => ({ name: `Zone ${n}`, room: 'Hall', type: 'auto' as const })),
  },
  'economy lock': { unit: { ecoLock: true, ecoMin: 23, ecoMax: 25 } },
};

suite('a ducted air conditioner when it is first switched on', () => {
  for (const [name, setting] of Object.entries(settings)) {
    test(`a new unit shows every field within its limits: ${name}`, () => {
      const { datagrams } = createDucted(setting).state;
      for (const kind of ['unit', 'faults', 'zone', 'schedule'] as const)
        for (const datagram of datagrams[kind]) {
          const checked = check(kinds[kind].fields, datagram);
          assert.ok(checked.ok, JSON.stringify(checked));
          assert.deepEqual(Object.keys(datagram), Object.keys(kinds[kind].fields.properties), kind);
        }
      assert.equal(datagrams.schedule.length, 9);
    });

    test(`a new unit stays within the limits of its fields for a day: ${name}`, () => {
      const house = createDucted({ ...setting, weather: { temperature: 38 } });
      house.command({ SysOn: 1 });
      house.advance(24 * 60);
      const { datagrams, plant } = house.state;
      for (const kind of ['unit', 'zone'] as const)
        for (const datagram of datagrams[kind])
          assert.ok(check(kinds[kind].fields, datagram).ok, JSON.stringify(datagram));
      const own = { unit: plant.unit, zones: plant.zones };
      assert.deepEqual(JSON.parse(JSON.stringify(own)), own);
    });
  }

  test('a new unit has the settings of its house file', () => {
    const house = createDucted({
      unit: {
        tag1: 'Upstairs',
        modes: ['cool', 'heat'],
        fans: ['low', 'high'],
        mode: 'heat',
        fan: 'low',
        on: true,
        setpoint: 21.5,
        returnAir: 'master',
        masterZone: 1,
        deadband: 1.5,
        filterMonths: 6,
        minimumRun: 7,
        minimumOff: 4,
        ecoMin: 19,
        ecoMax: 26,
        iSave: true,
        fanAuto: 'variable',
      },
    });
    const unit = house.unit();
    assert.deepEqual([unit.Tag1, unit.SysOn, unit.SysMode, unit.SysFan], ['Upstairs', 1, mode.heat, fan.low]);
    assert.deepEqual([unit.Setpoint, unit.RAS, unit.CtrlZone, unit.MasterZoneNo], [2150, 2, 1, 1]);
    assert.deepEqual([unit.AutoModeDeadB, unit.FilterWarn], [150, 6]);
    assert.deepEqual([unit.GasHeat.MinRunTime, unit.GasHeat.AnticycleTime], [7, 4]);
    assert.deepEqual([unit.EcoLock, unit.EcoMin, unit.EcoMax], [0, 1900, 2600]);
    assert.deepEqual([unit.iSaveEnable, unit.iSaveOn, unit.FanAutoEn, unit.FanAutoType], [1, 0, 0, 2]);
    assert.deepEqual(
      [unit.NoOfZones, unit.NoOfConst, unit.FanUnitCapacity, unit.FanCapacity],
      [4, 1, 8, 450],
    );
  });

  test('a new unit and its favourites respect locked economy limits', () => {
    const favourites = [
      { name: 'Cold', mode: 'cool', fan: 'low', zones: [{ mode: 'auto', setpoint: 16 }] },
    ] as const;
    const house = createDucted({ favourites, unit: { ecoLock: true, ecoMin: 23, ecoMax: 25, setpoint: 28 } });
    assert.equal(house.unit().Setpoint, 2500);
    assert.equal(house.zone(LIVING).Setpoint, 2300);
    assert.equal(house.favourite(0).Zones[0]!.Setpoint, 2300);
  });

  test('a unit that controls only zones shows this in its system type and runs by its own controls', () => {
    const unit = createDucted({ unit: { control: 'zones' } }).unit();
    assert.deepEqual(
      [unit.SysType, unit.HvacOnOff, unit.HvacMode, unit.HvacFan, unit.HvacSetpoint],
      [210, 0, 0, 0, 0],
    );
    assert.deepEqual([unit.ExtOnOff, unit.ExtMode, unit.ExtFan, unit.ExtSetpoint], [1, 1, 1, 1]);
    const { house, state } = createDucted({ unit: { control: 'zones' } });
    const { on: _, ...rest } = house.ducted!.unit;
    const untold = { ...house, ducted: { ...house.ducted!, unit: rest } };
    assert.equal(
      createUnit(untold, state.plant.climate).datagrams.unit[0]!.SysOn,
      1,
      'no other device could',
    );
    const full = createDucted().unit();
    assert.deepEqual([full.SysType, full.HvacOnOff, full.ExtOnOff], [310, 1, 0]);
  });
});

suite('zones when they are first switched on', () => {
  test('new zones have the mode of their type, and a sensor if they follow a temperature', () => {
    const house = createDucted();
    const told = (place: number) => {
      const { ZoneType, SensType, Mode, Const, iSense, Area } = house.zone(place);
      return { ZoneType, SensType, Mode, Const, iSense, Area };
    };
    assert.deepEqual(told(LIVING), {
      ZoneType: 3,
      SensType: 3,
      Mode: zoneMode.auto,
      Const: 255,
      iSense: 0,
      Area: 30,
    });
    assert.deepEqual(told(BEDROOM), {
      ZoneType: 3,
      SensType: 2,
      Mode: zoneMode.auto,
      Const: 255,
      iSense: 1,
      Area: 14,
    });
    assert.deepEqual(told(KITCHEN), {
      ZoneType: 1,
      SensType: 255,
      Mode: zoneMode.open,
      Const: 255,
      iSense: 0,
      Area: 16,
    });
    assert.deepEqual(told(HALL), {
      ZoneType: 2,
      SensType: 255,
      Mode: zoneMode.close,
      Const: 1,
      iSense: 0,
      Area: 8,
    });
  });

  test('refuses a zone with a mode of another type, and a zone that supplies an unknown room', () => {
    const zone = { name: 'Kitchen', room: 'Kitchen', type: 'open/close', mode: 'auto' } as const;
    assert.throws(
      () => createDucted({ zones: [zone] }),
      /Zone "Kitchen" of type open\/close cannot be in mode auto/,
    );
    const lost = { name: 'Attic', room: 'Attic', type: 'auto' } as const;
    assert.throws(() => createDucted({ zones: [lost] }), /There is no room "Attic"/);
  });
});

test('favourites that the file omits are unused, without times or days', () => {
  const favourites = [
    {
      name: 'Day',
      mode: 'auto',
      fan: 'auto',
      start: '07:05',
      days: ['Sa'],
      zones: [{ mode: 'open', setpoint: 20 }],
    },
  ] as const;
  const house = createDucted({ favourites });
  const { Name, Enabled, Mode, Fan, StartH, StartM, StopH, StopM, DaysEnabled, Zones } = house.favourite(0);
  assert.deepEqual([Name, Enabled, Mode, Fan], ['Day', 0, mode.auto, fan.auto]);
  assert.deepEqual([StartH, StartM, StopH, StopM], [7, 5, 31, 63]);
  assert.deepEqual(DaysEnabled, { M: 0, Tu: 0, W: 0, Th: 0, F: 0, Sa: 1, Su: 0 });
  assert.deepEqual(Zones[0], { Mode: zoneMode.open, Setpoint: 2000 });
  assert.deepEqual(
    Zones[KITCHEN],
    { Mode: zoneMode.open, Setpoint: 2200 },
    'the initial settings of the zone',
  );
  const unused = house.favourite(8);
  assert.deepEqual(
    [unused.Index, unused.Name, unused.Enabled, unused.StartH, unused.StopM],
    [8, '', 0, 31, 63],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleHouse, identity } from '../component/example-house.fixture.ts';
import { type Datagrams, nothingInstalled } from '../component/kinds.ts';
import { izone } from '../dialect/dialect.ts';
import { toErrorText } from './answer.ts';
import { answerV1Read, v1Reads } from './reads.ts';
import { fromV1Schedules } from './schedules.ts';
import { fromV1SystemSettings } from './system.ts';
import { valuesWithoutWord } from './without-word.ts';
import { fromV1Zones } from './zones.ts';

const [unit] = exampleHouse.unit;
const [zone] = exampleHouse.zone;

const read = (path: string, house: Datagrams = exampleHouse, dialect = izone) => {
  const answered = answerV1Read(v1Reads.find((each) => each.path === path)!, house, identity, dialect);
  assert.ok(answered.ok);
  return JSON.parse(answered.value);
};

const withUnit = (change: Partial<typeof unit>): Datagrams => ({
  ...exampleHouse,
  unit: [{ ...unit!, ...change } as NonNullable<typeof unit>],
});

test('the original interface has the paths of real bridges', () => {
  assert.deepEqual(
    v1Reads.map(({ path }) => path),
    [
      '/SystemSettings',
      '/Zones1_4',
      '/Zones5_8',
      '/Zones9_12',
      '/Zones13_14',
      '/Schedules1_5',
      '/Schedules6_9',
    ],
  );
});

test('/SystemSettings shows the settings of the unit as words and degrees as text', () => {
  const house = withUnit({
    SysOn: 1,
    SysMode: 1,
    SysFan: 2,
    SleepTimer: 30,
    AcUnitBrand: 3,
    Supply: 1423,
    Setpoint: 2350,
    Temp: 2186,
    RAS: 2,
    CtrlZone: 15,
    Tag1: 'Home',
    Tag2: '',
    Warnings: 'none',
    ACError: ' OK',
    EcoLock: 1,
    EcoMax: 3000,
    EcoMin: 1500,
    NoOfConst: 1,
    NoOfZones: 3,
    SysType: 310,
    AirflowLock: 2,
    LockStatus: 0,
    iSaveEnable: 1,
    iSaveOn: 0,
    FanAutoEn: 1,
    FanAutoType: 3,
    OemMake: 2,
  });
  assert.deepEqual(read('/SystemSettings', house), {
    AirStreamDeviceUId: '000000001',
    DeviceType: 'ASH',
    SysOn: 'on',
    SysMode: 'cool',
    SysFan: 'med',
    SleepTimer: 30,
    UnitType: 'type 3',
    Supply: '14.2',
    Setpoint: '23.5',
    Temp: '21.9',
    RAS: 'master',
    CtrlZone: 15,
    Tag1: 'Home',
    Tag2: '',
    Warnings: 'none',
    ACError: ' OK',
    Id: 0,
    EcoLock: 'true',
    EcoMax: '30.0',
    EcoMin: '15.0',
    NoOfConst: 1,
    NoOfZones: 3,
    SysType: '310',
    AirflowLock: 'onMin',
    UnitLocked: 'false',
    FreeAir: 'off',
    FanAuto: '4-speed',
    OemMake: 2,
  });
});

test('a missing sensor reads as "0.0" and a missing outside-air damper as disabled', () => {
  const shown = read('/SystemSettings', withUnit({ Temp: 0, iSaveEnable: 0, FanAutoEn: 0 }));
  assert.equal(shown.Temp, '0.0');
  assert.equal(shown.FreeAir, 'disabled');
  assert.equal(shown.FanAuto, 'disabled');
});

test('shows an unknown mode or fan as the most similar word, and other values as unknown', () => {
  const values = { SysMode: 7, SysFan: 6, RAS: 9, FanAutoEn: 1, FanAutoType: 9, AcUnitBrand: 99 };
  const house = withUnit(values);
  const shown = read('/SystemSettings', house);
  assert.deepEqual(
    [shown.SysMode, shown.SysFan, shown.RAS, shown.FanAuto, shown.UnitType],
    ['vent', 'auto', 'error', 'unknown', 'type 99'],
  );
  assert.deepEqual(valuesWithoutWord({ unit: house.unit, zone: [] }), [
    { kind: 'unit', index: 0, field: 'SysMode', value: 7, shown: 'vent' },
    { kind: 'unit', index: 0, field: 'SysFan', value: 6, shown: 'auto' },
    { kind: 'unit', index: 0, field: 'RAS', value: 9, shown: 'error' },
    { kind: 'unit', index: 0, field: 'FanAutoType', value: 9, shown: 'unknown' },
  ]);
  const { RAS, FanAutoEn, FanAutoType } = fromV1SystemSettings(shown);
  assert.deepEqual([RAS, FanAutoEn, FanAutoType], [undefined, 1, undefined]);
});

test('each value that the interface defines has a word, even without fan auto', () => {
  const of = (change: Parameters<typeof withUnit>[0]) =>
    valuesWithoutWord({ unit: withUnit(change).unit, zone: [] });
  for (const RAS of [1, 2, 3])
    for (const FanAutoType of [0, 1, 2, 3])
      for (const SysFan of [1, 2, 3, 4, 5])
        assert.deepEqual(of({ SysMode: SysFan, SysFan, RAS, FanAutoEn: 1, FanAutoType }), []);
  assert.deepEqual(of({ SysMode: 1, SysFan: 1, RAS: 1, FanAutoEn: 0, FanAutoType: 9 }), []);
  assert.deepEqual(
    [0, 6].map((SysMode) => of({ SysMode, SysFan: 1, RAS: 1, FanAutoEn: 0 }).map(({ field }) => field)),
    [['SysMode'], ['SysMode']],
  );
  assert.deepEqual(valuesWithoutWord({ unit: [], zone: [{ ...zone!, Index: 3, Mode: 9 }] }), [
    { kind: 'zone', index: 3, field: 'Mode', value: 9, shown: 'close' },
  ]);
});

test('a group of zones always lists four, including zones that are not installed', () => {
  const house = {
    ...exampleHouse,
    zone: [
      { ...zone!, Index: 0, Name: 'Lounge', ZoneType: 3, Mode: 3, Setpoint: 2250, Temp: 2186, iSense: 0 },
    ],
  };
  const [first, second, ...rest] = read('/Zones1_4', house);
  assert.deepEqual(first, {
    AirStreamDeviceUId: '000000001',
    Id: 0,
    Index: 0,
    Name: 'Lounge',
    Type: 'auto',
    Mode: 'auto',
    SetPoint: 22.5,
    Temp: 21.9,
    MaxAir: zone!.MaxAir,
    MinAir: zone!.MinAir,
    Const: 255,
    ConstA: 'true',
    DmpFlt: 'true',
    Master: 'true',
    iSense: 'off',
  });
  assert.deepEqual(second, {
    AirStreamDeviceUId: '000000001',
    Id: 0,
    Index: 1,
    Name: '',
    Type: 'opcl',
    Mode: 'close',
    SetPoint: 0,
    Temp: 0,
    MaxAir: 0,
    MinAir: 0,
    Const: 255,
    ConstA: 'false',
    DmpFlt: 'false',
    Master: 'false',
    iSense: 'off',
  });
  assert.equal(rest.length, 2);
  assert.deepEqual(
    read('/Zones13_14').map(({ Index }: { Index: number }) => Index),
    [12, 13],
  );
});

test('favourites are listed in two groups', () => {
  const schedule = exampleHouse.schedule.map((each) => ({
    ...each,
    Name: each.Index === 1 ? '' : 'Night',
    Enabled: each.Index === 0 ? 1 : 0,
  }));
  const shown = read('/Schedules1_5', { ...exampleHouse, schedule });
  assert.equal(shown.length, 5);
  assert.deepEqual(shown[0], {
    AirStreamDeviceUId: '000000001',
    Id: 0,
    Index: 0,
    Name: 'Night',
    Active: 'true',
    Execute: 'false',
    Exists: 'true',
  });
  assert.equal(shown[1].Exists, 'false');
  assert.deepEqual(
    read('/Schedules6_9').map(({ Index }: { Index: number }) => Index),
    [5, 6, 7, 8],
  );
});

test('every read from a house without a ducted unit is refused with the reason', () => {
  for (const each of v1Reads) {
    const answered = answerV1Read(each, nothingInstalled, identity);
    assert.ok(!answered.ok);
    assert.equal(toErrorText(answered.refusal), '{ERROR: This house has no ducted air conditioner.}');
  }
});

test('a response of the original interface converts back to fields of the current one', () => {
  const house = withUnit({ Supply: 1420, Setpoint: 2350, Temp: 2190, FanAutoType: 3, SysMode: 2, SysFan: 5 });
  const fields = fromV1SystemSettings(read('/SystemSettings', house));
  assert.ok(Object.keys(fields).length >= 24);
  for (const [key, value] of Object.entries(fields))
    assert.deepEqual(value, house.unit[0]![key as keyof typeof fields], key);
  const zones = fromV1Zones(read('/Zones1_4'));
  assert.equal(zones.length, 4);
  assert.deepEqual(zones[0], {
    Index: 0,
    Name: zone!.Name,
    ZoneType: zone!.ZoneType,
    Mode: zone!.Mode,
    Setpoint: zone!.Setpoint,
    Temp: 2150,
    MaxAir: zone!.MaxAir,
    MinAir: zone!.MinAir,
    Const: zone!.Const,
    ConstA: zone!.ConstA,
    DmpFlt: zone!.DmpFlt,
    Master: zone!.Master,
    iSense: zone!.iSense,
  });
  assert.deepEqual(fromV1Schedules(read('/Schedules1_5'))[4], { Index: 4, Name: 'Lounge', Enabled: 1 });
});

test('unknown words and types are omitted, not guessed', () => {
  assert.deepEqual(
    fromV1SystemSettings({
      SysOn: 'maybe',
      SysMode: 'COOL',
      Temp: 'warm',
      CtrlZone: '3',
      Tag1: 4,
      SysFan: 'medium',
    }),
    { SysFan: 2 },
  );
  assert.deepEqual(fromV1Zones([{ SetPoint: '22.5', Temp: null, Index: 0.5, Mode: 'auto' }]), [
    { Mode: 3, Setpoint: 2250 },
  ]);
});

test('degrees are rounded only once', () => {
  const degrees = (Temp: unknown) => fromV1SystemSettings({ Temp }).Temp;
  assert.equal(degrees('21.9'), 2190);
  assert.equal(degrees('-0.5'), -50);
  assert.equal(degrees(0.29), 29);
  assert.equal(degrees('1.005'), 100);
  assert.equal(degrees('0x10'), undefined);
  assert.equal(degrees('1e3'), undefined);
  assert.equal(degrees(Number.NaN), undefined);
});

test('omits a member that a device does not send, except the make of the unit', () => {
  const { SysOn, Temp } = unit!;
  const { Index, Name } = zone!;
  const house = { ...exampleHouse, unit: [{ SysOn, Temp }], zone: [{ Index, Name }] } as unknown as Datagrams;
  const { UnitType, Supply, EcoLock, CtrlZone } = read('/SystemSettings', house);
  assert.deepEqual([Supply, EcoLock, CtrlZone], Array(3).fill(undefined));
  assert.equal(UnitType, 'No Unit Type Configured!');
  assert.deepEqual(read('/Zones1_4', house)[0], {
    AirStreamDeviceUId: '000000001',
    Id: 0,
    Index,
    Name,
  });
});

test("the make is returned in the device's own words", () => {
  const received = fromV1SystemSettings({ SysOn: 'on', UnitType: 'Daikin' });
  const house = { ...exampleHouse, unit: [received] } as unknown as Datagrams;
  assert.equal(read('/SystemSettings', house).UnitType, 'Daikin');
  assert.deepEqual(fromV1SystemSettings({ UnitType: 'type 3' }), { AcUnitBrand: 3 });
  assert.deepEqual(fromV1SystemSettings({ UnitType: 7 }), {});
});

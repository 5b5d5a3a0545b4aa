import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findSetupProblems, pendingSetup, type Setup, toSetup } from '@plenum/insight/setup';
import { type AnyCommand, catalogue, checkCommand, effectOf } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import { overrides } from '@plenum/protocol/simulation';
import { readHouse } from './house-file/read.ts';
import { readSetup, writeSetup } from './house-file/setup-file.ts';
import { readShippedHouse } from './house-file/shipped.ts';
import { smallHouse } from './house-file/small-house.fixture.ts';
import type { DuctedFile, HouseFile } from './house-schema/house.ts';
import type { State } from './model/state.ts';
import type { HouseOverride } from './override/rules.ts';
import { createSimulator } from './simulator.ts';

const minute = 60_000;
const start = Date.parse('2026-01-14T14:00:00+11:00');

const readDemo = (): HouseFile => {
  const house = readShippedHouse('demo');
  assert.ok(house.ok);
  return house.value;
};
const demo = readDemo();

const readSmall = (): HouseFile => {
  const house = readHouse(smallHouse, 'small.yaml');
  assert.ok(house.ok);
  return house.value;
};

/** Creates the house without its ducted air conditioner and power monitor. */
const createWithout = ({ ducted: _, power: __, ...rest }: HouseFile): HouseFile => rest;

const withUnit = (unit: Partial<DuctedFile['unit']>): HouseFile => {
  const { mode: _, modes: __, fan: ___, ...rest } = demo.ducted!.unit;
  return { ...demo, ducted: { ...demo.ducted!, unit: { ...rest, ...unit } } };
};

const live = (house: HouseFile = demo) => {
  const simulator = createSimulator(house);
  let state = simulator.initial(start);
  return {
    state: (): State => state,
    unit: () => state.datagrams.unit[0]!,
    zone: (place: number) => state.datagrams.zone[place]!,
    advance: (minutes: number) => {
      state = simulator.advance(state, state.at + minutes * minute);
    },
    command: (body: Record<string, unknown>): string => {
      const checked = checkCommand(body);
      if (!checked.ok) return toSentence(checked.refusal);
      const applied = simulator.apply(state, checked.value);
      if (!applied.ok) return toSentence(applied.refusal);
      state = applied.value;
      return 'OK';
    },
    override: (override: HouseOverride): string => {
      assert.ok(overrides.has(override.name));
      const applied = simulator.applyOverride(state, override);
      if (!applied.ok) return toSentence(applied.refusal);
      state = applied.value;
      return 'OK';
    },
  };
};

const cooler = withUnit({ cpu: 'evaporative', mode: 'cool', fan: 'auto' });
const brandA = withUnit({ mode: 'cool', settings: { AcUnitBrand: 22 } });

/** Values that every command accepts, each different from the current one. */
const values: Readonly<Record<string, unknown>> = {
  MasterZone: 1,
  NoOfZones: 10,
  NoOfConstants: 1,
  EconomyMax: 2750,
  EconomyMin: 1650,
  FilterWarn: 6,
  StaticP: 4,
  ChangeRfCh: 5,
  DamperTime: 90,
  RASSet: 2,
  FanAutoType: 2,
  BalanceMax: { Index: 0, Max: 80 },
  BalanceMin: { Index: 0, Min: 20 },
  ZoneSetting: { Index: 0, Sensor: 4, Zone: 3, ConstNo: 255 },
  ZoneBypass: { Index: 7, Bypass: 1 },
  SensorCalib: { Index: 0, Calibrate: 15 },
  ZoneArea: { Index: 0, Area: 31 },
  DamperSkip: { Index: 0, Skip: 1 },
};

/** Returns values other than the current one: an inverted flag, the end of a range, an example. */
const otherValue = ({ name }: { name: string }, state: State): readonly unknown[] => {
  if (values[name] !== undefined) return [values[name]];
  const { body } = catalogue.get(name)!;
  const { minimum, maximum, enum: listed } = body as { minimum?: number; maximum?: number; enum?: number[] };
  if (listed !== undefined) return listed;
  if (minimum !== undefined) return [minimum, maximum];
  if (body.type === 'string') return ['Other', 'filter'];
  const one = (pick: 'minimum' | 'maximum') =>
    Object.fromEntries(
      Object.entries((body as { properties: Record<string, { enum?: number[] }> }).properties).map(
        ([key, field]) => [
          key,
          ['Index', 'Device', 'Channel'].includes(key)
            ? 0
            : (field.enum?.[pick === 'minimum' ? 0 : 1] ?? (field as Record<string, number>)[pick]),
        ],
      ),
    );
  assert.ok(state);
  return [one('minimum'), one('maximum')];
};

const at = (datagram: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((of, key) => (of as Record<string, unknown> | undefined)?.[key], datagram);

const setups = [...catalogue.values()].filter(({ section }) => section.startsWith('installer '));

suite('setup commands', () => {
  for (const { name, sets } of setups) {
    if (Object.keys(sets).length === 0) continue;
    test(`${name} sets the fields of its definition, and they persist`, () => {
      const house = live(name.startsWith('Evap') ? cooler : name.startsWith('UnitBrandA') ? brandA : demo);
      const before = JSON.stringify(house.state().datagrams);
      const given = otherValue({ name }, house.state()).find((value) => {
        const checked = checkCommand({ [name]: value });
        if (!checked.ok) return false;
        const { kind, index, fields } = effectOf(checked.value)!;
        const now = house.state().datagrams[kind][index];
        return fields.some((field) => at(now, field.path) !== field.value);
      });
      assert.equal(house.command({ [name]: given }), 'OK', JSON.stringify(given));
      assert.notEqual(JSON.stringify(house.state().datagrams), before);
      const { kind, index, fields } = effectOf({ name, body: given } as AnyCommand)!;
      house.advance(3);
      for (const { path, value } of fields)
        assert.deepEqual(at(house.state().datagrams[kind][index], path), value, path.join('.'));
    });
  }

  test('a setup command whose effect is not visible immediately still takes effect', () => {
    const filter = live();
    assert.equal(filter.override({ name: 'FilterMonths', body: 20 }), 'OK');
    filter.advance(1);
    assert.equal(filter.unit().Warnings, 'filter');
    assert.equal(filter.command({ ResetWarning: 'filter' }), 'OK');
    filter.advance(60);
    assert.equal(filter.unit().Warnings, 'none');

    const fan = live(cooler);
    fan.command({ SysOn: 1 });
    fan.command({ EvapFanSpeed: 33 });
    fan.advance(10);
    assert.equal(fan.unit().Evap.FanSpeed, 33);
    fan.command({ SysFan: 3 });
    fan.advance(2);
    assert.equal(fan.unit().Evap.FanSpeed, fan.unit().Evap.FanMax);

    const sensor = live();
    assert.equal(
      sensor.command({ RfPair: 1 }),
      'RfPair: RfPair is not available: no wireless sensor is in pairing mode.',
    );
    const open = sensor.state().datagrams.zone.findIndex(({ SensType }) => SensType === 255);
    assert.equal(sensor.override({ name: 'SensorPairing', body: { Zone: open } }), 'OK');
    assert.equal(sensor.command({ RfPair: 1 }), 'OK');
    assert.equal(sensor.zone(open).SensType, 3);
    assert.equal(sensor.command({ Crfs2SensorPair: { Index: open, TxInterval: 8 } }), 'OK');
    assert.equal(sensor.state().plant.zones[open]!.interval, 256);
    assert.equal(live().command({ ChangePass: 'secret' }), 'OK');
  });
});

suite('setup refuses what the installation does not allow', () => {
  const cases: readonly (readonly [Record<string, unknown>, RegExp, HouseFile?])[] = [
    [{ NoOfConstants: 9 }, /this house has 8 zones/],
    [
      { BalanceMin: { Index: 0, Min: 100 } },
      /lowest opening, 100 %, is not below the highest opening, 100 %/,
    ],
    [{ BalanceMax: { Index: 0, Max: 0 } }, /lowest opening, 0 %, is not below the highest opening, 0 %/],
    [{ ZoneArea: { Index: 0, Area: 256 } }, /256 m² is above the maximum of 255 m²/],
    [{ ZoneArea: { Index: 8, Area: 10 } }, /There is no zone 8 in this house/],
    [{ MasterZone: 13 }, /There is no zone 13 in this house/],
    [{ EconomyMax: 1500 }, /The lowest economy setpoint, .* would be above the highest, 15.00 °C/],
    [{ ZoneSetting: { Index: 0, Sensor: 3, Zone: 3, ConstNo: 1 } }, /only a constant zone has a number/],
    [{ ZoneSetting: { Index: 0, Sensor: 3, Zone: 2, ConstNo: 5 } }, /constant zones/],
    [{ ZoneBypass: { Index: 0, Bypass: 1 } }, /zone 0 is not a constant zone/],
    [{ UnitBrandASettingsUnit: { FanType: 1, ModeType: 0 } }, /this unit is of another brand/],
    [{ UnitBrandAQuietMode: 1 }, /this unit is of another brand/],
    [{ EvapRhSetpoint: 50 }, /this unit is not an evaporative cooler/],
    [
      { EvapFavSettings: { Index: 0, UnitSetpoint: 2200, FanSpeed: 50, RhSetpoint: 50 } },
      /not an evaporative/,
    ],
    [{ DeviceEnable: { Device: 4, Enable: 1 } }, /There is no power device 4/, readSmall()],
    [{ FanCapacity: 700 }, /This house has no ducted air conditioner/, createWithout(demo)],
  ];
  for (const [body, sentence, file] of cases)
    test(`refuses ${JSON.stringify(body)}`, () => {
      const house = live(file);
      const before = house.state();
      assert.match(house.command(body), sentence);
      assert.equal(house.state(), before);
    });

  test('refuses a master zone without a sensor, and to remove the master zone’s sensor', () => {
    const house = live();
    const open = house.state().datagrams.zone.findIndex(({ SensType }) => SensType === 255);
    assert.match(house.command({ MasterZone: open }), /has no temperature sensor/);
    assert.equal(house.command({ RASSet: 2 }), 'OK');
    assert.match(
      house.command({ ZoneSetting: { Index: 0, Sensor: 255, Zone: 1, ConstNo: 255 } }),
      /zone 0 is the master zone/,
    );
    assert.match(house.command({ NoOfZones: 0 }), /zone 0 is the master zone/);
  });

  test("refuses the master zone as the unit's sensor while that zone has no sensor", () => {
    const house = live();
    const setting = { Index: 0, Zone: 1, ConstNo: 255 };
    assert.equal(house.command({ ZoneSetting: { ...setting, Sensor: 255 } }), 'OK');
    const before = house.state();
    assert.match(house.command({ RASSet: 2 }), /the master zone, 0, has no temperature sensor/);
    assert.equal(house.state(), before);
    assert.equal(house.command({ ZoneSetting: { ...setting, Sensor: 3 } }), 'OK');
    assert.equal(house.command({ RASSet: 2 }), 'OK');
  });

  test('refuses to rename a zone while names are locked', () => {
    const house = live();
    house.command({ LockZoneNames: 1 });
    assert.match(
      house.command({ ZoneName: { Index: 0, Name: 'Den' } }),
      /the installer has locked the names/,
    );
    house.command({ LockZoneNames: 0 });
    assert.equal(house.command({ ZoneName: { Index: 0, Name: 'Den' } }), 'OK');
  });
});

test('zones can be added and removed in a running house, and a stored state restores them', () => {
  const small = readSmall();
  const simulator = createSimulator(small);
  const house = live(small);
  house.command({ SysOn: 1 });
  const rooms = house.state().plant.climate.air.length;
  assert.equal(house.command({ NoOfZones: 14 }), 'OK');
  assert.equal(house.unit().NoOfZones, 14);
  assert.equal(house.state().datagrams.zone.length, 14);
  assert.ok(house.state().plant.climate.air.length > rooms);
  house.advance(30);
  const stored = JSON.parse(JSON.stringify(house.state()));
  house.advance(30);
  const restored = simulator.advance(simulator.restore(stored), house.state().at);
  assert.deepEqual(JSON.parse(JSON.stringify(restored)), JSON.parse(JSON.stringify(house.state())));
  for (const temperature of house.state().plant.climate.air) assert.ok(temperature > 5 && temperature < 45);
  assert.equal(house.command({ NoOfZones: 1 }), 'OK');
  house.advance(30);
  assert.equal(house.state().plant.climate.air.length, rooms);
});

test('dampers with reversed motors shut when they should open', () => {
  const house = live();
  for (const body of [{ SysOn: 1 }, { ZoneMode: { Index: 0, Mode: 1 } }])
    assert.equal(house.command(body), 'OK');
  house.advance(10);
  assert.deepEqual([house.zone(0).DmpPos, house.state().plant.zones[0]!.position], [100, 100]);
  house.command({ ReverseDampers: 1 });
  house.advance(10);
  assert.deepEqual([house.zone(0).DmpPos, house.state().plant.zones[0]!.position], [100, 0]);
});

test('a unit of one brand keeps its supply air within its limits', () => {
  const supply = (CoolSetpoint: number): number => {
    const house = live(withUnit({ mode: 'cool', fan: 'low', settings: { AcUnitBrand: 22 } }));
    house.command({ UnitBrandASettingsSetpoints: { HeatSetpoint: 3500, CoolSetpoint } });
    for (const { Index } of house.state().datagrams.zone)
      house.command({ ZoneSetpoint: { Index, Setpoint: 1500 } });
    house.command({ SysOn: 1 });
    house.advance(40);
    return house.unit().Supply;
  };
  assert.ok(supply(1500) >= 1490, `${supply(1500)}`);
  assert.ok(supply(500) < 1450);
});

test('the monitor uses its voltage and power factor, and an excluded channel reads zero', () => {
  const house = live();
  house.advance(3);
  const read = () => house.state().datagrams.powerStatus[0]!.Dev[0]!.Ch[0]!.Pwr;
  const before = read();
  assert.ok(before > 100);
  const { Voltage } = house.state().datagrams.power[0]!;
  house.command({ SystemVoltage: Math.round(Voltage / 2) });
  house.advance(1);
  assert.ok(Math.abs(read() / before - 0.5) < 0.2, `${read()} ${before}`);
  house.command({ ChannelEnable: { Device: 0, Channel: 0, Enable: 0 } });
  assert.equal(read(), 0);
  house.advance(2);
  assert.equal(read(), 0);
});

test('a cooler stays off or resumes after a power cut as set, and other units resume', () => {
  const after = (file: HouseFile, ResumeLast: number): number => {
    const house = live(file);
    house.command({ EvapResumeLast: ResumeLast });
    house.command({ SysOn: 1 });
    house.advance(5);
    assert.equal(house.override({ name: 'UnitPowerCut', body: 1 }), 'OK');
    return house.unit().SysOn;
  };
  assert.deepEqual([after(cooler, 0), after(cooler, 1), after(demo, 0)], [0, 1, 1]);
});

test('the unit follows its own panel if the installer allows it', () => {
  const house = live();
  assert.match(
    house.override({ name: 'UnitPanel', body: { On: 1 } }),
    /the controller does not follow the panel of the unit \(ExtOnOff is 0\)/,
  );
  house.command({ ExtOnOff: 1 });
  house.command({ SysOn: 0 });
  assert.equal(house.override({ name: 'UnitPanel', body: { On: 1 } }), 'OK');
  assert.equal(house.unit().SysOn, 1);
});

test('the purifier lowers volatile compounds, and running hours are counted', () => {
  const compounds = (on: number) => {
    const house = live();
    house.command({ AirPureOn: on });
    house.command({ SysOn: 1 });
    house.command({ SysFan: 3 });
    house.command({ SysMode: 3 });
    house.advance(65);
    return { InTVOC: house.unit().InTVOC, AcRunH: house.unit().AcRunH };
  };
  const [without, purified] = [compounds(0), compounds(1)];
  assert.ok(purified.InTVOC < without.InTVOC / 2);
  assert.equal(without.AcRunH, 1);
});

test('exporting a setup and importing it into a new house gives the same datagrams', () => {
  const changed = live();
  const done = [
    { NoOfZones: 10 },
    { NoOfConstants: 4 },
    { ZoneSetting: { Index: 9, Sensor: 3, Zone: 3, ConstNo: 255 } },
    { ZoneSetting: { Index: 8, Sensor: 255, Zone: 2, ConstNo: 4 } },
    { ZoneName: { Index: 9, Name: 'Cellar' } },
    { LockZoneNames: 1 },
    { AirflowLock: 1 },
    { BalanceMin: { Index: 0, Min: 30 } },
    { EconomyMin: 1950 },
    { EconomyMax: 2400 },
    { EconomyLock: 1 },
    { RASSet: 2 },
    { FanCapacity: 640 },
    {
      GasHeatSettings: {
        Type: 9,
        MinRunTime: 5,
        AnticycleTime: 5,
        StageOffset: 30,
        StageDelay: 8,
        CycleFanCool: 1,
        CycleFanHeat: 0,
      },
    },
    { SetAcUnitBrandSet: 22 },
    { UnitBrandASettingsSetpoints: { HeatSetpoint: 3500, CoolSetpoint: 900 } },
    { SchedName: { Index: 8, Name: 'Away' } },
    { ChannelGroup: { Device: 0, Channel: 1, Group: 7 } },
    { PowerFactor: 88 },
    { SysTag2: 'Set up by "A: B" #1' },
  ];
  for (const body of done) assert.equal(changed.command(body), 'OK', JSON.stringify(body));
  const text = writeSetup(toSetup(changed.state().datagrams));
  const read = readSetup(text, 'setup.yaml');
  assert.ok(read.ok, read.ok ? '' : toSentence(read.refusal));
  const fresh = live();
  const left = applySetup(
    read.value,
    () => fresh.state().datagrams,
    (command) => fresh.command({ [command.name]: command.body }),
  );
  assert.deepEqual(left, []);
  const shown = ({ datagrams }: State) =>
    JSON.stringify([datagrams.unit, datagrams.zone, datagrams.schedule, datagrams.power]);
  assert.equal(shown(fresh.state()), shown(changed.state()));
  assert.match(
    sentenceOf(readSetup('setup:\n  - { FanCapacity: 1 }\n', 'a.yaml')),
    /^a\.yaml:2:5: FanCapacity: 1 L\/s is below/,
  );
});

const sentenceOf = (read: ReturnType<typeof readSetup>): string =>
  read.ok ? 'right' : toSentence(read.refusal);

/** Applies the pending commands repeatedly while any of them is accepted. Returns the refusals that remain. */
const applySetup = (
  setup: Setup,
  datagrams: () => Datagrams,
  apply: (command: AnyCommand) => string,
): readonly string[] => {
  for (;;) {
    const answers = pendingSetup(setup, datagrams()).map(apply);
    if (!answers.includes('OK')) return answers;
  }
};

test('the final check finds inconsistent settings, and none in the shipped houses', () => {
  const codes = (house: ReturnType<typeof live>) =>
    Array.from(findSetupProblems(house.state().datagrams), ({ code }) => code);
  for (const name of ['demo', 'flat', 'large'] as const) {
    const shipped = readShippedHouse(name);
    assert.ok(shipped.ok);
    assert.deepEqual(codes(live(shipped.value)), [], name);
  }
  const house = live();
  const { NoOfConst } = house.unit();
  house.command({ NoOfConstants: NoOfConst + 1 });
  house.command({ ZoneSetting: { Index: 0, Sensor: 255, Zone: 3, ConstNo: 255 } });
  house.command({ CnstCtrlArea: 1000 });
  house.command({ CnstCtrlAreaEn: 1 });
  assert.deepEqual(codes(house), ['constants-missing', 'area-too-large', 'auto-without-sensor']);
  house.command({ NoOfConstants: 0 });
  assert.ok(codes(house).includes('constant-number'));
});

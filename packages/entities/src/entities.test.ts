import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ComponentKind,
  componentKinds,
  type Datagrams,
  initialDatagram,
} from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import { entitiesOf, keyOf, toState } from './entity.ts';
import { entityKinds } from './entity-kinds.ts';
import type { HouseState, Wanted } from './member.ts';
import { unitFans } from './unit.ts';

const { values: zoneMode } = enumerations.zoneMode;
const { values: sysMode } = enumerations.sysMode;
const { values: sysFan } = enumerations.sysFan;
const { values: fanType } = enumerations.fanAutoType;
const { values: cpuType } = enumerations.cpuType;
const { values: zoneBattery } = enumerations.battery;
const { values: station } = enumerations.stationMode;
const { values: watering } = enumerations.stationState;
const { values: battery } = enumerations.powerBattery;
const { values: drive } = enumerations.blindDrive;
const { values: roomMode } = enumerations.roomUnitMode;

/** The datagrams of a house with only the given components, each with the given fields instead of its initial ones. */
const houseOf = (parts: Partial<Record<ComponentKind, readonly object[]>>): HouseState => {
  const all = componentKinds.map((kind) => [
    kind,
    (parts[kind] ?? []).map((fields) => ({ ...initialDatagram(kind), ...fields })),
  ]);
  return { datagrams: Object.fromEntries(all) as Datagrams, energy: new Map([['used', 1234.9999999]]) };
};

const findIn = (house: HouseState, path: string) => {
  const found = entitiesOf(entityKinds, house.datagrams).find((entity) => entity.path === path);
  assert.ok(found, path);
  return found;
};
const read = (house: HouseState, path: string) => toState(findIn(house, path), house);

/** Writes a value to a member, and returns the bodies of the commands, or the sentence of the refusal. */
const write = (house: HouseState, path: string, member: string, typed = 'press') => {
  const { kind, source } = findIn(house, path);
  const wanted: Wanted = kind.members[member]!.write!(typed, source, house);
  if (!wanted.ok) return toSentence(wanted.refusal);
  return wanted.value.map(({ name, body }) => ({ [name]: body }));
};

it('says whether air flows into a zone: not at a shut or faulty damper, unknown while idle', () => {
  const flowing = (zone: object, unit: object = {}) =>
    read(
      houseOf({
        unit: [{ SysOn: 1, SysMode: sysMode.vent, Supply: 2200, Temp: 2200, ...unit }],
        zone: [{ Index: 0, DmpPos: 50, DmpFlt: 0, ...zone }],
      }),
      'zone/0',
    ).air_flowing;
  assert.equal(flowing({}), 'on');
  assert.equal(flowing({ DmpPos: 0 }), 'off');
  assert.equal(flowing({ DmpPos: 5 }), 'on');
  assert.equal(flowing({ DmpFlt: 1 }), 'off');
  assert.equal(flowing({}, { SysOn: 0 }), 'off');
  assert.equal(flowing({}, { SysMode: sysMode.cool, Supply: 1000 }), 'on');
  assert.equal(flowing({}, { SysMode: sysMode.cool }), null);
  assert.equal(flowing({ DmpPos: undefined }), null);
});

describe('the air conditioner as an entity', () => {
  const unitOf = (fields: object) => houseOf({ unit: [{ SysOn: 1, ...fields }] });
  const modes = (fields: object, typed: string) => write(unitOf(fields), 'unit', 'climate_mode', typed);

  describe('its presets', () => {
    const zones = Array.from({ length: 14 }, () => ({ Mode: zoneMode.auto, Setpoint: 2200 }));
    const favourite = (Index: number, Name: string, more: object = {}) => ({
      Index,
      Name,
      Mode: sysMode.cool,
      Fan: sysFan.low,
      Zones: zones,
      ...more,
    });
    const house = (schedule: readonly object[], unit: object = {}, zone: object = {}) =>
      houseOf({
        unit: [{ SysOn: 1, SysMode: sysMode.cool, SysFan: sysFan.low, ...unit }],
        zone: [{ Index: 0, Mode: zoneMode.auto, Setpoint: 2200, ...zone }],
        schedule,
      });
    const evening = [favourite(0, 'Morning', { Mode: sysMode.heat }), favourite(1, 'Evening')];
    const preset = (...about: Parameters<typeof house>) => read(house(...about), 'unit').preset;

    it('are the favourite whose settings unit and zones have, or none if one differs', () => {
      assert.equal(preset(evening), 'Evening');
      for (const unit of [{ SysOn: 0 }, { SysMode: sysMode.dry }, { SysFan: sysFan.high }])
        assert.equal(preset(evening, unit), 'none');
      assert.equal(preset(evening, {}, { Setpoint: 2250 }), 'none');
      assert.equal(preset(evening, {}, { Mode: zoneMode.close }), 'none');
      assert.equal(preset([]), 'none');
    });

    it('start their favourite; none changes nothing, and others are refused', () => {
      assert.deepEqual(write(house(evening), 'unit', 'preset', 'Evening'), [{ FavouriteSet: 2 }]);
      assert.deepEqual(write(house(evening), 'unit', 'preset', 'none'), []);
      assert.match(String(write(house(evening), 'unit', 'preset', 'Night')), /Night/);
    });

    it('have a number if two favourites have one name, or one is named none', () => {
      const schedule = [favourite(0, 'Home'), favourite(1, 'None'), favourite(2, ''), favourite(3, 'Home')];
      assert.deepEqual(write(house(schedule), 'unit', 'preset', 'Home (4)'), [{ FavouriteSet: 4 }]);
      assert.deepEqual(write(house(schedule), 'unit', 'preset', 'None (2)'), [{ FavouriteSet: 2 }]);
      assert.equal(preset(schedule), 'Home (1)');
    });
  });

  it('shows each mode in the words of a climate device, and "off" while it is off', () => {
    const shown = (fields: object) => read(unitOf(fields), 'unit').climate_mode;
    const words = ['cool', 'heat', 'vent', 'dry', 'auto'] as const;
    assert.deepEqual(
      words.map((word) => shown({ SysMode: sysMode[word] })),
      ['cool', 'heat', 'fan_only', 'dry', 'heat_cool'],
    );
    assert.equal(shown({ SysMode: 99 }), null);
    assert.equal(shown({ SysOn: 0, SysMode: sysMode.cool }), 'off');
  });

  it('sets the mode before it switches on, and offers an evaporative cooler only its own modes', () => {
    assert.deepEqual(modes({}, 'heat'), [{ SysMode: sysMode.heat }, { SysOn: 1 }]);
    assert.deepEqual(modes({}, ' Off '), [{ SysOn: 0 }]);
    const evaporative = { CpuType: cpuType.evaporative };
    assert.deepEqual(modes(evaporative, 'fan_only'), [{ SysMode: sysMode.vent }, { SysOn: 1 }]);
    assert.match(String(modes(evaporative, 'heat')), /"heat" is not one of off, cool, fan_only, heat_cool/);
  });

  it('offers the speeds of its fan, "auto" if it has one, and the current speed', () => {
    const fansOf = (fields: object) => unitFans(unitOf(fields).datagrams.unit[0]!);
    const at = (type: number, more: object = {}) =>
      fansOf({ FanAutoType: type, FanAutoEn: 1, SysFan: sysFan.low, ...more });
    assert.deepEqual(at(fanType['two-speed']), ['auto', 'low', 'high']);
    assert.deepEqual(at(fanType['three-speed']), ['auto', 'low', 'medium', 'high']);
    assert.deepEqual(at(fanType.variable), ['auto', 'low', 'medium', 'high']);
    assert.deepEqual(at(fanType['four-speed']), ['auto', 'low', 'medium', 'high', 'top']);
    assert.deepEqual(at(99), ['auto', 'low', 'medium', 'high']);
    assert.deepEqual(at(fanType['two-speed'], { FanAutoEn: 0 }), ['low', 'high']);
    assert.deepEqual(at(fanType['two-speed'], { SysFan: sysFan.medium }), ['auto', 'low', 'high', 'medium']);
    assert.deepEqual(at(fanType['two-speed'], { SysFan: 98 }), ['auto', 'low', 'high']);
  });

  it('shows a chosen sleep time, but no time that is not a choice', () => {
    const shown = (SleepTimer: number) => read(unitOf({ SleepTimer }), 'unit').sleep_choice;
    assert.deepEqual([shown(0), shown(90), shown(120), shown(89)], ['0', '90', '120', null]);
  });

  it('shows the faults that are recorded, the newest first, with their times', () => {
    const Faults = [
      { Code: ' E05 ', Y: 2026, M: 1, D: 2, H: 3, Min: 4 },
      { Code: '', Y: 0, M: 0, D: 0, H: 0, Min: 0 },
      { Code: 'U4', Y: 2025, M: 12, D: 31, H: 23, Min: 59 },
    ];
    const house = houseOf({ faults: [{ Faults }] });
    assert.deepEqual(read(house, 'faults'), {
      last: 'E05',
      last_at: '2026-01-02 03:04',
      history: 'E05 2026-01-02 03:04, U4 2025-12-31 23:59',
    });
    const none = { last: 'none', last_at: null, history: '' };
    assert.deepEqual(read(houseOf({ faults: [{ Faults: [] }] }), 'faults'), none);
  });
});

describe('a zone as an entity', () => {
  const zoneOf = (fields: object) => houseOf({ unit: [{}], zone: [{ Index: 2, ...fields }] });

  it('shows the mode of a zone as a climate device and as a cover, and unknown modes as unknown', () => {
    const shown = (Mode?: number) => {
      const { climate_mode, cover } = read(zoneOf({ Mode }), 'zone/2');
      return [climate_mode, cover];
    };
    assert.deepEqual(shown(zoneMode.close), ['off', 'closed']);
    assert.deepEqual(shown(zoneMode.auto), ['heat_cool', 'open']);
    assert.deepEqual(shown(zoneMode.open), ['fan_only', 'open']);
    assert.deepEqual(shown(undefined), [null, null]);
  });

  it('sets the mode of a zone from the words of a climate device and of a cover', () => {
    const house = zoneOf({});
    const to = (Mode: number) => [{ ZoneMode: { Index: 2, Mode } }];
    assert.deepEqual(write(house, 'zone/2', 'climate_mode', 'heat_cool'), to(zoneMode.auto));
    assert.deepEqual(write(house, 'zone/2', 'climate_mode', 'fan_only'), to(zoneMode.open));
    assert.deepEqual(write(house, 'zone/2', 'climate_mode', 'off'), to(zoneMode.close));
    assert.deepEqual(write(house, 'zone/2', 'cover', 'close'), to(zoneMode.close));
    assert.deepEqual(write(house, 'zone/2', 'cover', 'open'), to(zoneMode.open));
    assert.match(
      String(write(house, 'zone/2', 'climate_mode', 'cool')),
      /"cool" is not one of off, heat_cool, fan_only/,
    );
  });

  it('is held open as a constant and as the master zone, and otherwise not', () => {
    const shown = (fields: object) => read(zoneOf(fields), 'zone/2').held_open;
    assert.equal(shown({ ConstA: 1, Master: 0 }), 'on');
    assert.equal(shown({ ConstA: 0, Master: 1 }), 'on');
    assert.equal(shown({ ConstA: 0, Master: 0 }), 'off');
  });

  it('shows an empty battery as low, and an unknown one as unknown', () => {
    const shown = (BattVolt?: number) => read(zoneOf({ BattVolt }), 'zone/2').battery_low;
    const { empty, half } = zoneBattery;
    assert.deepEqual([shown(empty), shown(half), shown(undefined)], ['on', 'off', null]);
  });

  it('rounds a setpoint converted from other units, and refuses one that a person typed so', () => {
    const set = (typed: string) => write(zoneOf({}), 'zone/2', 'setpoint', typed);
    const to = (Setpoint: number) => [{ ZoneSetpoint: { Index: 2, Setpoint } }];
    assert.deepEqual(set('21.5'), to(2150));
    assert.deepEqual(set('21.666666667'), to(2150));
    assert.match(String(set('21.55')), /21\.55 °C is not a multiple of 0\.5 °C/);
    assert.match(String(set('warm')), /a number/);
    assert.match(String(set('2e1')), /a number/);
  });
});

describe('the garden as entities', () => {
  const gardenOf = (fields: object, CurrentProgram = 1) =>
    houseOf({
      irrigation: [{ CurrentProgram }],
      program: [
        { Index: 0, Name: 'Front' },
        { Index: 1, Name: 'Back' },
        { Index: 2, Name: ' ' },
      ],
      station: [{ Index: 3, ...fields }],
    });

  it('shows which program is running, and leaves out programs without a name', () => {
    const house = gardenOf({});
    assert.deepEqual(
      ['program/0', 'program/1'].map((path) => read(house, path).running),
      ['off', 'on'],
    );
    assert.equal(read(house, 'irrigation').program, 'Back');
    assert.equal(read(gardenOf({}, 7), 'irrigation').program, 'none');
    assert.ok(!entitiesOf(entityKinds, house.datagrams).some(({ path }) => path === 'program/2'));
  });

  it('starts and stops a program by its number', () => {
    assert.deepEqual(write(gardenOf({}), 'program/1', 'run'), [{ RetRunProgram: { No: 1, Run: 1 } }]);
    assert.deepEqual(write(gardenOf({}), 'program/1', 'stop'), [{ RetRunProgram: { No: 1, Run: 0 } }]);
  });

  it('opens and closes a station by hand, but does not close one that a program waters', () => {
    const close = (fields: object, program = 1) =>
      write(gardenOf(fields, program), 'station/3', 'valve', 'close');
    const closed = [{ RetStnMode: { No: 3, Mode: station.auto } }];
    const isWatering = { Mode: station.auto, State: watering.watering };
    assert.deepEqual(write(gardenOf({}), 'station/3', 'valve', 'open'), [
      { RetStnMode: { No: 3, Mode: station.manual } },
    ]);
    assert.deepEqual(close({ Mode: station.manual, State: watering.watering }), closed);
    assert.deepEqual(close({ Mode: station.auto, State: watering['not running'] }), closed);
    assert.deepEqual(close(isWatering, 7), closed, 'no program runs');
    assert.match(String(close(isWatering)), /^RetStnMode.*Back/);
  });

  it('shows a fault number as a fault, 0 as none, and no number as unknown', () => {
    const shown = (fault?: number) => read(gardenOf({ Error: fault, State: undefined }), 'station/3');
    assert.deepEqual(
      [shown(2).has_fault, shown(0).has_fault, shown(undefined).has_fault],
      ['on', 'off', null],
    );
    assert.equal(shown(0).valve, null);
  });
});

describe('the power monitor as entities', () => {
  const channel = (Name?: string) => ({ Name, Generate: 0, Consumption: 1, AddToTotal: 1 });
  const monitorOf = (levels: readonly { readonly Batt: number; readonly Ok: number }[], name?: string) =>
    houseOf({
      power: [{ Devices: [{ Enabled: 1, Channels: [channel(name)] }, {}] }],
      powerStatus: [{ Dev: levels.map((level) => ({ ...level, Ch: [{ Pwr: 250 }] })) }],
    });

  it('has a low battery if a device that responds has a low or critical one', () => {
    const shown = (...levels: { Batt: number; Ok: number }[]) => read(monitorOf(levels), 'power').battery_low;
    assert.equal(shown({ Batt: battery.critical, Ok: 1 }), 'on');
    assert.equal(shown({ Batt: battery.normal, Ok: 1 }, { Batt: battery.low, Ok: 1 }), 'on');
    assert.equal(shown({ Batt: battery.normal, Ok: 1 }), 'off');
    assert.equal(shown({ Batt: battery.low, Ok: 0 }), 'off');
  });

  it('shows energy in kWh, rounded down to whole watt-hours, and unknown energy as unknown', () => {
    const { energy_used_kwh, energy_solar_kwh } = read(monitorOf([{ Batt: battery.normal, Ok: 1 }]), 'power');
    assert.deepEqual([energy_used_kwh, energy_solar_kwh], [1.235, null]);
  });

  it('shows and sets the name of a channel, also beside a device that sends no channels', () => {
    const house = monitorOf([{ Batt: battery.normal, Ok: 1 }], ' Oven\u0000 ');
    assert.equal(read(house, 'power/0/0').name, 'Oven');
    assert.deepEqual(write(house, 'power/0/0', 'name', 'Hob'), [
      { ChannelName: { Device: 0, Channel: 0, Name: 'Hob' } },
    ]);
  });
});

describe('lights, blinds and doors as entities', () => {
  const lampOf = (fields: object) => houseOf({ lamp: [{ Index: 4, Att: 1, ...fields }] });
  const door = 'CACRGD';
  const blind = 'CBLD';

  it('shows a garage door by its contact, a blind by its position, and neither if it is unknown', () => {
    const shown = (fields: object) => read(lampOf(fields), 'lamp/4').cover;
    assert.equal(shown({ Type: door, Reed: 1 }), 'closed');
    assert.equal(shown({ Type: door, Reed: 0 }), 'open');
    assert.equal(shown({ Type: door, Reed: undefined }), null);
    assert.equal(shown({ Type: blind, Pos: 0 }), 'closed');
    assert.equal(shown({ Type: blind, Pos: 1 }), 'open');
    assert.equal(shown({ Type: blind, Pos: undefined }), null);
  });

  it('presses the button of a garage door only if the contact shows the other state', () => {
    const set = (Reed: number | undefined, typed: string) =>
      write(lampOf({ Type: door, Reed }), 'lamp/4', 'cover', typed);
    const press = [{ LiOn: { No: 4, On: 1 } }];
    assert.deepEqual([set(1, 'open'), set(0, 'close')], [press, press]);
    assert.deepEqual([set(1, 'close'), set(0, 'open')], [[], []]);
    assert.match(String(set(undefined, 'open')), /LiOn/);
  });

  it('moves and stops a blind, and refuses to open or close a lamp', () => {
    const set = (Type: string, typed: string) => write(lampOf({ Type }), 'lamp/4', 'cover', typed);
    assert.deepEqual(set(blind, 'open'), [{ CbldDrive: { No: 4, Mode: drive.up } }]);
    assert.deepEqual(set(blind, 'close'), [{ CbldDrive: { No: 4, Mode: drive.down } }]);
    assert.deepEqual(set(blind, 'stop'), [{ CbldDrive: { No: 4, Mode: drive.stop } }]);
    assert.equal(typeof set('CDM', 'open'), 'string');
  });

  it('switches a room thermostat on with "auto" and off with "off"', () => {
    const set = (typed: string) => write(lampOf({}), 'lamp/4', 'climate_mode', typed);
    assert.deepEqual(set('auto'), [{ LiOn: { No: 4, On: 1 } }]);
    assert.deepEqual(set('off'), [{ LiOn: { No: 4, On: 0 } }]);
    assert.match(String(set('heat')), /"heat" is not one of off, auto/);
  });

  it('leaves out a lamp that is not attached', () => {
    assert.deepEqual(entitiesOf(entityKinds, lampOf({ Att: 0 }).datagrams), []);
  });
});

describe('a split and a fan-coil as entities', () => {
  const splitOf = (fields: object) => houseOf({ split: [{ Index: 1, Att: 1, ...fields }] });
  const vrfOf = (fields: object) => houseOf({ vrf: [{ X: 5, ...fields }] });

  it('shows its mode in the words of a climate device, and an unknown mode as unknown', () => {
    const shown = (On: number, Mode: number) => read(splitOf({ On, Mode }), 'split/1').climate_mode;
    const words = ['cool', 'heat', 'vent', 'dry', 'auto'] as const;
    assert.deepEqual(
      words.map((word) => shown(1, roomMode[word])),
      ['cool', 'heat', 'fan_only', 'dry', 'heat_cool'],
    );
    assert.deepEqual([shown(0, roomMode.cool), shown(1, 99)], ['off', null]);
    assert.equal(read(vrfOf({ On: 1, Mode: roomMode.heat }), 'vrf/5').climate_mode, 'heat');
  });

  it('sets the mode before it switches on, and only switches off for "off"', () => {
    const split = (typed: string) => write(splitOf({}), 'split/1', 'climate_mode', typed);
    assert.deepEqual(split('dry'), [
      { SplitSystemZoneMode: { Index: 1, Mode: roomMode.dry } },
      { SplitSystemZoneOn: { Index: 1, On: 1 } },
    ]);
    assert.deepEqual(split('off'), [{ SplitSystemZoneOn: { Index: 1, On: 0 } }]);
    assert.match(String(split('warm')), /"warm" is not one of off, cool, heat, fan_only, dry, heat_cool/);
    assert.deepEqual(write(vrfOf({}), 'vrf/5', 'climate_mode', 'off'), [
      { VrfSystemZoneOn: { Index: 5, On: 0 } },
    ]);
  });

  it('leaves out a split that is not attached and the fan-coil that is the ducted unit', () => {
    assert.deepEqual(entitiesOf(entityKinds, splitOf({ Att: 0 }).datagrams), []);
    assert.deepEqual(entitiesOf(entityKinds, vrfOf({ X: 0 }).datagrams), []);
  });
});

describe('the colour of a lamp', () => {
  it('is rgb or white for a coloured lamp, and brightness or on and off for others', () => {
    const shown = (fields: object) =>
      read(houseOf({ lamp: [{ Index: 4, Att: 1, ...fields }] }), 'lamp/4').color_mode;
    assert.deepEqual([shown({ Type: 'CL5', Rgb: 1 }), shown({ Type: 'CL5', Rgb: 0 })], ['rgb', 'white']);
    assert.deepEqual([shown({ Type: 'CDM' }), shown({ Type: 'CGPO' })], ['brightness', 'onoff']);
  });

  it('is set before the lamp changes to it', () => {
    const set = (member: string, typed: string) =>
      write(houseOf({ lamp: [{ Index: 4, Att: 1, Type: 'CL5' }] }), 'lamp/4', member, typed);
    assert.deepEqual(set('rgb', ' 255,128,0 '), [
      { LiRgb: { No: 4, R: 255, G: 128, B: 0 } },
      { LiRgbMode: { No: 4, Rgb: 1 } },
    ]);
    assert.match(String(set('rgb', '255,128')), /a colour such as 255,128,0/);
    assert.deepEqual(set('white', '40'), [
      { LiRgbMode: { No: 4, Rgb: 0 } },
      { LiBright: { No: 4, Bright: 40 } },
    ]);
  });
});

/** The members of each kind as other systems know them; `=` can be set, `!` is a button. */
const members: readonly (readonly [kind: string, members: string])[] = [
  [
    'unit',
    [
      'name on= mode= fan= climate_mode= preset= action status setpoint_celsius= target_celsius',
      'target_set_by temperature_celsius supply_celsius humidity_percent co2_ppm tvoc_ppb',
      'sleep_timer_minutes= sleep_choice sleep_timer_left_minutes isave= economy_lock filter',
      'reset_filter! fault has_fault',
    ].join(' '),
  ],
  [
    'zone',
    [
      'name= type mode= climate_mode= action status setpoint_celsius= temperature_celsius',
      'humidity_percent damper_percent air_flowing cover= max_air_percent= min_air_percent= held_open',
      'damper_fault sensor_fault battery battery_low energy_kwh cost',
    ].join(' '),
  ],
  ['faults', 'last last_at history'],
  ['favourite', 'name= enabled= mode fan start stop exception activate!'],
  [
    'split',
    [
      'name= on= mode= fan= setpoint_celsius= swing= sleep_timer= climate_mode= action status',
      'answers',
    ].join(' '),
  ],
  ['split_favourite', 'name= enabled= start stop exception'],
  [
    'vrf',
    [
      'name= on= mode= fan= setpoint_celsius= temperature_celsius swing= sleep_timer=',
      'sleep_timer_left_minutes climate_mode= action status answers',
    ].join(' '),
  ],
  [
    'irrigation',
    [
      'name enabled= program ratio_percent= rain_wait_days= soak_periods= soak_time_minutes=',
      'manual_run_time_minutes= test= has_fault',
    ].join(' '),
  ],
  ['program', 'name= enabled= running run! stop!'],
  ['station', 'name= mode= state valve= soak= last_run_days fault has_fault'],
  [
    'power',
    [
      'used_watts solar_watts import_watts export_watts surplus_watts energy_used_kwh',
      'energy_solar_kwh energy_import_kwh energy_export_kwh battery_low',
    ].join(' '),
  ],
  ['power', 'name= power_watts energy_kwh cost generates is_total'],
  ['lighting', 'name all_on! all_off!'],
  [
    'lamp',
    [
      'name type on= brightness_percent= white_percent= warmth_percent= rgb= color_mode',
      'effect= powered cover= position_percent setpoint_celsius= temperature_celsius',
      'climate_mode=',
    ].join(' '),
  ],
  ['light_favourite', 'name enabled activate!'],
];

it('gives each kind the members that topics and Home Assistant entities are named after', () => {
  const found = entityKinds.map((kind) => [
    kind.word,
    Object.entries(kind.members)
      .map(([name, { read, write }]) => `${keyOf(kind, name)}${read ? (write ? '=' : '') : '!'}`)
      .join(' '),
  ]);
  assert.deepEqual(found, members);
});

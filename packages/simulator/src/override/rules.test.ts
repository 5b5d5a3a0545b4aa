import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Datagrams } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import { checkOverride, faultNames, overrides } from '@plenum/protocol/simulation';
import { type HouseName, readShippedHouse } from '../house-file/shipped.ts';
import type { HouseFile } from '../house-schema/house.ts';
import type { State } from '../model/state.ts';
import { createSimulator } from '../simulator.ts';
import type { HouseOverride } from './rules.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 5);

const open = (of: HouseName | HouseFile) => {
  const house = typeof of === 'string' ? readShippedHouse(of) : ({ ok: true, value: of } as const);
  assert.ok(house.ok);
  const simulator = createSimulator(house.value);
  let state: State = simulator.initial(start);
  const override = (what: string, body: unknown): string => {
    const checked = checkOverride(what, body);
    assert.ok(checked.ok, checked.ok ? '' : toSentence(checked.refusal));
    const result = simulator.applyOverride(state, checked.value as HouseOverride);
    if (!result.ok) return toSentence(result.refusal);
    state = result.value;
    return 'done';
  };
  return {
    override,
    live: (minutes: number) => {
      state = simulator.advance(state, state.at + minutes * minute);
    },
    command: (what: Parameters<typeof simulator.apply>[1]) => {
      const result = simulator.apply(state, what);
      assert.ok(result.ok, result.ok ? '' : toSentence(result.refusal));
      state = result.value;
    },
    shown: () => state.datagrams,
    status: () => simulator.status(state),
  };
};

/** The cause and the repair of each fault in the table, and its visible effect. */
const faults: Readonly<
  Record<
    (typeof faultNames)[number],
    { make: unknown; mend: unknown; see: (shown: Datagrams) => unknown; broken: unknown; whole: unknown }
  >
> = {
  ZoneSensorFault: {
    make: { Zone: 1, On: 1 },
    mend: { Zone: 1, On: 0 },
    see: ({ zone }) => zone[1]!.SensorFault,
    broken: 1,
    whole: 0,
  },
  ZoneSensorBattery: {
    make: { Zone: 1, Level: 2 },
    mend: { Zone: 1, Level: 0 },
    see: ({ zone }) => zone[1]!.BattVolt,
    broken: 2,
    whole: 0,
  },
  ZoneSensorRadio: {
    make: { Zone: 1, Level: 3 },
    mend: { Zone: 1, Level: 0 },
    see: ({ zone }) => zone[1]!.RfSignal,
    broken: 3,
    whole: 0,
  },
  ZoneDamperStuck: {
    make: { Zone: 1, On: 1 },
    mend: { Zone: 1, On: 0 },
    see: ({ zone }) => zone[1]!.DmpFlt,
    broken: 1,
    whole: 0,
  },
  UnitFault: { make: 'E05', mend: '', see: ({ unit }) => unit[0]!.ACError, broken: 'E05', whole: ' OK' },
  SplitFault: {
    make: { Split: 0, On: 1 },
    mend: { Split: 0, On: 0 },
    see: ({ split }) => split[0]!.Act,
    broken: 0,
    whole: 1,
  },
  VrfFault: {
    make: { Unit: 1, Code: 'U04' },
    mend: { Unit: 1, Code: '' },
    see: ({ vrf }) => vrf.find(({ X }) => X === 1)!.Er,
    broken: 'U04',
    whole: ' OK',
  },
  StationFault: {
    make: { Station: 2, Error: 1 },
    mend: { Station: 2, Error: 0 },
    see: ({ station }) => station[2]!.Error,
    broken: 1,
    whole: 0,
  },
  IrrigationFault: {
    make: 1,
    mend: 0,
    see: ({ irrigation }) => irrigation[0]!.CtrlErr,
    broken: 1,
    whole: 0,
  },
  PowerDeviceSilent: {
    make: { Device: 0, On: 1 },
    mend: { Device: 0, On: 0 },
    see: ({ powerStatus }) => powerStatus[0]!.Dev[0]!.Ok,
    broken: 0,
    whole: 1,
  },
  PowerDeviceBattery: {
    make: { Device: 0, Level: 0 },
    mend: { Device: 0, Level: 3 },
    see: ({ powerStatus }) => powerStatus[0]!.Dev[0]!.Batt,
    broken: 0,
    whole: 3,
  },
};

describe('faults', () => {
  for (const name of faultNames) {
    const { make, mend, see, broken, whole } = faults[name];
    it(`the fault ${name} is visible on the wire and in the status until it is repaired`, () => {
      const house = open('demo');
      house.command({ name: 'SysOn', body: 1 });
      house.command({ name: 'ZoneMode', body: { Index: 1, Mode: 2 } });
      house.live(5);
      assert.deepEqual([see(house.shown()), house.status().faults], [whole, []]);
      assert.equal(house.override(name, make), 'done');
      assert.deepEqual(house.status().faults, [{ name, body: make }]);
      // A stuck damper or a faulty wire is detected only in use: when its zone moves, or in test mode.
      house.command({ name: 'ZoneMode', body: { Index: 1, Mode: 1 } });
      if (name !== 'IrrigationFault') house.command({ name: 'RetTestMode', body: 1 });
      house.live(45);
      assert.equal(see(house.shown()), broken);
      house.override(name, mend);
      assert.deepEqual(house.status().faults, []);
      house.command({ name: 'ZoneMode', body: { Index: 1, Mode: 2 } });
      house.command({ name: 'RetTestMode', body: 1 });
      house.live(45);
      assert.equal(see(house.shown()), whole);
    });
  }

  it('a fault of a unit or fan-coil shows immediately, with history, and ends when repaired', () => {
    const house = open('demo');
    const { X } = house.shown().vrf[1]!;
    const shown = () => {
      const {
        unit,
        vrf,
        faults: [history],
      } = house.shown();
      const [newest] = history!.Faults;
      return [unit[0]!.ACError, vrf[0]!.Er, vrf[1]!.Er, newest!.Code, newest!.D, newest!.M, newest!.H];
    };
    house.override('UnitFault', 'E05');
    house.override('VrfFault', { Unit: X, Code: 'U04' });
    // 00:00 UTC is 11:00 in Sydney in summer.
    assert.deepEqual(shown(), ['E05', 'E05', 'U04', 'E05 ', 5, 1, 11]);
    house.live(5);
    assert.equal(house.shown().faults[0]!.Faults.filter(({ Code }) => Code !== '').length, 1, 'once');
    house.override('UnitFault', '');
    house.override('VrfFault', { Unit: X, Code: '' });
    assert.deepEqual(shown().slice(0, 3), [' OK', ' OK', ' OK']);
  });

  it('the status shows the level of a weak radio and of a half empty or low battery', () => {
    const house = open('demo');
    for (const [name, body] of [
      ['ZoneSensorBattery', { Zone: 1, Level: 1 }],
      ['ZoneSensorRadio', { Zone: 1, Level: 2 }],
      ['PowerDeviceBattery', { Device: 0, Level: 1 }],
    ] as const)
      house.override(name, body);
    assert.deepEqual(
      house.status().faults.map(({ body }) => body),
      [
        { Zone: 1, Level: 1 },
        { Zone: 1, Level: 2 },
        { Device: 0, Level: 1 },
      ],
    );
  });
});

describe('overrides of the weather', () => {
  it('the status shows the weather, with the names of the overridden values', () => {
    const house = open('demo');
    const before = house.status().weather;
    assert.deepEqual(before.held, []);
    assert.ok(before.Temperature > -10 && before.Temperature < 50 && before.Humidity > 0);
    house.override('Weather', { Temperature: 38.5, Cloud: 25 });
    const { weather } = house.status();
    assert.deepEqual(
      [weather.Temperature, weather.Cloud, weather.held],
      [38.5, 25, ['Temperature', 'Cloud']],
    );
    assert.equal(weather.Wind, before.Wind);
    house.override('Weather', {});
    assert.deepEqual(house.status().weather, before);
  });
});

describe('overrides of people', () => {
  it('people can be set to stay at home or away and to open windows, which the status lists', () => {
    const house = open('demo');
    assert.deepEqual([house.status().people, house.status().windows], ['rhythm', []]);
    house.override('People', 'away');
    house.override('ZoneWindow', { Zone: 3, Open: 1 });
    house.override('ZoneWindow', { Zone: 0, Open: 1 });
    assert.deepEqual([house.status().people, house.status().windows], ['away', [0, 3]]);
    house.override('ZoneWindow', { Zone: 3, Open: 0 });
    assert.deepEqual(house.status().windows, [0]);
  });

  it('people change the filter, which ends its warning', () => {
    const house = open('demo');
    const warned = () => {
      house.live(1);
      return house.shown().unit[0]!.Warnings;
    };
    const { FilterWarn } = house.shown().unit[0]!;
    house.override('FilterMonths', FilterWarn);
    assert.equal(warned(), 'filter');
    house.override('FilterMonths', 0);
    assert.equal(warned(), 'none');
  });

  it('the all-on and all-off buttons, pressed by people, switch the splits that have both flags', () => {
    const house = open('demo');
    const flagged = house.shown().split.filter(({ AllOn, AllOff }) => AllOn === 1 && AllOff === 1);
    assert.ok(flagged.length > 0);
    const on = () => flagged.map(({ Index }) => house.shown().split.find((each) => each.Index === Index)!.On);
    for (const pressed of [1, 0]) {
      house.override('SplitsOn', pressed);
      assert.deepEqual(
        on(),
        flagged.map(() => pressed),
      );
    }
  });
});

describe('faults without effect', () => {
  it('refuses a fault that could have no effect, and gives the reason', () => {
    const demo = open('demo');
    const large = open('large');
    for (const [house, name, body, sentence] of [
      [
        demo,
        'ZoneSensorFault',
        { Zone: 5, On: 1 },
        'ZoneSensorFault.Zone: This would change nothing: zone 5 has no temperature sensor.',
      ],
      [
        demo,
        'ZoneSensorBattery',
        { Zone: 6, Level: 2 },
        'ZoneSensorBattery.Zone: This would change nothing: the sensor of zone 6 is wired.',
      ],
      [
        demo,
        'ZoneSensorRadio',
        { Zone: 6, Level: 3 },
        'ZoneSensorRadio.Zone: This would change nothing: the sensor of zone 6 is wired.',
      ],
      [
        demo,
        'VrfFault',
        { Unit: 0, Code: 'U04' },
        'VrfFault.Unit: VRF unit 0 is reserved for the ducted system.',
      ],
      [
        demo,
        'IrrigationFault',
        2,
        'IrrigationFault: There is no irrigation controller 2 in this house; its only irrigation controller is 1.',
      ],
    ] as const) {
      const before = house.shown();
      assert.equal(house.override(name, body), sentence);
      assert.deepEqual([house.status().faults, house.shown()], [[], before]);
    }
    assert.equal(large.override('IrrigationFault', 3), 'done', 'a house with three controllers');
  });

  it('refuses faults of an unpaired split, of a damper without a motor, and of ignored wires', () => {
    const demo = readShippedHouse('demo');
    assert.ok(demo.ok);
    const { ducted, splits, irrigation, power } = demo.value;
    const house = open({
      ...demo.value,
      ducted: {
        ...ducted!,
        zones: ducted!.zones.map((zone, n) => (n === 0 ? { ...zone, settings: { DamperSkip: 1 } } : zone)),
      },
      splits: {
        ...splits!,
        units: splits!.units.map((unit) => ({ ...unit, paired: unit.index !== 0, allOn: false })),
      },
      irrigation: { ...irrigation!, ignoreOpenWires: true },
      power: {
        ...power!,
        devices: power!.devices.map((device, n) => (n === 0 ? { ...device, enabled: false } : device)),
      },
    });
    for (const [name, body, sentence] of [
      ['SplitFault', { Split: 0, On: 1 }, 'SplitFault.Split: Split 0 is not paired.'],
      ['SplitsOn', 1, 'SplitsOn: This would change nothing: no split follows all on.'],
      [
        'ZoneDamperStuck',
        { Zone: 0, On: 1 },
        'ZoneDamperStuck.Zone: This would change nothing: the damper of zone 0 is not driven.',
      ],
      [
        'StationFault',
        { Station: 0, Error: 1 },
        'StationFault.Error: This would change nothing: this irrigation system ignores open wires.',
      ],
      [
        'PowerDeviceBattery',
        { Device: 0, Level: 0 },
        'PowerDeviceBattery.Device: This would change nothing: power device 0 is not enabled.',
      ],
    ] as const)
      assert.equal(house.override(name, body), sentence);
    assert.equal(house.override('StationFault', { Station: 0, Error: 2 }), 'done', 'a short wire');
    assert.equal(house.override('SplitsOn', 0), 'done');
  });

  it('accepts the repair of a fault that the setup no longer allows', () => {
    const demo = open('demo');
    assert.equal(demo.override('ZoneSensorFault', { Zone: 5, On: 0 }), 'done');
    assert.equal(demo.override('ZoneSensorBattery', { Zone: 6, Level: 0 }), 'done');
  });
});

describe('overrides of missing equipment', () => {
  it('refuses an override of equipment that the house does not have, in one sentence', () => {
    const flat = open('flat');
    const demo = open('demo');
    for (const [house, name, body, sentence] of [
      [
        flat,
        'ZoneWindow',
        { Zone: 0, Open: 1 },
        /^ZoneWindow.Zone: This house has no ducted air conditioner\.$/,
      ],
      [flat, 'FilterMonths', 0, /^FilterMonths: This house has no ducted air conditioner\.$/],
      [flat, 'UnitFault', 'E05', /^UnitFault: This house has no ducted air conditioner\.$/],
      [flat, 'IrrigationFault', 1, /^IrrigationFault: This house has no /],
      [flat, 'PowerDeviceSilent', { Device: 0, On: 1 }, /^PowerDeviceSilent.Device: This house has no /],
      [
        demo,
        'ZoneWindow',
        { Zone: 13, Open: 1 },
        /^ZoneWindow.Zone: There is no zone 13 in this house; its zones are 0, 1, /,
      ],
      [demo, 'SplitFault', { Split: 13, On: 1 }, /^SplitFault.Split: There is no split 13 /],
      [demo, 'VrfFault', { Unit: 15, Code: 'U04' }, /^VrfFault.Unit: There is no unit 15 /],
      [demo, 'StationFault', { Station: 23, Error: 1 }, /^StationFault.Station: There is no station 23 /],
    ] as const)
      assert.match(house.override(name, body), sentence);
  });

  it('accepts every override except those of the clock, of the bridge itself and of lighting', () => {
    const elsewhere = new Set(['clock', 'quirks', 'lighting']);
    const names = [...overrides.values()]
      .filter(({ group }) => !elsewhere.has(group))
      .map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !(faultNames as readonly string[]).includes(name)),
      [
        'Weather',
        'People',
        'ZoneWindow',
        'FilterMonths',
        'SplitsOn',
        'UnitPanel',
        'SensorPairing',
        'UnitPowerCut',
      ],
    );
  });
});

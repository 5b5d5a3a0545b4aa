import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DatagramOf } from '@plenum/protocol/component';
import { initialDatagram } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { faultCodeOf } from './fault-code.ts';
import { splitStatus, vrfStatus } from './room-unit.ts';
import { isProblem, type Status, toLabel, toSentence } from './status.ts';
import { unitStatus } from './unit.ts';
import { zoneStatus } from './zone.ts';

const mode = enumerations.sysMode.values;
const zoneMode = enumerations.zoneMode.values;
const returnAirSensor = enumerations.returnAirSensor;
const sensorType = enumerations.sensorType;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

const idle = { SysOn: 1, SysMode: mode.cool, Temp: 2300, Supply: 2300, ACError: ' OK' };
const cools = { ...idle, Supply: 1200 };
const heats = { ...idle, SysMode: mode.heat, Supply: 4000 };

const unit = (more: Partial<Unit> = {}): Unit => ({
  ...initialDatagram('unit'),
  ...cools,
  RAS: returnAirSensor.values['return air'],
  Setpoint: 2200,
  ...more,
});

const zone = (more: Partial<Zone> = {}): Zone => ({
  ...initialDatagram('zone'),
  Index: 2,
  Name: 'Study',
  Mode: zoneMode.auto,
  SensType: sensorType.values.wired,
  Temp: 2550,
  Setpoint: 2100,
  DmpPos: 60,
  MinAir: 0,
  MaxAir: 100,
  BalanceMin: 0,
  BalanceMax: 100,
  ...more,
});

const inCelsius = (wire: number) => `${wire / 100}°`;
const read = (status: Status) => [
  status.code,
  status.activity,
  toLabel(status, inCelsius),
  toSentence(status, inCelsius),
];

describe('the status of the unit', () => {
  it('the unit is idle while every damper is shut, even if the supply air stays warm', () => {
    const shut = zone({ DmpPos: 0 });
    const heating = unit({ ...heats, Setpoint: 2500 });
    assert.equal(unitStatus(heating, [shut, shut]).activity, 'idle');
    assert.equal(unitStatus(heating, [shut, zone({ DmpPos: 5 })]).activity, 'heat');
    assert.equal(unitStatus(heating, []).activity, 'heat');
  });

  it('the status follows an evaporative cooler’s display, or its supply air otherwise', () => {
    const { evaporative, standard } = { evaporative: 2, standard: 1 };
    const said = (State: string, CpuType = evaporative) =>
      unitStatus(unit({ CpuType, Evap: { ...unit().Evap, State } }), []).activity;
    assert.deepEqual(
      ['Cooling', 'Venting', 'Standby', 'Prewash', 'KUEHLEN', ''].map((State) => said(State)),
      ['cool', 'vent', 'idle', 'idle', 'cool', 'cool'],
    );
    assert.equal(said('Standby', standard), 'cool');
    const { Evap: _, ...without } = unit({ CpuType: evaporative });
    assert.equal(unitStatus(without as Unit, []).activity, 'cool');
  });
});

describe('the status of a zone', () => {
  for (const [when, zoneOf, unitOf, code, activity, label] of [
    ['cools a warm room', {}, cools, 'cooling', 'cool', 'Cooling to 21°'],
    ['heats a cold room', { Temp: 1800 }, heats, 'heating', 'heat', 'Heating to 21°'],
    ['is at its setpoint', { Temp: 2100, DmpPos: 0 }, cools, 'at-target', 'idle', 'At 21°'],
    ['is close to its setpoint', { Temp: 2110, DmpPos: 0 }, cools, 'at-target', 'idle', 'Close to 21°'],
    [
      'still gets a little air near its setpoint',
      { Temp: 2110, DmpPos: 10 },
      cools,
      'cooling',
      'cool',
      'Cooling to 21°',
    ],
    [
      'is at its setpoint, and still gets a little air',
      { Temp: 2100, DmpPos: 40 },
      cools,
      'holding',
      'cool',
      'Holding 21°',
    ],
    ['is a little past its setpoint', { Temp: 2090, DmpPos: 15 }, cools, 'holding', 'cool', 'Holding 21°'],
    [
      'is one step before its setpoint',
      { Temp: 2099, DmpPos: 40 },
      heats,
      'heating',
      'heat',
      'Heating to 21°',
    ],
    [
      'is at its setpoint while it heats',
      { Temp: 2100, DmpPos: 40 },
      heats,
      'holding',
      'heat',
      'Holding 21°',
    ],
    [
      'is a little past its setpoint because the unit dries',
      { Temp: 2090, DmpPos: 60 },
      { ...cools, SysMode: mode.dry },
      'drying',
      'cool',
      'Drying',
    ],
    [
      'is at the edge of the tolerance',
      { Temp: 2150, DmpPos: 0 },
      cools,
      'at-target',
      'idle',
      'Close to 21°',
    ],
    ['is beyond the tolerance', { Temp: 2151, DmpPos: 0 }, cools, 'damper-opening', 'idle', 'Damper opening'],
    [
      'is hot and its damper does not move',
      { DmpPos: 0, DmpFlt: 1 },
      cools,
      'damper-stuck',
      'idle',
      'Damper stuck at 0 %',
    ],
    [
      'is hot and its damper is stuck open',
      { DmpFlt: 1 },
      cools,
      'damper-stuck',
      'cool',
      'Damper stuck at 60 %',
    ],
    [
      'is limited to 5 %',
      { MaxAir: 5, DmpPos: 5 },
      cools,
      'cooling-limited',
      'cool',
      'Cooling, limited to 5 %',
    ],
    [
      'is limited to nothing',
      { MaxAir: 0, DmpPos: 0 },
      cools,
      'cooling-limited',
      'idle',
      'Cooling, limited to 0 %',
    ],
    [
      'is limited by the balance',
      { BalanceMax: 30, DmpPos: 30 },
      cools,
      'cooling-limited',
      'cool',
      'Cooling, limited to 30 %',
    ],
    ['is not at its limit yet', { MaxAir: 90 }, cools, 'cooling', 'cool', 'Cooling to 21°'],
    ['is one step below its limit', { MaxAir: 90, DmpPos: 85 }, cools, 'cooling', 'cool', 'Cooling to 21°'],
    ['is fully open without a limit', { DmpPos: 100 }, cools, 'cooling', 'cool', 'Cooling to 21°'],
    [
      'is open up to a limit of 95 %',
      { MaxAir: 95, DmpPos: 95 },
      cools,
      'cooling-limited',
      'cool',
      'Cooling, limited to 95 %',
    ],
    [
      'is limited while it heats',
      { Temp: 1800, MaxAir: 20, DmpPos: 20 },
      heats,
      'heating-limited',
      'heat',
      'Heating, limited to 20 %',
    ],
    ['is warm while the system heats', { DmpPos: 0 }, heats, 'too-warm', 'idle', 'Above 21°, no cooling'],
    [
      'is warm while the system heats it further',
      { DmpPos: 10 },
      heats,
      'heated-past',
      'heat',
      'Above 21°, still heated',
    ],
    [
      'is cold while the system cools',
      { Temp: 1900, DmpPos: 0 },
      cools,
      'too-cool',
      'idle',
      'Below 21°, no heating',
    ],
    [
      'is cold and gets its lowest opening of cool air',
      { Temp: 1900, DmpPos: 10 },
      cools,
      'cooled-past',
      'cool',
      'Below 21°, still cooled',
    ],
    ['is warm while the unit pauses', { DmpPos: 0 }, idle, 'waits-to-cool', 'idle', 'Waiting for cool air'],
    [
      'is cold while the unit pauses in heat',
      { Temp: 1900, DmpPos: 0 },
      { ...heats, Supply: 2300 },
      'waits-to-heat',
      'idle',
      'Waiting for warm air',
    ],
    [
      'is cold while the unit pauses in cool',
      { Temp: 1900, DmpPos: 0 },
      idle,
      'too-cool',
      'idle',
      'Below 21°, no heating',
    ],
    [
      'is warm while the unit pauses in auto',
      { DmpPos: 0 },
      { ...idle, SysMode: mode.auto },
      'waits-to-cool',
      'idle',
      'Waiting for cool air',
    ],
    [
      'is forced open as a constant',
      { Mode: zoneMode.close, ConstA: 1, DmpPos: 40 },
      cools,
      'held-for-air',
      'cool',
      'Held open for the unit',
    ],
    [
      'is forced open since it controls the unit',
      { Mode: zoneMode.close, Master: 1 },
      { ...cools, RAS: returnAirSensor.values.master, CtrlZone: 2 },
      'held-for-control',
      'cool',
      'Held open',
    ],
    [
      'has a damper that is not driven',
      { DamperSkip: 1 },
      cools,
      'damper-not-driven',
      'cool',
      'Damper fixed at 60 %',
    ],
    ['has a failed sensor', { SensorFault: 1 }, cools, 'sensor-failed', 'cool', 'Sensor failed'],
    [
      'is set to close and held at its lowest opening',
      { Mode: zoneMode.close, MinAir: 5, DmpPos: 5 },
      cools,
      'closed-held',
      'cool',
      'Closed, held at 5 %',
    ],
    [
      'is set to close while its damper still moves',
      { Mode: zoneMode.close, MinAir: 5, DmpPos: 40 },
      cools,
      'closed-open',
      'cool',
      'Closed, 40 % open',
    ],
    ['is closed', { Mode: zoneMode.close, DmpPos: 0 }, cools, 'closed', 'off', 'Closed'],
    [
      'is closed and its sensor failed',
      { Mode: zoneMode.close, DmpPos: 0, SensorFault: 1 },
      cools,
      'closed',
      'off',
      'Closed',
    ],
    ['is open', { Mode: zoneMode.open, DmpPos: 100 }, cools, 'open', 'cool', 'Open, cooling'],
    ['is overridden', { Mode: zoneMode.override, DmpPos: 100 }, heats, 'open', 'heat', 'Open, heating'],
    ['has no sensor', { SensType: sensorType.values.none, Temp: 0 }, cools, 'open', 'cool', 'Open, cooling'],
    ['is constant', { Mode: zoneMode.constant, DmpPos: 15 }, cools, 'constant', 'cool', 'Constant, 15 %'],
    ['gets air of the fan only', {}, { ...idle, SysMode: mode.vent }, 'fan-only', 'vent', 'Fan only'],
    ['has a unit that is off', {}, { ...idle, SysOn: 0 }, 'unit-off', 'off', 'Unit off'],
    [
      'has a unit that stopped with a fault',
      {},
      { ...idle, ACError: 'E05' },
      'unit-fault',
      'off',
      'Unit fault E05',
    ],
    [
      'is closed under a fault of the unit',
      { Mode: zoneMode.close, DmpPos: 0 },
      { ...idle, ACError: 'E05' },
      'closed',
      'off',
      'Closed',
    ],
  ] as const)
    it(`describes a zone that ${when}`, () => {
      const status = zoneStatus(zone(zoneOf), unit(unitOf));
      assert.deepEqual(read(status).slice(0, 3), [code, activity, label]);
    });

  it('does not report that a room is at its setpoint if its temperature is far from the setpoint', () => {
    for (const Temp of [1500, 1900, 2049, 2151, 2550, 3000])
      for (const DmpPos of [0, 5, 50, 100])
        for (const each of [cools, heats, idle, { ...idle, SysMode: mode.auto }, { ...idle, SysOn: 0 }])
          assert.notEqual(zoneStatus(zone({ Temp, DmpPos }), unit(each)).code, 'at-target');
  });
});

describe('the status of the ducted unit', () => {
  const study = zone({ Temp: 2300, Setpoint: 2250 });
  const byZones = { RAS: returnAirSensor.values.zones, CtrlZone: 2 };
  for (const [when, unitOf, code, activity, sentence] of [
    ['cools to its own setpoint', cools, 'cooling', 'cool', 'Cooling to 22°.'],
    [
      'cools to the setpoint of the zone that controls it',
      { ...cools, ...byZones },
      'cooling',
      'cool',
      'Cooling to 22.5° in Study.',
    ],
    [
      'is controlled by no zone',
      { ...cools, ...byZones, CtrlZone: 15 },
      'cooling',
      'cool',
      'Cooling to 22°.',
    ],
    [
      'ignores the control zone if the return air controls it',
      { ...cools, CtrlZone: 2 },
      'cooling',
      'cool',
      'Cooling to 22°.',
    ],
    ['heats', heats, 'heating', 'heat', 'Heating to 22°.'],
    ['dries', { ...cools, SysMode: mode.dry }, 'drying', 'cool', 'Drying the air, not far below 22°.'],
    [
      'is at its setpoint',
      { ...idle, Temp: 2200, Supply: 2200 },
      'at-target',
      'idle',
      'It is at 22°; nothing is needed.',
    ],
    [
      'is close to its setpoint',
      { ...idle, Temp: 2240, Supply: 2240 },
      'at-target',
      'idle',
      'At 22.4° it is close to 22°; nothing is needed.',
    ],
    ['pauses', idle, 'waits-to-cool', 'idle', 'At 23° it needs cooling to 22°, and the unit pauses.'],
    [
      'may not cool',
      { ...idle, SysMode: mode.heat },
      'too-warm',
      'idle',
      'At 23° it is above 22°; the unit does not cool now.',
    ],
    [
      'may not heat',
      { ...idle, Temp: 2000, Supply: 2000 },
      'too-cool',
      'idle',
      'At 20° it is below 22°; the unit does not heat now.',
    ],
    ['moves air', { ...idle, SysMode: mode.vent }, 'fan-only', 'vent', 'The unit only moves air.'],
    ['is off', { ...idle, SysOn: 0 }, 'unit-off', 'off', 'The system is off.'],
    [
      'has stopped with a fault',
      { ...cools, ACError: 'E05' },
      'unit-fault',
      'off',
      'The unit has stopped with fault E05, so nothing is heated or cooled.',
    ],
  ] as const)
    it(`describes a unit that ${when}`, () => {
      const status = unitStatus(unit(unitOf), [study]);
      assert.deepEqual(
        [status.code, status.activity, toSentence(status, inCelsius)],
        [code, activity, sentence],
      );
    });

  it('does not name a zone with a failed sensor as the controlling zone', () => {
    const status = unitStatus(unit({ ...cools, ...byZones }), [{ ...study, SensorFault: 1 }]);
    assert.equal(toSentence(status, inCelsius), 'Cooling to 22°.');
  });
});

describe('the status of a room unit', () => {
  const split = (more = {}) =>
    splitStatus({ ...initialDatagram('split'), Att: 1, Act: 1, On: 1, Mode: 1, Setpoint: 2300, ...more });
  const vrf = (more = {}) =>
    vrfStatus({
      ...initialDatagram('vrf'),
      C325: 1,
      Ac: 1,
      Cvrf: 1,
      Er: ' OK',
      On: 1,
      Mode: 1,
      Sp: 2300,
      Ra: 2500,
      ...more,
    });

  it('shows the settings of a split, since it reports no temperature', () => {
    assert.deepEqual(read(split()).slice(1, 3), ['cool', 'Set to cool to 23°']);
    assert.deepEqual(read(split({ Mode: 2 })).slice(1, 3), ['heat', 'Set to heat to 23°']);
    assert.deepEqual(read(split({ Mode: 3 })).slice(1, 3), ['vent', 'Fan only']);
    assert.deepEqual(read(split({ Mode: 4 })).slice(1, 3), ['cool', 'Set to dry']);
    assert.deepEqual(read(split({ Mode: 5 })).slice(1, 3), ['idle', 'Set to hold 23°']);
    assert.deepEqual(read(split({ On: 0 })).slice(1, 3), ['off', 'Off']);
    assert.deepEqual(read(split({ Act: 0 })).slice(1, 3), ['off', 'No answer']);
  });

  it('derives the activity of a fan-coil from its return air', () => {
    assert.deepEqual(read(vrf()).slice(1, 3), ['cool', 'Cooling to 23°']);
    assert.deepEqual(read(vrf({ Ra: 2350 })).slice(1, 3), ['idle', 'Close to 23°']);
    assert.deepEqual(read(vrf({ Ra: 2000 })).slice(1, 3), ['idle', 'Below 23°, no heating']);
    assert.deepEqual(read(vrf({ Mode: 2, Ra: 2000 })).slice(1, 3), ['heat', 'Heating to 23°']);
    assert.deepEqual(read(vrf({ Mode: 2 })).slice(1, 3), ['idle', 'Above 23°, no cooling']);
    assert.deepEqual(read(vrf({ Mode: 3 })).slice(1, 3), ['vent', 'Fan only']);
    assert.deepEqual(read(vrf({ Mode: 4 })).slice(1, 3), ['cool', 'Drying']);
    assert.deepEqual(read(vrf({ Mode: 5, Ra: 2000 })).slice(1, 3), ['heat', 'Heating to 23°']);
    assert.deepEqual(read(vrf({ On: 0 })).slice(1, 3), ['off', 'Off']);
    assert.deepEqual(read(vrf({ Er: 'U04' })).slice(1, 3), ['off', 'Unit fault U04']);
    // Fault codes from devices that send a number.
    assert.deepEqual(read(vrf({ Er: 404 })).slice(1, 3), ['off', 'Unit fault 404']);
    for (const cut of ['C325', 'Ac', 'Cvrf'])
      assert.deepEqual(read(vrf({ [cut]: 0 })).slice(1, 3), ['off', 'No answer']);
  });
});

it('a status marks a fault, but not a delay, as a problem', () => {
  const problems = [{ DmpFlt: 1 }, { SensorFault: 1 }].map((each) => zoneStatus(zone(each), unit()));
  assert.deepEqual(problems.map(isProblem), [true, true]);
  assert.equal(isProblem(zoneStatus(zone(), unit({ ACError: 'E05' }))), true);
  assert.equal(isProblem(zoneStatus(zone({ DmpPos: 0 }), unit(idle))), false);
});

it('reads a fault code of OK, padded or empty, as no fault', () => {
  for (const code of [' OK', 'OK ', '', '   ']) assert.equal(faultCodeOf(code), undefined);
  assert.equal(faultCodeOf('E05'), 'E05');
});

describe('a device that leaves out keys', () => {
  const without = <T extends object>(datagram: T, key: string): T => {
    const { [key as keyof T]: _, ...rest } = datagram;
    return rest as T;
  };

  it('the status is unknown if a device leaves out a key that it depends on', () => {
    for (const key of ['SysOn', 'SysMode', 'Supply', 'Temp', 'Setpoint']) {
      assert.equal(unitStatus(without(unit(), key), []).code, 'unknown', key);
      assert.equal(zoneStatus(zone(), without(unit(), key)).code, 'unknown', key);
    }
    for (const key of ['Mode', 'DmpPos', 'Temp', 'Setpoint'])
      assert.equal(zoneStatus(without(zone(), key), unit()).code, 'unknown', key);
    assert.equal(splitStatus({} as DatagramOf<'split'>).code, 'unknown');
    assert.equal(vrfStatus({} as DatagramOf<'vrf'>).code, 'unknown');
  });

  it('the status is known if a device leaves out a key that it does not depend on', () => {
    for (const key of [
      'MaxAir',
      'BalanceMin',
      'BalanceMax',
      'DmpFlt',
      'ConstA',
      'Master',
      'SensorFault',
      'Name',
    ])
      assert.equal(zoneStatus(without(zone(), key), without(unit(), 'ACError')).code, 'cooling', key);
    const named = unitStatus(unit({ RAS: returnAirSensor.values.zones, CtrlZone: 2 }), [
      without(zone(), 'Name'),
    ]);
    assert.equal(toSentence(named, inCelsius), 'Cooling to 21° in zone 2.');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCommand } from '@plenum/protocol/command';
import {
  type DatagramOf,
  type Datagrams,
  initialDatagram,
  nothingInstalled,
} from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { explain, readExplainedRef } from './explain.ts';
import { type Extras, type HeatBalance, heatSources } from './explanation.ts';
import { toAnswer } from './sentences.ts';
import { changeWords, stepWords } from './words.ts';

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

const mode = enumerations.sysMode.values;
const zoneMode = enumerations.zoneMode.values;
const battery = enumerations.battery;
const returnAirSensor = enumerations.returnAirSensor;
const rfSignal = enumerations.rfSignal;
const sensorType = enumerations.sensorType;

const cools = {
  SysOn: 1,
  SysMode: mode.cool,
  Temp: 2300,
  Supply: 1200,
  ACError: ' OK',
  HvacOnOff: 1,
  HvacMode: 1,
  HvacSetpoint: 1,
  SysType: 310,
};
const idle = { ...cools, Supply: 2300 };
const heats = { ...cools, SysMode: mode.heat, Supply: 4000 };
const byZone = { RAS: returnAirSensor.values.zones, CtrlZone: 1 };

const house = (zoneOf: Partial<Zone> = {}, unitOf: Partial<Unit> = {}): Datagrams => {
  const zone = {
    ...initialDatagram('zone'),
    Index: 0,
    Name: 'Study',
    Mode: zoneMode.auto,
    ZoneType: 3,
    SensType: sensorType.values.wired,
    Temp: 2550,
    Setpoint: 2100,
    DmpPos: 60,
    MaxAir: 100,
    BalanceMax: 100,
  };
  return {
    ...nothingInstalled,
    unit: [
      {
        ...initialDatagram('unit'),
        RAS: returnAirSensor.values['return air'],
        Setpoint: 2200,
        ...cools,
        ...unitOf,
      },
    ],
    zone: [
      { ...zone, ...zoneOf },
      { ...zone, Index: 1, Name: 'Bedroom', Temp: 2300, Setpoint: 2300, DmpPos: 0 },
    ],
  };
};

const answer = (ref: string, datagrams: Datagrams, extras: Extras = {}) => {
  const found = explain(readExplainedRef(ref)!, datagrams, extras);
  return found && toAnswer(found, { at: 0, timeZone: 'Australia/Sydney' });
};
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);

describe('the explanation of a zone', () => {
  for (const [when, zoneOf, unitOf, steps, changes] of [
    [
      'is cooled',
      {},
      {},
      'warmer zone-auto unit-cool led-by-return-air supply-cold damper-open',
      'wait-target',
    ],
    [
      'belongs to a system that is off',
      { DmpPos: 0 },
      { SysOn: 0 },
      'warmer zone-auto unit-off led-by-return-air damper-shut',
      'switch-on',
    ],
    [
      'belongs to a unit that only its own controls switch',
      {},
      { SysOn: 0, HvacOnOff: 0 },
      'warmer zone-auto unit-off led-by-return-air damper-open own-controls',
      'own-controls',
    ],
    [
      'belongs to a system that controls only zones',
      {},
      { SysOn: 0, SysType: 210 },
      'warmer zone-auto unit-off led-by-return-air damper-open own-controls',
      'own-controls',
    ],
    [
      'is closed',
      { Mode: zoneMode.close, DmpPos: 0 },
      {},
      'warmer zone-close unit-cool led-by-return-air supply-cold damper-shut',
      'follow open',
    ],
    [
      'is set to close and held at its lowest opening',
      { Mode: zoneMode.close, MinAir: 5, DmpPos: 5 },
      {},
      'warmer zone-close unit-cool led-by-return-air supply-cold held-at-limit',
      'follow open',
    ],
    [
      'is open',
      { Mode: zoneMode.open },
      {},
      'warmer zone-open unit-cool led-by-return-air supply-cold damper-open',
      'follow close',
    ],
    [
      'has no sensor and is closed',
      { SensType: sensorType.values.none, Mode: zoneMode.close, DmpPos: 0 },
      {},
      'no-sensor zone-close unit-cool led-by-return-air supply damper-shut',
      'open',
    ],
    [
      'is limited',
      { MaxAir: 5, DmpPos: 5 },
      {},
      'warmer zone-auto unit-cool led-by-return-air supply-cold damper-open max-air',
      'raise-limit',
    ],
    [
      'is limited and locked',
      { MaxAir: 5, DmpPos: 5 },
      { AirflowLock: 1 },
      'warmer zone-auto unit-cool led-by-return-air supply-cold damper-open max-air airflow-locked',
      'none',
    ],
    [
      'is limited by the balance, which no command changes',
      { BalanceMax: 30, DmpPos: 30 },
      {},
      'warmer zone-auto unit-cool led-by-return-air supply-cold damper-open max-air',
      'none',
    ],
    [
      'is cooled past its setpoint',
      { Temp: 1900, MinAir: 20, DmpPos: 20 },
      {},
      'colder zone-auto unit-cool led-by-return-air supply-cold damper-open min-air',
      'lower-limit close',
    ],
    [
      'is cooled past it, with its lowest opening locked',
      { Temp: 1900, MinAir: 20, DmpPos: 20 },
      { AirflowMinLock: 1 },
      'colder zone-auto unit-cool led-by-return-air supply-cold damper-open min-air',
      'close',
    ],
    [
      'is held open for the air of the fan',
      { Mode: zoneMode.close, ConstA: 1, DmpPos: 100 },
      {},
      'warmer zone-close unit-cool led-by-return-air supply-cold held-for-air',
      'open-others',
    ],
    [
      'is held open since it controls the unit',
      { Mode: zoneMode.close, Master: 1 },
      { RAS: returnAirSensor.values.master, CtrlZone: 0 },
      'warmer zone-close unit-cool leads supply-cold held-for-control',
      'follow',
    ],
    [
      'waits for its own pause',
      { DmpPos: 0 },
      { ...idle, RAS: returnAirSensor.values.zones, CtrlZone: 0 },
      'warmer zone-auto unit-cool leads supply-cold damper-shut',
      'wait',
    ],
    [
      'waits, because another room that leads is at its setpoint',
      { DmpPos: 0 },
      { ...idle, ...byZone },
      'warmer zone-auto unit-cool led-by-zone supply-cold damper-shut',
      'lower-leader',
    ],
    [
      'is warm while the system heats',
      { DmpPos: 0 },
      { ...heats, ...byZone },
      'warmer zone-auto unit-heat led-by-zone supply-warm damper-shut',
      'cool-and-lower',
    ],
    [
      'is warm while the mode is the unit’s own',
      { DmpPos: 0 },
      { ...heats, HvacMode: 0 },
      'warmer zone-auto unit-heat led-by-return-air supply-warm damper-shut',
      'own-controls',
    ],
    [
      'is cold while the system cools',
      { Temp: 1900, DmpPos: 0 },
      {},
      'colder zone-auto unit-cool led-by-return-air supply-cold damper-shut',
      'heat-and-raise-unit',
    ],
    [
      'is near its setpoint',
      { Temp: 2110, DmpPos: 0 },
      {},
      'near zone-auto unit-cool led-by-return-air supply-cold damper-shut',
      'lower raise',
    ],
    [
      'is a little past its setpoint while the unit goes on for others',
      { Temp: 2090, DmpPos: 15 },
      {},
      'near zone-auto unit-cool led-by-return-air supply-cold damper-open',
      'lower raise',
    ],
    [
      'is near it and setpoints are locked',
      { Temp: 2110, DmpPos: 0 },
      { EcoLock: 1, EcoMin: 2050, EcoMax: 2400 },
      'near zone-auto unit-cool led-by-return-air supply-cold damper-shut eco-lock',
      'raise',
    ],
    [
      'has a failed sensor',
      { SensorFault: 1 },
      {},
      'sensor-failed zone-auto-held unit-cool led-by-return-air supply-cold damper-open',
      'mend-sensor open close',
    ],
    [
      'has a flat battery',
      { SensType: sensorType.values.wireless, BattVolt: battery.values.empty },
      {},
      'warmer sensor-flat zone-auto unit-cool led-by-return-air supply-cold damper-open',
      'wait-target',
    ],
    [
      'has no radio',
      { SensType: sensorType.values.wireless, BattVolt: battery.values.full, RfSignal: rfSignal.values.none },
      {},
      'warmer sensor-lost zone-auto unit-cool led-by-return-air supply-cold damper-open',
      'wait-target',
    ],
    [
      'has a stuck damper',
      { DmpFlt: 1 },
      {},
      'warmer zone-auto-held unit-cool led-by-return-air supply-cold damper-stuck',
      'mend-damper',
    ],
    [
      'has a unit that stopped',
      {},
      { ...idle, ACError: 'E05' },
      'warmer zone-auto unit-cool unit-fault led-by-return-air supply-cold damper-open',
      'call-service',
    ],
    [
      'has a sleep timer, a lock and a pause',
      { DmpPos: 0 },
      {
        ...idle,
        Temp: 2550,
        Supply: 2550,
        SleepTimer: 60,
        SleepTimerM: 12,
        LockStatus: 1,
        GasHeat: { ...initialDatagram('unit').GasHeat, AnticycleTime: 3 },
      },
      'warmer zone-auto unit-cool led-by-return-air supply-even damper-shut wall-lock sleep pause',
      'wait',
    ],
  ] as const)
    it(`explains a zone that ${when}`, () => {
      const found = answer('zone.0', house(zoneOf, unitOf))!;
      assert.deepEqual(codes(found.steps), steps.split(' '));
      assert.deepEqual(codes(found.changes), changes.split(' '));
      for (const { commands } of found.changes)
        for (const command of commands) assert.equal(checkCommand(command).ok, true, JSON.stringify(command));
      for (const { sentence } of [...found.steps, ...found.changes])
        assert.doesNotMatch(sentence, /[{}?]|undefined|NaN/);
    });

  it('gives every figure a unit, and shows every figure in the sentence', () => {
    const [first, , , leader, supply] = answer('zone.0', house({}, byZone))!.steps;
    assert.deepEqual(first, {
      code: 'warmer',
      figures: {
        temperature: { value: 25.5, unit: '°C' },
        difference: { value: 4.5, unit: 'K' },
        setpoint: { value: 21, unit: '°C' },
      },
      sentence: 'It is 25.5 °C, 4.5 K above its setpoint of 21.0 °C.',
    });
    assert.equal(
      leader!.sentence,
      'Bedroom controls the unit: it is 23.0 °C there, with a setpoint of 23.0 °C.',
    );
    assert.equal(supply!.sentence, 'The air from the unit is 12.0 °C, 13.5 K colder than here.');
  });

  it('explains that the return air controls the unit if the controlling room has no reading', () => {
    const datagrams = house({ SensorFault: 1 }, { ...byZone, CtrlZone: 0 });
    assert.equal(
      answer('zone.1', datagrams)!.steps.find(({ code }) => code === 'leader-failed')!.sentence,
      'Study should control the unit, but has no reading; the return air controls it instead, at 23.0 °C with a setpoint of 22.0 °C.',
    );
  });
});

describe('facts beyond the datagrams', () => {
  const none = Object.fromEntries(heatSources.map((source) => [source, 0])) as Record<
    (typeof heatSources)[number],
    number
  >;
  const last = (extras: Extras) => answer('zone.0', house(), extras)!.steps.slice(6);

  it('lists heat by source, the largest first, with their sum', () => {
    const sources = { ...none, sun: 420, supply: -1_200, people: 75, floor: -8, windows: 12 };
    const steps = last({ heat: { sources, total: -701, change: -1.25 } });
    assert.deepEqual(
      steps.map(({ sentence }) => sentence),
      [
        'Air from the unit: -1200 W.',
        'Sun through the windows: 420 W.',
        'People: 75 W.',
        'Everything else: 4 W.',
        'Overall, 701 W more goes out than comes in right now.',
      ],
    );
  });

  it('says that the sensor of the supply air lags while the air already has the other effect', () => {
    const heat = (supply: number) => ({
      sources: {
        ...(Object.fromEntries(heatSources.map((source) => [source, 0])) as HeatBalance['sources']),
        supply,
      },
      total: supply,
      change: 0,
    });
    const supplyCode = (watts: number, ref = 'zone.0') =>
      codes(answer(ref, house(), { heat: heat(watts) })!.steps).find((code) => code.startsWith('supply'));
    assert.equal(supplyCode(300), 'supply-lags');
    assert.equal(supplyCode(300, 'unit'), 'supply-lags');
    assert.equal(supplyCode(10), 'supply-cold');
    assert.equal(supplyCode(-300), 'supply-cold');
  });

  it('describes the temperature trend, or a steady temperature, without a heat balance', () => {
    const sentence = (minutes: number, change: number) => last({ trend: { minutes, change } })[0]!.sentence;
    assert.equal(sentence(60, 0.8), 'It has become warmer by 0.8 K in the last 60 min.');
    assert.equal(sentence(30, -0.2), 'It has become colder by 0.2 K in the last 30 min.');
    assert.equal(sentence(60, 0.19), 'It has not changed by more than 0.2 K in the last 60 min.');
  });

  it('includes the next favourite with its local time and its effect on the room', () => {
    const at = Date.parse('2026-06-01T20:30:00Z');
    const next = (event: 'start' | 'stop', sets?: { mode: number; setpoint: number }) =>
      last({ next: { name: 'Morning', event, at, ...(sets && { sets }) } })[0]!.sentence;
    assert.equal(
      next('start', { mode: zoneMode.auto, setpoint: 2150 }),
      'Next, Morning starts (Tuesday 2 June at 06:30): in auto, with a setpoint of 21.5 °C.',
    );
    assert.equal(
      next('start', { mode: zoneMode.close, setpoint: 2150 }),
      'Next, Morning starts (Tuesday 2 June at 06:30) and sets it to close.',
    );
    assert.equal(
      next('start'),
      'Next, Morning starts (Tuesday 2 June at 06:30); it leaves this room’s settings as they are.',
    );
    assert.match(next('stop'), /^Next, Morning stops \(Tuesday 2 June at 06:30\)/);
    assert.equal(last({ next: null })[0]!.code, 'next-none');
    assert.deepEqual(last({}), []);
  });
});

it('explains that a favourite stops, and that it switches the unit off only if the unit is on', () => {
  const at = Date.parse('2026-06-01T22:30:00Z');
  const last = (ref: string, SysOn: number) =>
    answer(ref, house({}, { SysOn }), { next: { name: 'Wake up', event: 'stop', at } })!.steps.at(-1)!
      .sentence;
  const [on, off] = [
    'Next, Wake up stops (Tuesday 2 June at 08:30) and switches the unit off, unless another favourite started since.',
    'Next, Wake up stops (Tuesday 2 June at 08:30).',
  ];
  for (const ref of ['unit', 'zone.0']) assert.deepEqual([last(ref, 1), last(ref, 0)], [on, off], ref);
});

it("explains that a room controls the unit, and suggests the room's setpoint instead", () => {
  const at = { Temp: 2300, Supply: 2300 };
  const { steps, changes } = answer('unit', house({}, { ...idle, ...at, ...byZone }))!;
  assert.deepEqual(codes(steps), ['unit-cool', 'led-by-zone', 'near', 'setpoint-unused', 'supply-even']);
  assert.deepEqual(
    changes.map(({ commands }) => commands[0]),
    [{ ZoneSetpoint: { Index: 1, Setpoint: 2200 } }, { ZoneSetpoint: { Index: 1, Setpoint: 2400 } }],
  );
  assert.deepEqual(answer('unit', house({}, { ...idle, Temp: 2200, Supply: 2200 }))!.changes[0]!.commands, [
    { SysSetpoint: 2100 },
  ]);
});

it('explains the unit as the air conditioner, not by the name of the house', () => {
  const { kind, index, name } = explain(readExplainedRef('unit')!, house({}, { Tag1: 'Upstairs' }), {})!;
  assert.deepEqual({ kind, index, name }, { kind: 'unit', index: 0, name: 'Air conditioner' });
});

it('includes the supply air of a unit only while it is on', () => {
  const supply = (SysOn: number) =>
    codes(answer('unit', house({}, { SysOn }))!.steps).filter((code) => code.startsWith('supply'));
  assert.deepEqual([supply(1), supply(0)], [['supply-cold'], []]);
});

describe('the explanation of a room unit', () => {
  const fanCoil = (more: object): Datagrams => ({
    ...nothingInstalled,
    vrf: [
      {
        ...initialDatagram('vrf'),
        X: 2,
        Name: 'Attic',
        On: 1,
        Mode: 1,
        Sp: 2300,
        Ra: 2500,
        Er: ' OK',
        C325: 1,
        Ac: 1,
        Cvrf: 1,
        ...more,
      },
    ],
  });
  const split = (more: object): Datagrams => ({
    ...nothingInstalled,
    split: [{ ...initialDatagram('split'), Index: 4, Name: 'Den', On: 1, Mode: 1, Setpoint: 2300, ...more }],
  });
  /** Returns a house with a fan-coil and its master. */
  const withMaster = (master: object, more: object): Datagrams => {
    const [own] = fanCoil({ Ra: 2500, ...more }).vrf;
    return { ...nothingInstalled, vrf: [{ ...own!, X: 1, Name: 'Hall', Ms: 1, ...master }, own!] };
  };
  for (const [when, ref, datagrams, steps, changes] of [
    [
      'is too warm and bound to heat',
      'vrf.2',
      withMaster({ Mode: 2 }, { Mode: 2 }),
      'warmer set-heat bound-heat',
      'cool-all',
    ],
    [
      'is too warm and bound to cool',
      'vrf.2',
      withMaster({ Mode: 1 }, { Mode: 2 }),
      'warmer set-heat bound-cool',
      'cool-itself',
    ],
    ['has a master that is off', 'vrf.2', withMaster({ On: 0 }, {}), 'warmer set-cool', 'wait-target'],
    ['cools', 'vrf.2', fanCoil({}), 'warmer set-cool', 'wait-target'],
    ['is off', 'vrf.2', fanCoil({ On: 0 }), 'warmer off', 'switch-on-itself'],
    ['is too cool', 'vrf.2', fanCoil({ Ra: 2000 }), 'colder set-cool', 'heat-itself'],
    ['is too warm', 'vrf.2', fanCoil({ Mode: 2 }), 'warmer set-heat', 'cool-itself'],
    ['is near', 'vrf.2', fanCoil({ Ra: 2300, Mode: 5 }), 'near set-auto', 'lower raise'],
    ['is near and heats only', 'vrf.2', fanCoil({ Ra: 2300, Mode: 2 }), 'near set-heat', 'raise'],
    ['has a fault', 'vrf.2', fanCoil({ Er: 'U04' }), 'warmer set-cool unit-fault', 'call-service'],
    ['is cut off', 'vrf.2', fanCoil({ C325: 0 }), 'warmer set-cool no-answer', 'check-power'],
    ['has a timer', 'vrf.2', fanCoil({ Tmr: 2, TmrL: 41 }), 'warmer set-cool sleep', 'wait-target'],
    ['is a split', 'split.4', split({}), 'no-temperature set-cool', 'none'],
    ['is a split with a timer', 'split.4', split({ Sleep: 1 }), 'no-temperature set-cool sleep', 'none'],
    ['is a split that is off', 'split.4', split({ On: 0 }), 'no-temperature off', 'switch-on-itself'],
  ] as const)
    it(`explains a room unit that ${when}`, () => {
      const found = answer(ref, datagrams)!;
      assert.deepEqual(codes(found.steps), steps.split(' '));
      assert.deepEqual(codes(found.changes), changes.split(' '));
      for (const { commands } of found.changes)
        for (const command of commands) assert.equal(checkCommand(command).ok, true, JSON.stringify(command));
    });
});

it('accepts references to components that can be explained, and no others', () => {
  assert.deepEqual(readExplainedRef('zone.13'), { kind: 'zone', index: 13 });
  assert.deepEqual(readExplainedRef('unit'), { kind: 'unit', index: 0 });
  for (const wrong of [
    '',
    'zone.',
    'zone.-1',
    'faults',
    'station.0',
    'constructor',
    'zone.3.Temp',
    7,
    ['zone.1'],
  ])
    assert.equal(readExplainedRef(wrong), undefined, String(wrong));
  assert.equal(answer('zone.9', house()), undefined);
});

it('every sentence has its figures as placeholders, so that it can be translated', () => {
  for (const words of [...Object.values(stepWords), ...Object.values(changeWords)])
    assert.match(words.replace(/\{\w+\}/g, '21 °C'), /^[^{}]+\.$/);
});

describe('the effects of advice on other rooms', () => {
  const sentenceOf = (code: string, datagrams: Datagrams) =>
    answer('zone.0', datagrams)!.changes.find((each) => each.code === code)?.sentence;
  const withBedroom = (bedroom: Partial<Zone>, unitOf: Partial<Unit> = {}): Datagrams => {
    const { zone, ...rest } = house({ Temp: 1900, DmpPos: 0 }, unitOf);
    return { ...rest, zone: [zone[0]!, { ...zone[1]!, ...bedroom }] };
  };

  it('names the rooms that are no longer cooled if the unit is set to heat', () => {
    assert.equal(
      sentenceOf('heat-and-raise-unit', withBedroom({ Temp: 2600 })),
      'Set the system to heat, and raise the setpoint of the unit to 24.0 °C, so that it runs. No more cool air then comes to Bedroom.',
    );
  });

  it('names the rooms whose damper stays open, and the room whose setpoint is raised', () => {
    assert.match(
      sentenceOf('heat-and-raise-unit', withBedroom({ Mode: zoneMode.open, DmpPos: 100 }))!,
      /\. The unit then also heats Bedroom\.$/,
    );
    assert.match(
      sentenceOf('heat-and-raise', withBedroom({}, byZone))!,
      /^Set the system to heat, and raise the setpoint of Bedroom to 24\.0 °C, .*\. The unit then also heats Bedroom\.$/,
    );
  });

  it('names no room that is closed or near its setpoint', () => {
    for (const bedroom of [{}, { Temp: 2600, Mode: zoneMode.close }])
      assert.match(
        sentenceOf('heat-and-raise-unit', withBedroom(bedroom))!,
        /, so that it runs\.$/,
        JSON.stringify(bedroom),
      );
  });
});

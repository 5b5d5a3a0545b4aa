import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type AnyCommand, checkCommand } from '@plenum/protocol/command';
import { factsOf } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import type { OverrideBody } from '@plenum/protocol/simulation';
import { times } from '@plenum/testbed/full-run';
import { readHouse } from './house-file/read.ts';
import { readShippedHouse } from './house-file/shipped.ts';
import type { DuctedFile, HouseFile } from './house-schema/house.ts';
import {
  leaves,
  matters,
  outputsOf,
  type Scenario,
  type StateChange,
  toText,
  withOthers,
} from './influence.fixture.ts';
import { lamps, litHouseFile } from './lighting/lit-house.fixture.ts';
import type { HouseOverride } from './override/rules.ts';
import { createSimulator } from './simulator.ts';

type UnitSettings = NonNullable<DuctedFile['unit']['settings']>;

const hour = 3_600_000;
const summer = Date.parse('2026-01-14T14:00:00+11:00');
const morning = Date.parse('2026-01-14T05:45:00+11:00');
const winter = Date.parse('2026-07-15T05:00:00+10:00');

const readDemo = (): HouseFile => {
  const house = readShippedHouse('demo');
  assert.ok(house.ok, house.ok ? '' : toSentence(house.refusal));
  return house.value;
};
const demo = readDemo();

const withUnit = (more: Partial<DuctedFile['unit']>, step = 30): HouseFile => {
  const { mode: _, modes: __, fan: ___, ...unit } = demo.ducted!.unit;
  return { ...demo, step, ducted: { ...demo.ducted!, unit: { ...unit, on: false, ...more } } };
};

const toCommand = (body: Record<string, unknown>): AnyCommand => {
  const checked = checkCommand(body);
  assert.ok(checked.ok, JSON.stringify(body));
  return checked.value;
};

/**
 * Creates a house with these devices first, second and last in its lighting, the positions whose fields the test
 * varies.
 */
const withLamps = (first: number, second: number, last: number, step = 30): HouseFile => {
  const read = readHouse(litHouseFile, 'lit.yaml');
  assert.ok(read.ok);
  const { lighting } = read.value;
  const at = (place: number) => lighting!.lamps[place]!;
  const rest = lighting!.lamps.filter((_, place) => ![first, second, last].includes(place));
  return {
    ...read.value,
    step,
    lighting: { ...lighting!, lamps: [at(first), at(second), ...rest, at(last)] },
  };
};

const everyDay = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
/** Typical use of lamps: they are on, one wakes people, and one switches off in an empty room. */
const lit = [
  { LiAllOn: { On: 1 } },
  { LiLampAlarm: { No: 0, AlH: 6, AlM: 30, ...everyDay, En: 1 } },
  { LiOccSt: { No: 0, D1: 10, A1: 30, D2: 20, A2: 10 } },
  { LiOccSt: { No: 1, D1: 10, A1: 30, D2: 20, A2: 10 } },
  { LiRgbMode: { No: 0, Rgb: 1 } },
];

/** Makes each button of a wall switch control a group of lamps. */
const buttons = { But1Sys: 1, But1No: 1, But2Sys: 1, But2No: 1, But3Sys: 1, But3No: 1 };

/** Commands of every scenario. They start all equipment and timers. */
const busy = [
  { SysOn: 1 },
  { iSave: 1 },
  { SysSleepTimer: 45 },
  { ZoneMode: { Index: 0, Mode: 3 } },
  { ZoneMode: { Index: 1, Mode: 3 } },
  { SplitSystemZoneOn: { Index: 0, On: 1 } },
  { SplitSystemZoneSleepTimer: { Index: 0, Sleep: 1 } },
  { VrfSystemZoneOn: { Index: 1, On: 1 } },
  { VrfSystemZoneSleepTimer: { Index: 1, Timer: 1 } },
  { RetRunProgram: { No: 0, Run: 1 } },
];

/** Returns a house an hour after some commands, skipping those that it refuses. */
const create = (
  name: string,
  house: HouseFile,
  {
    at = summer,
    span = hour,
    samples = 2,
    does = busy as readonly Record<string, unknown>[],
    operator = [] as readonly HouseOverride[],
  } = {},
): Scenario => {
  const simulator = createSimulator(house);
  let state = simulator.advance(simulator.initial(at - 4 * hour), at - hour / 4);
  for (const body of does) {
    const applied = simulator.apply(state, toCommand(body));
    if (applied.ok) state = applied.value;
  }
  state = simulator.advance(state, at);
  for (const override of operator) {
    const done = simulator.applyOverride(state, override);
    assert.ok(done.ok, override.name);
    state = done.value;
  }
  return { name, simulator, state, span, samples };
};

const ventilate = (Ventilation: NonNullable<UnitSettings['Ventilation']>) =>
  withUnit({ mode: 'vent', fan: 'auto', settings: { Ventilation: { FanStageDelay: 40, ...Ventilation } } });
const evaporative = (more: Partial<DuctedFile['unit']>, Evap: UnitSettings['Evap'] = {}) =>
  withUnit({ cpu: 'evaporative', ...more, settings: { Evap: { RhSet: 90, ...Evap } } });

const closeAll = demo.ducted!.zones.map((_, Index) => ({ ZoneMode: { Index, Mode: 2 } }));
const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
const everyFavourite = [
  { SchedEnable: { Index: 0, Enabled: 1 } },
  { SchedSettings: { Index: 0, StartH: 7, StartM: 0, StopH: 13, StopM: 50 } },
  { SplitSystemScheduleEnable: { Index: 0, En: 1 } },
  { RetPrEnable: { No: 0, Enable: 1 } },
];

const scenarios: readonly Scenario[] = [
  create('cooling', withUnit({ mode: 'cool', fan: 'auto', iSave: true }), {
    operator: [
      { name: 'FilterMonths', body: 2.5 },
      { name: 'StationFault', body: { Station: 1, Error: 1 } },
    ],
  }),
  create(
    'heating',
    withUnit({
      mode: 'heat',
      fan: 'auto',
      setpoint: 23,
      returnAir: 'return air',
      settings: { GasHeat: { Type: 9, StageDelay: 20 } },
    }),
    { at: winter, span: 2 * hour },
  ),
  create('ventilating by humidity', ventilate({ UseRhControl: 1, RhSetpoint: 5 })),
  create('ventilating by compounds', ventilate({ UseVcosControl: 1, VocsSetpoint: 50 })),
  create('ventilating by CO2', ventilate({ UseEco2Control: 1, Eco2Setpoint: 500 }), {
    at: winter,
    does: [{ SysOn: 1 }],
  }),
  create('ventilating good air', ventilate({ UseRhControl: 1, RhSetpoint: 95 })),
  create('drying', withUnit({ mode: 'dry', fan: 'auto' })),
  create(
    'auto',
    withUnit({
      mode: 'auto',
      fan: 'auto',
      fanAuto: 'variable',
      ecoLock: true,
      settings: { AcUnitBrand: 22 },
    }),
    { at: winter },
  ),
  create('one brand', withUnit({ mode: 'cool', fan: 'auto', settings: { AcUnitBrand: 22 } })),
  create('resting', withUnit({ mode: 'cool', fan: 'high', setpoint: 30, returnAir: 'return air' }), {
    does: [...busy, { ZoneMinAir: { Index: 0, MinAir: 30 } }, { ZoneSetpoint: { Index: 0, Setpoint: 3000 } }],
  }),
  create(
    'resting in winter',
    withUnit({ mode: 'heat', fan: 'high', setpoint: 15, returnAir: 'return air' }),
    { at: winter },
  ),
  create('master', withUnit({ mode: 'cool', returnAir: 'master' }), { does: [{ SysOn: 1 }, ...closeAll] }),
  create('spilling', withUnit({ mode: 'cool' }), { does: [{ SysOn: 1 }, ...closeAll] }),
  create('spilling by area', withUnit({ mode: 'cool', settings: { CnstCtrlAreaEn: 1, CnstCtrlArea: 43 } }), {
    does: [{ SysOn: 1 }, ...closeAll, { ZoneMode: { Index: 0, Mode: 1 } }],
  }),
  create('off', withUnit({ mode: 'cool' }), { does: [{ SysOn: 0 }] }),
  create('evaporating by hand', evaporative({ mode: 'cool', fan: 'high' }, { DrCycPer: 60 }), {
    does: [{ SysOn: 1 }],
    span: 2 * hour,
  }),
  create('evaporating', evaporative({ mode: 'auto', fan: 'auto' }, { DrCycPer: 60, DeadTemp: 500 }), {
    span: 3 * hour,
  }),
  create(
    'evaporating hard',
    evaporative(
      { mode: 'cool', fan: 'auto', setpoint: 16, returnAir: 'return air' },
      { AutoFanMaxTime: 20, ResumeLast: 1 },
    ),
  ),
  create('exhausting', evaporative({ mode: 'exhaust' })),
  create('faulty', withUnit({ mode: 'cool' }), { operator: [{ name: 'UnitFault', body: 'E05' }] }),
  create('a morning in the garden', demo, {
    at: morning,
    does: [{ RetProgram: { Index: 0, StartTimes: [{ h: 6, m: 0 }], ...days } }],
  }),
  create('a week', withUnit({ mode: 'cool' }, 120), {
    does: everyFavourite,
    span: 8 * 24 * hour,
    samples: 8,
  }),
  create('a week of lamps', withLamps(lamps.ceiling, lamps.shelf, lamps.relay, 120), {
    does: lit,
    span: 8 * 24 * hour,
    samples: 16,
  }),
  create('an evening of lamps', withLamps(lamps.ceiling, lamps.dimmer, lamps.wallDimmer), {
    at: Date.parse('2026-01-14T17:30:00+11:00'),
    does: [
      { LiFx: { No: 0, Fx: 6 } },
      { LiFx: { No: 1, Fx: 8 } },
      { LiOn: { No: 0, On: 1 } },
      { SwConfig: { No: 0, LiNo: 255, OccSys: 1, OccNo: 1, ...buttons } },
      { LiOn: { No: 8, On: 1 } },
      { LiOccSt: { No: 8, D1: 10, A1: 30, D2: 20, A2: 10 } },
    ],
    operator: [{ name: 'People', body: 'away' }],
  }),
  create('doors and blinds', withLamps(lamps.door, lamps.blind, lamps.heater), {
    does: [{ LiOn: { No: 0, On: 1 } }, { CbldDrive: { No: 1, Mode: 0 } }, { LiOn: { No: 8, On: 1 } }],
    at: winter,
  }),
  create('after a power cut', withLamps(lamps.ceiling, lamps.shelf, lamps.dimmer), {
    does: lit,
    operator: [{ name: 'LightingPower', body: 0 }],
  }),
];

const toOverride =
  (body: OverrideBody<'UnitPanel'>): StateChange =>
  (simulator, state) =>
    simulator.applyOverride(state, { name: 'UnitPanel', body });

const toOperation =
  (body: Record<string, unknown>): StateChange =>
  (simulator, state) =>
    simulator.apply(state, toCommand(body));

/** Commands and overrides whose result may depend on a setting. */
const probes = [
  { SysOn: 0 },
  { SysMode: 2 },
  { SysMode: 6 },
  { SysFan: 1 },
  { SysSetpoint: 3000 },
  { iSave: 1 },
  { ZoneMode: { Index: 0, Mode: 4 } },
  { ZoneSetpoint: { Index: 0, Setpoint: 1500 } },
  { ZoneSetpoint: { Index: 0, Setpoint: 3000 } },
  { ZoneMaxAir: { Index: 0, MaxAir: 10 } },
  { ZoneMinAir: { Index: 0, MinAir: 95 } },
  { SysFan: 4 },
  { ZoneName: { Index: 0, Name: 'Other' } },
  { FavouriteSet: 1 },
  { FavouriteSet: 2 },
  { SplitSystemZoneOn: { Index: 0, On: 1 } },
  { SplitSystemZoneFan: { Index: 0, Fan: 6 } },
  { SplitSystemScheduleEnable: { Index: 0, En: 1 } },
  { VrfSystemZoneOn: { Index: 1, On: 1 } },
  { VrfSystemZoneMode: { Index: 2, Mode: 2 } },
  { VrfSystemZoneSwing: { Index: 1, Swing: 3 } },
  { RetTestMode: 1 },
  { RetRunProgram: { No: 1, Run: 1 } },
  { RetStnMode: { No: 0, Mode: 1 } },
].map(toOperation);

probes.push(
  ...[
    { LiAllOn: { On: 1 } },
    { LiAllOff: { Off: 1 } },
    { LiOn: { No: 0, On: 1 } },
    { LiOn: { No: 1, On: 0 } },
    { LiBright: { No: 0, Bright: 5 } },
    { LiBright: { No: 1, Bright: 5 } },
    { LiBright: { No: 8, Bright: 5 } },
    { LiMusic: { RgbOn: 1, Temp: 10, Bright: 20, R: 1, G: 2, B: 3 } },
    { LiHoliday: { Hol: 0 } },
    { LiFavAct: { No: 0 } },
    { LiFavSet: { No: 8, Ap: '110000001' } },
    { LiLoc: { No: 0, x: 1, y: 1 } },
  ].map(toOperation),
  (simulator, state) => simulator.applyOverride(state, { name: 'LightingPower', body: 1 }),
);
for (const Button of [1, 2, 3])
  for (const Switch of [0, 1])
    probes.push((simulator, state) =>
      simulator.applyOverride(state, { name: 'SwitchPress', body: { Switch, Button } }),
    );
for (const body of [0, 1])
  probes.push((simulator, state) => simulator.applyOverride(state, { name: 'SplitsOn', body }));

probes.push((simulator, state) => simulator.applyOverride(state, { name: 'UnitPowerCut', body: 1 }));
// A new fault moves the earlier ones to later entries of the history.
probes.push((simulator, state) => simulator.applyOverride(state, { name: 'UnitFault', body: 'E07' }));
probes.push(...[{ On: 0 }, { Mode: 3 }, { Fan: 1 }, { Setpoint: 2950 }].map(toOverride));

/** Fields that have an effect in only a few scenarios, with the scenario to try first. */
const shownIn: readonly (readonly [fields: RegExp, scenario: string])[] = [
  [/^lamp\.(Days|Al|[AD][12]$)/, 'a week of lamps'],
  [/Days|Stop[HM]$/, 'a week'],
  [/\.Quiet$/, 'one brand'],
  [/StartTimes/, 'a morning in the garden'],
  [/^wallSwitch\.But/, 'an evening of lamps'],
  [/\.Reed$/, 'doors and blinds'],
  [/\.LiPwrOn$/, 'after a power cut'],
  [/^faults\./, 'faulty'],
  [/\.GasHeat\.Type$|\.EcoMax$/, 'auto'],
  [/\.GasHeat\./, 'heating'],
  [/\.AutoOff$/, 'master'],
  [/\.Scrooge$/, 'resting'],
  [/Area$/, 'spilling by area'],
  [/\.Rh/, 'ventilating by humidity'],
  [/\.Vocs/, 'ventilating by compounds'],
  [/\.Eco2/, 'ventilating by CO2'],
  [/\.CycleFanOff$/, 'ventilating good air'],
  [/\.ExhMax$/, 'exhausting'],
  [/\.AutoFanMaxTime$/, 'evaporating hard'],
  [/\.Evap\.(FanSpeed|UnitSetpoint|PumpRunH$|DrCyc)/, 'evaporating by hand'],
  [/\.Evap\./, 'evaporating'],
];

/** True for indexes, names and texts, which only distinguish components. */
const isIdentity = ({ path, field }: (typeof leaves)[number]): boolean =>
  ['Index', 'X', 'Fav'].includes(String(path.at(-1))) || ['name', 'text'].includes(factsOf(field).kind);

const records = leaves.filter(({ field }) => factsOf(field).inert !== undefined);
/** Every tenth field, or all of them in the full run. */
const others = leaves
  .filter((leaf) => factsOf(leaf.field).inert === undefined && !isIdentity(leaf))
  .filter((_, n) => n % times({ usual: 10, full: 1 }) === 0);

suite('the influence of datagram fields', () => {
  for (const scenario of scenarios)
    test(`a field that is defined as inert changes nothing else (${scenario.name})`, () => {
      const { state } = scenario;
      const expected = Array.from(outputsOf(scenario, state, records, probes), ({ output }) => output);
      const changed = outputsOf(scenario, withOthers(state, records), records, probes);
      if (Array.from(changed, ({ output }) => output).every((output, n) => output === expected[n])) return;
      assert.deepEqual(records.filter((leaf) => matters(leaf, scenario, probes)).map(toText), []);
    });

  test('a field that is not inert has a visible effect', () => {
    // The scenario that shows the effect of one field of a component often shows that of the next one too, so it is
    // tried first.
    const ordered = new Map<string, Scenario[]>();
    const hasEffect = (leaf: (typeof leaves)[number]) => {
      const [, first] = shownIn.find(([fields]) => fields.test(toText(leaf))) ?? [];
      const known = scenarios.find(({ name }) => name === first);
      assert.equal(known?.name, first);
      if (known !== undefined && matters(leaf, known, probes)) return true;
      const order = ordered.get(leaf.kind) ?? [...scenarios];
      const at = order.findIndex((scenario) => scenario !== known && matters(leaf, scenario, probes));
      if (at >= 0) order.unshift(...order.splice(at, 1));
      ordered.set(leaf.kind, order);
      return at >= 0;
    };
    assert.deepEqual(others.filter((leaf) => !hasEffect(leaf)).map(toText), []);
  });
});

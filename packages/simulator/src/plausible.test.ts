import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import { isFullRun } from '@plenum/testbed/full-run';
import { readShippedHouse } from './house-file/shipped.ts';
import type { Loads, State } from './model/state.ts';
import type { WeatherOverride } from './physics/index.ts';
import type { Simulator } from './simulator.ts';
import { createSimulator } from './simulator.ts';

const minute = 60_000;
const hour = 60 * minute;
const { cool, heat } = enumerations.sysMode.values;

const createDemo = (step: number): Simulator => {
  const house = readShippedHouse('demo');
  assert.ok(house.ok, house.ok ? '' : toSentence(house.refusal));
  return createSimulator({ ...house.value, step });
};

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

const inSydney = { timeZone: 'Australia/Sydney', hour: 'numeric', hourCycle: 'h23' } as const;
const hours = new Intl.DateTimeFormat('en', inSydney);

/** Returns the hour of the day in the house. */
const hourIn = (at: number): number => Number(hours.format(at));

/** Yields every number in a state with its path. */
function* numbersIn(value: unknown, path = ''): Generator<readonly [string, number]> {
  if (typeof value === 'number') yield [path, value];
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) yield* numbersIn(member, `${path}.${key}`);
}

/** The simulated days of the year, as first day and number of days: eight of each month, and all in the full run. */
const spans = isFullRun
  ? [{ start: Date.UTC(2026, 0, 5), days: 365 }]
  : Array.from({ length: 12 }, (_, month) => ({ start: Date.UTC(2026, month, 5), days: 8 }));
const allDays = spans.reduce((total, { days }) => total + days, 0);

describe('the demo house', () => {
  it('the demo house has a plausible year, with habitable rooms and Sydney’s usual costs', () => {
    const simulator = createDemo(120);
    const rooms = { coldest: Number.POSITIVE_INFINITY, hottest: Number.NEGATIVE_INFINITY };
    const kWh: Loads = { unit: 0, fan: 0, splits: 0, vrf: 0, pump: 0, appliances: 0, lights: 0, hotWater: 0 };
    /** Consumption of everything except air conditioning and the garden, in W, by hour of the day. */
    const household = Array.from({ length: 24 }, (): number[] => []);
    /** The year contains each simulated hour this many times. */
    const yearly = 365 / allDays;
    for (const { start, days } of spans) {
      let state = simulator.initial(start);
      for (let n = 0; n < days * 24; n++) {
        state = simulator.advance(state, state.at + hour);
        const alwaysOn = state.datagrams.powerStatus[0]!.Dev[0]!.Ch[2]!.Pwr;
        household[hourIn(state.at)]!.push(state.plant.loads.appliances + state.plant.loads.lights + alwaysOn);
        const { climate, loads } = state.plant;
        for (const air of climate.air) {
          rooms.coldest = Math.min(rooms.coldest, air);
          rooms.hottest = Math.max(rooms.hottest, air);
        }
        for (const key of Object.keys(kWh) as (keyof Loads)[]) kWh[key] += (loads[key] * yearly) / 1000;
      }
      for (const [path, value] of numbersIn(state))
        assert.ok(Number.isFinite(value) && !Object.is(value, -0), `${path} ${value}`);
      assert.ok(state.datagrams.station.every(({ LastRun }) => LastRun >= 0 && LastRun <= 7));
    }
    assert.ok(rooms.coldest > 5 && rooms.hottest < 45, JSON.stringify(rooms));
    const air = kWh.unit + kWh.fan + kWh.splits + kWh.vrf;
    assert.ok(air > 2_000 && air < 12_000, `${Math.round(air)} kWh for the air`);
    assert.ok(
      kWh.fan > 0.01 * kWh.unit && kWh.fan < 0.2 * kWh.unit,
      `${Math.round(kWh.fan)} kWh for the fan`,
    );
    assert.ok(kWh.pump > 100 && kWh.pump < 3_000, `${Math.round(kWh.pump)} kWh for the garden`);
    const family = (sum(household.flat()) * yearly) / 1_000;
    assert.ok(family > 4_000 && family < 6_000, `${Math.round(family)} kWh for the family`);
    for (const night of [1, 2, 3, 4]) {
      const [least, most] = [Math.min(...household[night]!), Math.max(...household[night]!)];
      assert.ok(least > 80 && most < 200, `${least} to ${most} W at ${night} o'clock`);
    }
    assert.ok(kWh.lights > 100 && kWh.lights < 500, `${Math.round(kWh.lights)} kWh for light`);
    const evening = sum(household[18]!) / household[18]!.length;
    assert.ok(evening > 1_000 && evening < 4_000, `${evening} W while people cook`);
    const all = sum(Object.values(kWh));
    assert.ok(all > 8_000 && all < 35_000, `${Math.round(all)} kWh`);
  });

  /** Runs a day with all equipment on. Returns the mean air temperature of each room and the total energy used. */
  const liveDay = (step: number, start: number, mode: number) => {
    const simulator = createDemo(step);
    let state: State = simulator.initial(start);
    for (const command of [
      { name: 'SysOn', body: 1 },
      { name: 'SysMode', body: mode },
      { name: 'SplitSystemZoneOn', body: { Index: 0, On: 1 } },
      { name: 'VrfSystemZoneOn', body: { Index: 1, On: 1 } },
    ] as const) {
      const done = simulator.apply(state, command);
      assert.ok(done.ok, command.name);
      state = done.value;
    }
    const means = state.plant.climate.air.map(() => 0);
    let energy = 0;
    for (let n = 0; n < 24 * 60; n++) {
      state = simulator.advance(state, state.at + minute);
      for (const [room, air] of state.plant.climate.air.entries()) means[room]! += air / (24 * 60);
      energy += sum(Object.values(state.plant.loads));
    }
    return { means, energy };
  };

  for (const [season, start, mode] of [
    ['summer', Date.parse('2026-01-14T00:00:00+11:00'), cool],
    ['winter', Date.parse('2026-07-15T00:00:00+10:00'), heat],
  ] as const)
    it(`half the step length gives the same ${season} day within 0.15 °C and 1 % of its energy`, () => {
      // A step of a minute may start a compressor once more or less, which is 1 kWh; the house has steps of 30 s.
      const [whole, half] = [liveDay(30, start, mode), liveDay(15, start, mode)];
      for (const [room, mean] of whole.means.entries())
        assert.ok(Math.abs(mean - half.means[room]!) < 0.15, `room ${room}: ${mean} ${half.means[room]}`);
      assert.ok(Math.abs(whole.energy / half.energy - 1) < 0.01, `${whole.energy} ${half.energy}`);
      assert.notDeepEqual(whole.means, half.means, 'different step sizes give different runs');
    });
});

/** Returns the mean K by which each zone in auto lacks its setpoint in the second of two days of one weather. */
const findLacks = (name: 'demo' | 'large', mode: number, weather: WeatherOverride) => {
  const house = readShippedHouse(name);
  assert.ok(house.ok);
  const simulator = createSimulator({ ...house.value, step: 60 });
  const heats = mode === heat;
  let state = simulator.initial(Date.UTC(2026, heats ? 6 : 0, 10, 14));
  state = { ...state, plant: { ...state.plant, knobs: { ...state.plant.knobs, weather } } };
  const { schedule, zone } = state.datagrams;
  const Setpoint = heats ? 2100 : 2400;
  for (const command of [
    { name: 'SysOn', body: 1 },
    { name: 'SysMode', body: mode },
    ...schedule.map(({ Index }) => ({ name: 'SchedEnable', body: { Index, Enabled: 0 } }) as const),
    ...zone.flatMap(({ Index, ZoneType }) =>
      ZoneType === enumerations.zoneType.values.auto
        ? ([
            { name: 'ZoneMode', body: { Index, Mode: enumerations.zoneMode.values.auto } },
            { name: 'ZoneSetpoint', body: { Index, Setpoint } },
          ] as const)
        : [],
    ),
  ] as const) {
    const done = simulator.apply(state, command);
    if (done.ok) state = done.value;
  }
  state = simulator.advance(state, state.at + 24 * hour);
  const lacks = new Map<string, number>();
  for (let n = 0; n < 24 * 60; n++) {
    state = simulator.advance(state, state.at + minute);
    for (const { Name, Mode, Temp, Setpoint: wanted } of state.datagrams.zone)
      if (Mode === enumerations.zoneMode.values.auto)
        lacks.set(Name, (lacks.get(Name) ?? 0) + ((heats ? 1 : -1) * (wanted - Temp)) / 100 / (24 * 60));
  }
  return lacks;
};

for (const [name, mode, temperature, count, expected] of [
  ['demo', heat, 6, 5, []],
  ['demo', cool, 32, 5, []],
  ['large', heat, 6, 10, []],
  // In its busy hours the machines of the gym give more heat than its duct takes away.
  ['large', cool, 32, 10, ['Gym']],
] as const)
  it(`the zones of the ${name} house settle at their setpoints at ${temperature} °C outdoors`, () => {
    const lacks = findLacks(name, mode, { temperature, wind: 3, cloud: 1 });
    assert.equal(lacks.size, count);
    const lacking = [...lacks].filter(([, lack]) => lack > 0.3);
    assert.deepEqual(
      lacking.map(([zone]) => zone),
      expected,
    );
  });

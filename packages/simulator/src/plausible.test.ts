import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import { isFullRun } from '@plenum/testbed/full-run';
import { readShippedHouse } from './house-file/shipped.ts';
import type { Loads, State } from './model/state.ts';
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
      const [whole, half] = [liveDay(60, start, mode), liveDay(30, start, mode)];
      for (const [room, mean] of whole.means.entries())
        assert.ok(Math.abs(mean - half.means[room]!) < 0.15, `room ${room}: ${mean} ${half.means[room]}`);
      assert.ok(Math.abs(whole.energy / half.energy - 1) < 0.01, `${whole.energy} ${half.energy}`);
      assert.notDeepEqual(whole.means, half.means, 'different step sizes give different runs');
    });
});

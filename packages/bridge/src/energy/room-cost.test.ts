import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Tariff } from '@plenum/insight/energy';
import { createSimulator, readShippedHouse } from '@plenum/simulator';
import { createMemoryRows } from '../history/memory-rows.ts';
import { retention } from '../history/retention.ts';
import { openSampleRecord } from '../history/sample-record.ts';
import { createReader } from '../history/series.ts';
import { toEnergyReport } from './report.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const timeZone = 'Australia/Sydney';
const tariff: Tariff = {
  currency: 'AUD',
  prices: [
    { from: '00:00', price: 0.25 },
    { from: '15:00', price: 0.5 },
    { from: '21:00', price: 0.25 },
  ],
  feedIn: 0.05,
};

/** Returns the price at a time, read from the clock on the wall. */
const priceAt = (at: number): number => {
  const hour = Number(
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at),
  );
  return hour >= 15 && hour < 21 ? 0.5 : 0.25;
};

/**
 * Simulates a house for a week. Returns the report of the bridge, and for each zone the cost by the heat that the
 * simulator moved into or out of its room with the air of the unit, as it leaves the unit.
 */
const simulateWeek = (from: number) => {
  const file = readShippedHouse('demo');
  assert.ok(file.ok);
  const simulator = createSimulator(file.value);
  const settings = { read: () => undefined, write: () => {} };
  const record = openSampleRecord(createMemoryRows(settings), from - minute, retention);
  const read = createReader();
  let state = simulator.initial(from - 2 * day);
  state = simulator.advance(state, from);
  const zones = state.datagrams.zone.map(({ Index }) => Index);
  const truth = new Map(zones.map((index) => [index, 0]));
  let lost = 0;
  for (let at = from; at < from + 7 * day; at += minute) {
    state = simulator.advance(state, at);
    const readings = read(state.datagrams);
    record.add(at, readings);
    if ((at - from) % (5 * minute) !== 0) continue;
    const watts = (series: string) => readings.find((one) => one.name === series)?.value ?? 0;
    const unit = watts('power.1.0.W') + watts('power.1.1.W');
    const share = watts('house.used.W') === 0 ? 0 : watts('house.import.W') / watts('house.used.W');
    const cost = (unit * share * priceAt(at) * 5) / 60 / 1_000;
    const heat = zones.map((index) =>
      Math.abs(simulator.explain(state, { kind: 'zone', index }).heat?.sources.supply ?? 0),
    );
    const whole = heat.reduce((sum, one) => sum + one, 0);
    if (whole === 0) lost += cost;
    else
      for (const [place, index] of zones.entries())
        truth.set(index, truth.get(index)! + (cost * heat[place]!) / whole);
  }
  record.add(from + 7 * day, read(state.datagrams));
  const report = toEnergyReport(
    { by: 'week', timeZone, from, to: from + 7 * day },
    { ...record, datagrams: state.datagrams, tariff, now: from + 7 * day },
  );
  return { report, truth, lost };
};

/** Returns the largest error of a room above 5 % of the whole, in percent of the whole and of its own cost. */
const errorsOf = (from: number) => {
  const { report, truth, lost } = simulateWeek(from);
  const rooms = report.rooms!;
  const whole = [...truth.values()].reduce((sum, cost) => sum + cost, lost);
  const found = rooms.zones
    .map(({ index, cost }) => ({ shown: cost[0]!, expected: truth.get(index)! }))
    .filter(({ expected }) => expected > 0.05 * whole);
  const most = (of: (room: (typeof found)[number]) => number) =>
    Math.max(...found.map((room) => (100 * Math.abs(room.shown - room.expected)) / of(room)));
  const sum = [...rooms.zones, rooms.rest].reduce((all, { cost }) => all + cost[0]!, 0);
  return {
    rooms: found.length,
    ofWhole: most(() => whole),
    ofRoom: most(({ expected }) => expected),
    ofSum: (100 * Math.abs(sum - whole)) / whole,
    ofRest: (100 * Math.abs(rooms.rest.cost[0]! - lost)) / whole,
  };
};

describe('computes each room’s cost close to the heat that the simulator gave the room', () => {
  for (const [season, from] of [
    ['summer', Date.parse('2026-01-12T00:00+11:00')],
    ['winter', Date.parse('2026-07-13T00:00+10:00')],
  ] as const)
    it(`is as exact in a week of ${season} as the guide states, and far within 10 % of the whole`, () => {
      const { rooms, ofWhole, ofRoom, ofSum, ofRest } = errorsOf(from);
      assert.ok(rooms >= 4, `${rooms} rooms`);
      // The heat is read every five minutes, the power every minute.
      assert.ok(ofSum < 3 && ofRest < 1, `the sum ${ofSum}, the rest ${ofRest}`);
      assert.ok(ofWhole < 10, `${ofWhole}`);
      const guide = readFileSync(new URL('../../../../docs/energy.md', import.meta.url), 'utf8');
      assert.match(
        guide,
        new RegExp(`\\| ${season} \\| ${ofWhole.toFixed(1)} % \\| ${ofRoom.toFixed(1)} % \\|`),
      );
    });
});

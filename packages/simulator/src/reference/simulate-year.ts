import { advanceState } from '../advance.ts';
import { createState } from '../create-state.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { createHouseModel } from '../model/house-model.ts';
import type { State } from '../model/state.ts';
import { createHeatFlows, type HeatFlows } from '../physics/index.ts';
import type { Quantity } from './bands.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A year of 365 days. */
const YEAR = 2025;
/** Largest change in K between two repetitions of the first day that ends the warm-up, and most repetitions. */
const SETTLED = 0.01;
const MOST_DAYS = 100;

/**
 * The result of a year: the quantities of the bands of the first room, and the sums of energy of the whole house in J:
 * all flows with their signs, their amounts, and the change of what is stored.
 */
export type Year = {
  readonly quantities: { readonly [quantity in Quantity]: number };
  readonly balance: { readonly net: number; readonly amount: number; readonly stored: number };
};

/** Returns the largest difference in K between the constructions of two states. */
const differ = (one: State, other: State): number =>
  one.plant.climate.nodes.reduce(
    (most, value, node) => Math.max(most, Math.abs(value - other.plant.climate.nodes[node]!)),
    0,
  );

/** Sources of heat of the rooms that cross the boundary of the house; constructions do so on their outside. */
const crossing = [
  'sun',
  'people',
  'equipment',
  'infiltration',
  'supply',
  'ducts',
  'roomUnits',
  'ideal',
] as const;

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Adds up the heat that crosses the boundary of a house in each step. */
const createBalance = () => {
  const balance = { net: 0, amount: 0 };
  const add = (joules: number): void => {
    balance.net += joules;
    balance.amount += Math.abs(joules);
  };
  return {
    balance,
    addStep(flows: HeatFlows): void {
      for (const source of crossing) add(sumOf(flows[source]));
      const { outside, sky, sun, ground } = flows.shell;
      for (const joules of [outside, sky, sun, ground]) add(joules);
    },
  };
};

/** Collects means of an hour of the first room. */
const createMeter = (stepMs: number) => {
  const seen = {
    heating: 0,
    cooling: 0,
    peakHeating: 0,
    peakCooling: 0,
    lowest: Number.POSITIVE_INFINITY,
    highest: Number.NEGATIVE_INFINITY,
    mean: 0,
  };
  let [heat, cool, air, hours] = [0, 0, 0, 0];
  return {
    seen,
    addStep({ at, plant }: State, flows: HeatFlows): void {
      const joules = flows.ideal[0]!;
      if (joules > 0) heat += joules;
      else cool -= joules;
      air += plant.climate.air[0]! * (stepMs / HOUR);
      if (at % HOUR !== 0) return;
      hours += 1;
      seen.heating += heat / 3.6e9;
      seen.cooling += cool / 3.6e9;
      seen.peakHeating = Math.max(seen.peakHeating, heat / 3.6e6);
      seen.peakCooling = Math.max(seen.peakCooling, cool / 3.6e6);
      seen.lowest = Math.min(seen.lowest, air);
      seen.highest = Math.max(seen.highest, air);
      seen.mean += (air - seen.mean) / hours;
      heat = 0;
      cool = 0;
      air = 0;
    },
  };
};

/**
 * Simulates a year of a house from the first hour of its first day, in its local time, which must not have daylight
 * saving. Before, its first day is repeated until its constructions no longer change.
 */
export function simulateYear(house: HouseFile, weatherFile?: string): Year {
  const model = createHouseModel(house, weatherFile);
  const { calendar, thermal, stepMs } = model;
  const midnight = Date.UTC(YEAR, 0, 1);
  const { day, minute } = calendar.civil(midnight);
  const start = 2 * midnight - day * DAY - minute * 60_000;
  let state = createState(model, start);
  for (let round = 0; round < MOST_DAYS; round++) {
    const next = { ...advanceState(model, state, start + DAY), at: start };
    const change = differ(state, next);
    state = next;
    if (change < SETTLED) break;
  }
  const flows = createHeatFlows(thermal.size);
  const meter = createMeter(stepMs);
  const { balance, addStep } = createBalance();
  const before = thermal.storedIn(thermal.toWork(state.plant.climate));
  while (state.at < start + 365 * DAY) {
    state = advanceState(model, state, state.at + stepMs, flows);
    meter.addStep(state, flows);
    addStep(flows);
  }
  const stored = thermal.storedIn(thermal.toWork(state.plant.climate)) - before;
  return { quantities: meter.seen, balance: { ...balance, stored } };
}

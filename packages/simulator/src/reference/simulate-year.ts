import { advanceState } from '../advance.ts';
import { createState } from '../create-state.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { createHouseModel, type HouseModel } from '../model/house-model.ts';
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

/** The result of a year: the quantities of the bands of the first room, and the balances of the whole house in J and kg. */
export type Year = {
  readonly quantities: { readonly [quantity in Quantity]: number };
  readonly balance: Balance;
  readonly vapour: Balance;
};

/** Returns the largest difference in K between the constructions of two states. */
const differ = (one: State, other: State): number =>
  one.plant.climate.nodes.reduce(
    (most, value, node) => Math.max(most, Math.abs(value - other.plant.climate.nodes[node]!)),
    0,
  );

/** The sum of flows with their signs, of their amounts, and the change of what is stored. */
export type Balance = { readonly net: number; readonly amount: number; readonly stored: number };

/** Sources of heat and of vapour that cross the boundary of the house, of its rooms and of its ducted unit. */
const heatSources = ['sun', 'people', 'equipment', 'infiltration', 'roomUnits', 'ideal'] as const;
const unitHeat = ['coil', 'fan', 'roofSpace', 'outside'] as const;
const shellHeat = ['outside', 'sky', 'sun', 'ground'] as const;
const vapourSources = ['people', 'infiltration', 'roomUnits', 'condensed'] as const;
const unitVapour = ['coilVapour', 'roofSpaceVapour', 'outsideVapour'] as const;

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

const createSum = () => {
  const whole = { net: 0, amount: 0 };
  return {
    whole,
    add(flow: number): void {
      whole.net += flow;
      whole.amount += Math.abs(flow);
    },
  };
};

/** Adds up the heat in J and the vapour in kg that cross the boundary of a house in each step. */
export function createBalance(model: HouseModel, first: State) {
  const { thermal } = model;
  const heat = createSum();
  const vapour = createSum();
  const storedBy = ({ plant: { climate, unit } }: State) => {
    const work = thermal.toWork(climate);
    return {
      heat: thermal.storedIn(work) + (unit?.returnHeat ?? 0),
      vapour: thermal.vapourIn(work) + (unit?.returnVapour ?? 0),
    };
  };
  const before = storedBy(first);
  return {
    addStep({ shell, unit, vapour: wet, ...rooms }: HeatFlows): void {
      for (const source of heatSources) heat.add(sumOf(rooms[source]));
      for (const source of unitHeat) heat.add(unit[source]);
      for (const source of shellHeat) heat.add(shell[source]);
      for (const source of vapourSources) vapour.add(sumOf(wet[source]));
      for (const source of unitVapour) vapour.add(unit[source]);
    },
    finish(last: State): { readonly heat: Balance; readonly vapour: Balance } {
      const after = storedBy(last);
      return {
        heat: { ...heat.whole, stored: after.heat - before.heat },
        vapour: { ...vapour.whole, stored: after.vapour - before.vapour },
      };
    },
  };
}

/** Returns what of a balance is missing, as a share of the amounts that moved. */
export const missingOf = ({ net, amount, stored }: Balance): number =>
  amount === 0 ? 0 : (net - stored) / amount;

/** Simulates some days of a house and adds up its heat and vapour. */
export function balanceOf(
  house: HouseFile,
  {
    start,
    days,
    weatherFile,
  }: { readonly start: number; readonly days: number; readonly weatherFile?: string },
) {
  const model = createHouseModel(house, weatherFile);
  let state = createState(model, start);
  const flows = createHeatFlows(model.thermal.size);
  const balance = createBalance(model, state);
  const until = state.at + days * DAY;
  while (state.at < until) {
    state = advanceState(model, state, state.at + model.stepMs, flows);
    balance.addStep(flows);
  }
  return balance.finish(state);
}

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
  const { addStep, finish } = createBalance(model, state);
  while (state.at < start + 365 * DAY) {
    state = advanceState(model, state, state.at + stepMs, flows);
    meter.addStep(state, flows);
    addStep(flows);
  }
  const { heat, vapour } = finish(state);
  return { quantities: meter.seen, balance: heat, vapour };
}

import { saturationRatio, toHumidityRatio } from '../psychrometrics.ts';
import type { ClimateState, ClimateWork, InitialClimate } from '../types.ts';

/** Size of a state: rooms, and nodes of their constructions. */
type Size = { readonly rooms: number; readonly nodes: number };

/**
 * Creates the state of a house, the same in every room. `elapsed` are the s since the constructions last advanced, during
 * which the air was as it is now.
 */
export function createClimateState(
  { rooms, nodes }: Size,
  { temperature = 21, relativeHumidity = 50, co2 = 500 }: InitialClimate = {},
  { elapsed, pressure }: { readonly elapsed: number; readonly pressure: number },
): ClimateState {
  const most = saturationRatio(temperature, pressure);
  const humidity = Math.min(toHumidityRatio(temperature, relativeHumidity, pressure), most);
  const column = (value: number, length = rooms): number[] => Array.from({ length }, () => value);
  return {
    air: column(temperature),
    humidity: column(humidity),
    co2: column(co2),
    nodes: column(temperature, nodes),
    warmth: column(temperature * elapsed),
    beam: column(0),
    diffuse: column(0),
    glow: column(0),
    settled: column(temperature),
    elapsed,
  };
}

/** The columns that change in every step. */
const airColumns = ['air', 'humidity', 'co2', 'warmth', 'beam', 'diffuse', 'glow'] as const;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns a state of another size. The last rooms and their nodes are removed, or new ones added, which are as the mean of
 * the others and have collected nothing but the warmth of their air.
 */
export function resizeState(state: ClimateState, { rooms, nodes }: Size): ClimateState {
  const fit = (column: readonly number[], length: number, added = meanOf(column)): number[] =>
    Array.from({ length }, (_, place) => column[place] ?? added);
  const air = meanOf(state.air);
  return {
    air: fit(state.air, rooms),
    humidity: fit(state.humidity, rooms),
    co2: fit(state.co2, rooms),
    nodes: fit(state.nodes, nodes, air),
    warmth: fit(state.warmth, rooms, air * state.elapsed),
    beam: fit(state.beam, rooms, 0),
    diffuse: fit(state.diffuse, rooms, 0),
    glow: fit(state.glow, rooms, 0),
    settled: fit(state.settled, rooms, air),
    elapsed: state.elapsed,
  };
}

/** Creates a working copy of a state, without what is derived from it. */
export const toColumns = (state: ClimateState): Omit<ClimateWork, 'inside'> => ({
  air: Float64Array.from(state.air),
  humidity: Float64Array.from(state.humidity),
  co2: Float64Array.from(state.co2),
  nodes: Float64Array.from(state.nodes),
  warmth: Float64Array.from(state.warmth),
  beam: Float64Array.from(state.beam),
  diffuse: Float64Array.from(state.diffuse),
  glow: Float64Array.from(state.glow),
  settled: Float64Array.from(state.settled),
  elapsed: Float64Array.of(state.elapsed),
  shell: state,
});

/**
 * Overwrites the columns of a working copy with a state of the same size. Returns true if the constructions differ from
 * those that it had.
 */
export function copyColumns(state: ClimateState, into: ClimateWork): boolean {
  for (const name of airColumns) into[name].set(state[name]);
  into.elapsed[0] = state.elapsed;
  if (into.shell?.nodes === state.nodes && into.shell.settled === state.settled) return false;
  into.nodes.set(state.nodes);
  into.settled.set(state.settled);
  into.shell = state;
  return true;
}

/** Copies in a loop into an array of the final length, which is many times as fast as `Array.from` and takes less memory. */
const toPlain = (column: Float64Array): number[] => {
  const values = new Array<number>(column.length);
  for (let place = 0; place < column.length; place++) values[place] = column[place]!;
  return values;
};

/**
 * Returns a working copy as plain data that survives JSON bit for bit. It shares the constructions with the state that
 * had them first, because most of a state are their nodes, and they change once in several steps.
 */
export function toState(work: ClimateWork): ClimateState {
  const { nodes, settled } = work.shell ?? { nodes: toPlain(work.nodes), settled: toPlain(work.settled) };
  const state = {
    air: toPlain(work.air),
    humidity: toPlain(work.humidity),
    co2: toPlain(work.co2),
    nodes,
    warmth: toPlain(work.warmth),
    beam: toPlain(work.beam),
    diffuse: toPlain(work.diffuse),
    glow: toPlain(work.glow),
    settled,
    elapsed: work.elapsed[0]!,
  };
  work.shell = state;
  return state;
}

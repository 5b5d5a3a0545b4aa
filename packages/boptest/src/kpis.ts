import { tableOf } from '@plenum/protocol/field';
import { climatePower, roomId } from './measurements.ts';
import type { Run } from './run.ts';
import { type PriceName, priceNames } from './score-settings.ts';
import type { TestCase } from './test-case.ts';

/** A moment of a test, as the KPIs need it. Arrays of rooms are in the order of `TestCase.rooms`. */
interface Sample {
  readonly time: number;
  /** K and ppm beyond the limits. */
  readonly discomfort: readonly number[];
  readonly stuffiness: readonly number[];
  readonly watts: number;
  readonly prices: Readonly<Record<PriceName, number>>;
  readonly emissions: number;
  /** Position 0..1 of each damper. */
  readonly dampers: readonly number[];
}

/** The running sums of a test: plain data, so that a snapshot can copy them. */
export interface Sums {
  last: Sample | undefined;
  /** K·s and ppm·s by room. */
  readonly discomfort: number[];
  readonly stuffiness: number[];
  /** J, currency × J and kg × J. */
  energy: number;
  readonly cost: Record<PriceName, number>;
  emissions: number;
  /** Full strokes of each damper. */
  readonly travel: number[];
  /** The quarter of an hour in progress: its number, and sum and count of its samples; and the highest mean in W. */
  readonly quarter: { number: number; sum: number; count: number };
  peak: number;
  /** Sum and number of the shares of a step that the controller needed to answer. */
  readonly thinking: { sum: number; count: number };
}

/** Creates the sums of a test that begins. */
export const createSums = ({ rooms, inputs }: TestCase): Sums => ({
  last: undefined,
  discomfort: rooms.map(() => 0),
  stuffiness: rooms.map(() => 0),
  energy: 0,
  cost: { constant: 0, dynamic: 0, highly_dynamic: 0 },
  emissions: 0,
  travel: inputs.filter(({ name }) => name.endsWith('_oveDam_u')).map(() => 0),
  quarter: { number: 0, sum: 0, count: 0 },
  peak: 0,
  thinking: { sum: 0, count: 0 },
});

const toSample = (
  { rooms, limits, price, emissions }: TestCase,
  { time, house }: Pick<Run, 'time' | 'house'>,
): Sample => {
  const { climate, zones } = house.state.plant;
  const { lower, upper, co2 } = limits(time);
  return {
    time,
    discomfort: rooms.map((room, place) => {
      const celsius = climate.air[room]!;
      return Math.max(0, lower[place]! - celsius) + Math.max(0, celsius - upper[place]!);
    }),
    stuffiness: rooms.map((room) => Math.max(0, climate.co2[room]! - co2)),
    watts: climatePower(house),
    prices: tableOf(priceNames, (name) => price(name, time)),
    emissions,
    dampers: zones.map(({ position }) => position / 100),
  };
};

const QUARTER = 900;

/** Adds the samples of a quarter of an hour to its mean. Quarters begin at multiples of 900 s. */
const addToQuarter = (sums: Sums, { time, watts }: Sample): void => {
  const { quarter } = sums;
  const number = Math.floor(time / QUARTER);
  if (quarter.number !== number) Object.assign(quarter, { number, sum: 0, count: 0 });
  quarter.sum += watts;
  quarter.count++;
};

/** Adds a moment of a test to its sums, by the trapezoidal rule. */
export function addSample(testCase: TestCase, sums: Sums, run: Pick<Run, 'time' | 'house'>): void {
  const sample = toSample(testCase, run);
  const { last } = sums;
  const before = sums.quarter.count === 0 ? 0 : sums.quarter.sum / sums.quarter.count;
  if (Math.floor(sample.time / QUARTER) !== sums.quarter.number) sums.peak = Math.max(sums.peak, before);
  addToQuarter(sums, sample);
  sums.last = sample;
  if (last === undefined) return;
  const half = (sample.time - last.time) / 2;
  for (const [place, kelvin] of sample.discomfort.entries()) {
    sums.discomfort[place]! += (last.discomfort[place]! + kelvin) * half;
    sums.stuffiness[place]! += (last.stuffiness[place]! + sample.stuffiness[place]!) * half;
  }
  sums.energy += (last.watts + sample.watts) * half;
  for (const name of priceNames)
    sums.cost[name] += (last.prices[name] * last.watts + sample.prices[name] * sample.watts) * half;
  sums.emissions += (last.emissions * last.watts + sample.emissions * sample.watts) * half;
  for (const [zone, position] of sample.dampers.entries())
    sums.travel[zone]! += Math.abs(position - last.dampers[zone]!);
}

/** kWh of a joule, as BOPTEST rounds it. */
const KWH = 2.777_78e-7;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]) => (values.length === 0 ? null : sumOf(values) / values.length);

/** The nine KPIs of BOPTEST, in its order. A house has neither gas nor district heating. */
const coreKpis = (
  { area }: TestCase,
  sums: Sums,
  price: PriceName,
): Readonly<Record<string, number | null>> => {
  const { quarter, thinking } = sums;
  const current = quarter.count === 0 ? 0 : quarter.sum / quarter.count;
  return {
    tdis_tot: meanOf(sums.discomfort)! / 3_600,
    idis_tot: meanOf(sums.stuffiness)! / 3_600,
    ener_tot: (sums.energy * KWH) / area,
    cost_tot: (sums.cost[price] * KWH) / area,
    emis_tot: (sums.emissions * KWH) / area,
    pele_tot: Math.max(sums.peak, current) / area / 1_000,
    pgas_tot: null,
    pdih_tot: null,
    time_rat: thinking.count === 0 ? null : thinking.sum / thinking.count,
  };
};

/**
 * The KPIs that Plenum adds: travel of the dampers in full strokes a damper, and of each damper; discomfort in K·h and
 * carbon dioxide in ppm·h of each room.
 */
const ownKpis = ({ rooms }: TestCase, sums: Sums): Readonly<Record<string, number | null>> => ({
  atvl_tot: meanOf(sums.travel),
  ...Object.fromEntries(sums.travel.map((strokes, zone) => [`atvl_zon${zone}`, strokes])),
  ...Object.fromEntries(
    rooms.map((room, place) => [`tdis_${roomId(room)}`, sums.discomfort[place]! / 3_600]),
  ),
  ...Object.fromEntries(
    rooms.map((room, place) => [`idis_${roomId(room)}`, sums.stuffiness[place]! / 3_600]),
  ),
});

/** Returns the KPIs of a test: the nine of BOPTEST, and the others by name. */
export function toKpis(
  testCase: TestCase,
  sums: Sums,
  price: PriceName,
): {
  readonly core: Readonly<Record<string, number | null>>;
  readonly own: Readonly<Record<string, number | null>>;
} {
  return { core: coreKpis(testCase, sums, price), own: ownKpis(testCase, sums) };
}

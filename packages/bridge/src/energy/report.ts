import {
  type EnergyAnswer,
  type EnergyBar,
  type EnergyChannel,
  type EnergyPeriod,
  type EnergyRooms,
  powerChannels,
  type Tariff,
  unitChannels,
} from '@plenum/insight/energy';
import type { Datagrams } from '@plenum/protocol/component';
import type { Totals } from '../history/counters.ts';
import { energyBetween } from '../history/view.ts';
import { type Period, type Priced, periodsOf, pricedParts, stepBack } from './periods.ts';

/** Range of an energy report, and the periods it is divided into. */
export interface EnergyRequest extends Period {
  readonly by: EnergyPeriod;
  readonly timeZone: string;
}

interface ReportDeps {
  readonly countersAt: (at: number) => Totals;
  /** Returns the time at which the record of energy begins; undefined if there is none. */
  readonly firstAt: () => number | undefined;
  readonly datagrams: Datagrams;
  readonly tariff: Tariff | undefined;
  /** Current time of the house: later data is not recorded yet. */
  readonly now: number;
}

/** Maximum number of bars in a response. */
export const maxBars = 800;

const flow = (name: 'used' | 'solar' | 'import' | 'export' | 'surplus') => `house.${name}.Wh`;

/** Rounds to thousandths of a Wh, precise enough to add up many bars. */
const rounded = (energy: number | null): number | null =>
  energy === null ? null : Math.round(energy * 1_000) / 1_000;

/** Returns the cost of a period from `parts` with one price each; null if no part of it is known. */
const toCost = ({ from, to }: Period, parts: readonly Priced[], { countersAt, tariff }: ReportDeps) => {
  let cost: number | null = null;
  for (const part of parts) {
    if (part.to <= from || part.from >= to) continue;
    const before = countersAt(Math.max(from, part.from));
    const after = countersAt(Math.min(to, part.to));
    const bought = energyBetween(before, after, flow('import'));
    const sold = energyBetween(before, after, flow('export'));
    if (bought === null && sold === null) continue;
    cost = (cost ?? 0) + ((bought ?? 0) * part.price - (sold ?? 0) * (tariff?.feedIn ?? 0)) / 1_000;
  }
  return cost === null ? null : roundCost(cost);
};

/** Splits the recorded part of a range into parts with one price each; empty without a tariff. */
const partsOf = (range: Period, deps: ReportDeps, timeZone: string): Priced[] => {
  const { tariff, firstAt, now } = deps;
  if (tariff === undefined) return [];
  const recorded = { from: Math.max(range.from, firstAt() ?? range.to), to: Math.min(range.to, now) };
  return pricedParts(recorded, tariff, timeZone);
};

/**
 * Returns a function that finds the parts that overlap a period. Parts are sorted, and calls must pass periods in
 * order.
 */
const createPartsReader = (parts: readonly Priced[]) => {
  let first = 0;
  return ({ from, to }: Period): readonly Priced[] => {
    while (first < parts.length && parts[first]!.to <= from) first++;
    let end = first;
    while (end < parts.length && parts[end]!.from < to) end++;
    return parts.slice(first, end);
  };
};

/** Caches the counters by time. */
const remember = (countersAt: ReportDeps['countersAt']): ReportDeps['countersAt'] => {
  const known = new Map<number, Totals>();
  return (at) => {
    const found = known.get(at) ?? countersAt(at);
    known.set(at, found);
    return found;
  };
};

/** Rounds to millionths of a unit, to remove the errors of floating-point sums. */
const roundCost = (cost: number): number => Math.round(cost * 1e6) / 1e6;

const sumOfCosts = (bars: readonly EnergyBar[]): number | null => {
  const known = bars.flatMap(({ cost }) => cost ?? []);
  return known.length === 0 ? null : roundCost(known.reduce((sum, cost) => sum + cost, 0));
};

const toBar = (period: Period, deps: ReportDeps, costOf: (past: Period) => number | null): EnergyBar => {
  const past = { from: Math.min(period.from, deps.now), to: Math.min(period.to, deps.now) };
  const [before, after] = [deps.countersAt(past.from), deps.countersAt(past.to)];
  const energy = (name: Parameters<typeof flow>[0]) => rounded(energyBetween(before, after, flow(name)));
  const secondsAt = (totals: Totals) => totals.get(flow('used'))?.seconds ?? 0;
  return {
    ...period,
    known: Math.round(secondsAt(after) - secondsAt(before)),
    used: energy('used'),
    solar: energy('solar'),
    import: energy('import'),
    export: energy('export'),
    surplus: energy('surplus'),
    cost: costOf(past),
  };
};

/** Returns the cost of a series in a period from `parts` with one price each; null if no part of it is known. */
const toSeriesCost = (
  series: string,
  { from, to }: Period,
  { parts, countersAt }: { parts: readonly Priced[]; countersAt: ReportDeps['countersAt'] },
): number | null => {
  let cost: number | null = null;
  for (const part of parts) {
    if (part.to <= from || part.from >= to) continue;
    const before = countersAt(Math.max(from, part.from));
    const after = countersAt(Math.min(to, part.to));
    // Without a generator, everything comes from the grid and there is no second counter.
    const bought = `${series}.bought.Wh`;
    const energy = energyBetween(before, after, after.has(bought) ? bought : `${series}.Wh`);
    if (energy !== null) cost = (cost ?? 0) + (energy * part.price) / 1_000;
  }
  return cost === null ? null : roundCost(cost);
};

type SeriesEnergy = Pick<EnergyChannel, 'energy' | 'cost'>;

/** Returns the rest of a series without others, bar by bar; null where it is unknown. */
const restOf = (whole: SeriesEnergy, parts: readonly SeriesEnergy[]): SeriesEnergy => {
  const without = (of: 'energy' | 'cost', round: (value: number) => number) =>
    whole[of].map((value, place) =>
      value === null
        ? null
        : round(
            Math.max(
              0,
              parts.reduce((rest, part) => rest - (part[of][place] ?? 0), value),
            ),
          ),
    );
  return { energy: without('energy', (value) => rounded(value)!), cost: without('cost', roundCost) };
};

/** Divides the energy of the ducted unit among its zones; null if it has no channel. */
const toRooms = (
  { zone }: Datagrams,
  channels: readonly { readonly name: string }[],
  energyOf: (series: string) => SeriesEnergy,
): EnergyRooms | null => {
  if (channels.length === 0 || zone.length === 0) return null;
  const zones = zone.map(({ Index: index, Name: name }) => ({ index, name, ...energyOf(`zone.${index}`) }));
  return { channels: channels.map(({ name }) => name), zones, rest: restOf(energyOf('unit'), zones) };
};

/** Adds up the energy of a range, and of the range that it is compared with, by periods of local time. */
export function toEnergyReport({ by, timeZone, ...range }: EnergyRequest, given: ReportDeps): EnergyAnswer {
  const deps = { ...given, countersAt: remember(given.countersAt) };
  const periods = periodsOf(range, by, timeZone, maxBars);
  const [first, last] = [periods[0]!.from, periods.at(-1)!.to];
  const end = Math.min(last, Math.max(first, deps.now));
  const back = stepBack({ from: first, to: last }, by, timeZone, periods.length);
  const before = { from: back(first), to: back(end) };
  const {
    power: [config],
    powerStatus: [status],
  } = deps.datagrams;
  const past = periods.map(({ from, to }) => ({
    from: Math.min(from, deps.now),
    to: Math.min(to, deps.now),
  }));
  const partsIn = createPartsReader(partsOf({ from: first, to: last }, deps, timeZone));
  const parts = past.map(partsIn);
  const { countersAt } = deps;
  const energyOf = (series: string): SeriesEnergy => ({
    energy: past.map(({ from, to }) =>
      rounded(energyBetween(countersAt(from), countersAt(to), `${series}.Wh`)),
    ),
    cost: past.map((period, place) => toSeriesCost(series, period, { parts: parts[place]!, countersAt })),
  });
  const partsBefore = partsOf(before, deps, timeZone);
  const beforeOf = (series: string) => ({
    energy: rounded(energyBetween(countersAt(before.from), countersAt(before.to), `${series}.Wh`)),
    cost: toSeriesCost(series, before, { parts: partsBefore, countersAt }),
  });
  const all = config === undefined ? [] : powerChannels(config, status);
  const channels = all.map(({ device, channel, name, isGenerator, isTotal }) => {
    const series = `power.${device}.${channel}`;
    const { energy, cost } = energyOf(series);
    const earlierOne = beforeOf(series);
    return {
      series,
      name,
      isGenerator,
      isTotal,
      energy,
      cost: isGenerator ? cost.map(() => null) : cost,
      before: isGenerator ? { ...earlierOne, cost: null } : earlierOne,
    };
  });
  const bars = periods.map((period, place) => toBar(period, deps, (of) => toCost(of, parts[place]!, deps)));
  return {
    by,
    timeZone,
    bars,
    total: toBar({ from: first, to: end }, deps, () => sumOfCosts(bars)),
    before: toBar(before, deps, (of) => toCost(of, partsBefore, deps)),
    channels,
    rooms: toRooms(deps.datagrams, unitChannels(all), energyOf),
    tariff: deps.tariff ?? null,
  };
}

import type { Datagrams } from '@plenum/protocol/component';
import {
  type EnergyAnswer,
  type EnergyBar,
  type EnergyPeriod,
  powerChannels,
  type Tariff,
} from '@plenum/protocol/energy';
import type { Totals } from '../history/counters.ts';
import { energyBetween } from '../history/view.ts';
import { type Period, periodsOf, pricedParts, stepBack } from './periods.ts';

/** What is added up, and by what. */
export interface EnergyRequest extends Period {
  readonly by: EnergyPeriod;
  readonly timeZone: string;
}

export interface ReportDeps {
  readonly countersAt: (at: number) => Totals;
  readonly derivedTo: () => number | undefined;
  readonly datagrams: Datagrams;
  readonly tariff: Tariff | undefined;
  /** The present of the house: nothing is known after it. */
  readonly now: number;
}

/** The most bars of an answer. */
export const maxBars = 800;

const flow = (name: 'used' | 'solar' | 'import' | 'export') => `house.${name}.Wh`;

/** Thousandths of a Wh: sums of many bars stay exact. */
const rounded = (energy: number | null): number | null =>
  energy === null ? null : Math.round(energy * 1_000) / 1_000;

const toCost = (period: Period, { countersAt, tariff }: ReportDeps, timeZone: string): number | null => {
  if (tariff === undefined) return null;
  let cost: number | null = null;
  for (const { price, ...part } of pricedParts(period, tariff, timeZone)) {
    const [before, after] = [countersAt(part.from), countersAt(part.to)];
    const bought = energyBetween(before, after, flow('import'));
    const sold = energyBetween(before, after, flow('export'));
    if (bought === null && sold === null) continue;
    cost = (cost ?? 0) + ((bought ?? 0) * price - (sold ?? 0) * (tariff.feedIn ?? 0)) / 1_000;
  }
  return cost === null ? null : Math.round(cost * 1e6) / 1e6;
};

const toBar = (period: Period, deps: ReportDeps, timeZone: string): EnergyBar => {
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
    cost: toCost(past, deps, timeZone),
  };
};

/** Adds up the energy of a range by periods of local time, and of the same time before it. */
export const toEnergyReport = ({ by, timeZone, ...range }: EnergyRequest, deps: ReportDeps): EnergyAnswer => {
  const periods = periodsOf(range, by, timeZone, maxBars);
  const [first, last] = [periods[0]!.from, periods.at(-1)!.to];
  const end = Math.min(last, Math.max(first, deps.now));
  const back = stepBack({ from: first, to: last }, by, timeZone, periods.length);
  const before = { from: back(first), to: back(end) };
  const {
    power: [config],
    powerStatus: [status],
  } = deps.datagrams;
  const edges = [...periods.map(({ from }) => from), last].map((at) =>
    deps.countersAt(Math.min(at, deps.now)),
  );
  const channels = (config === undefined ? [] : powerChannels(config, status)).map(
    ({ device, channel, name, isGenerator, isTotal }) => {
      const series = `power.${device}.${channel}`;
      const energy = periods.map((_, place) =>
        rounded(energyBetween(edges[place]!, edges[place + 1]!, `${series}.Wh`)),
      );
      return { series, name, isGenerator, isTotal, energy };
    },
  );
  return {
    by,
    timeZone,
    bars: periods.map((period) => toBar(period, deps, timeZone)),
    total: toBar({ from: first, to: end }, deps, timeZone),
    before: toBar(before, deps, timeZone),
    channels,
    tariff: deps.tariff ?? null,
    derivedTo: deps.derivedTo() ?? null,
  };
};

import { degreeDayBases, type EnergyAnswer } from '@plenum/insight/energy';
import { isComparable } from './energy.ts';

/** A value of a period, and of the earlier one that it is compared with. */
interface Pair {
  readonly now: number;
  readonly before: number;
}

/** The change of a cost, and the figures that explain it. */
interface CostChange {
  readonly cost: Pair;
  /** Energy from the grid in Wh, and its average price per kWh. */
  readonly bought: Pair;
  readonly price: Pair;
  /** The channels whose cost changed most, the largest change first; energy in Wh. */
  readonly channels: readonly { readonly name: string; readonly cost: Pair; readonly energy: Pair }[];
}

/** Maximum number of channels. */
const maxChannels = 4;
/** Smallest change of a channel's cost, as a part of the whole change. */
const minPart = 0.05;

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, one) => all + (one ?? 0), 0);

/** Compares the cost of a period with that of the earlier one; undefined if either is not known completely. */
export function costChange(answer: EnergyAnswer): CostChange | undefined {
  const { total, before, channels, tariff } = answer;
  if (!isComparable(answer) || total.cost === null || before.cost === null) return undefined;
  const feedIn = tariff?.feedIn ?? 0;
  const priceOf = ({ cost, import: bought, export: sold }: typeof total) =>
    bought === null || bought <= 0
      ? undefined
      : ((cost ?? 0) + ((sold ?? 0) * feedIn) / 1_000) / (bought / 1_000);
  const [price, priceBefore] = [priceOf(total), priceOf(before)];
  if (price === undefined || priceBefore === undefined) return undefined;
  const difference = ({ cost }: { readonly cost: Pair }) => Math.abs(cost.now - cost.before);
  const least = minPart * Math.abs(total.cost - before.cost);
  return {
    cost: { now: total.cost, before: before.cost },
    bought: { now: total.import ?? 0, before: before.import ?? 0 },
    price: { now: price, before: priceBefore },
    channels: channels
      .filter(({ isTotal, isGenerator, name }) => !isTotal && !isGenerator && name !== '')
      .map((channel) => ({
        name: channel.name,
        cost: { now: sum(channel.cost), before: channel.before.cost ?? 0 },
        energy: { now: sum(channel.energy), before: channel.before.energy ?? 0 },
      }))
      .filter((channel) => difference(channel) > least)
      .sort((one, other) => difference(other) - difference(one))
      .slice(0, maxChannels),
  };
}

/** Returns heating and cooling degree-days of outdoor temperatures (wire scale) in steps of `step` ms; undefined if none is known. */
export function degreeDays(
  temperatures: readonly (number | null)[],
  step: number,
): { readonly heating: number; readonly cooling: number } | undefined {
  const known = temperatures.filter((one) => one !== null);
  if (known.length === 0) return undefined;
  const days = (excess: (temperature: number) => number) =>
    (known.reduce((all, one) => all + Math.max(0, excess(one / 100)), 0) * step) / 86_400_000;
  return {
    heating: days((temperature) => degreeDayBases.heating - temperature),
    cooling: days((temperature) => temperature - degreeDayBases.cooling),
  };
}

/** Returns the days of a state that is recorded as a percentage of each step of `step` ms. */
export const daysOf = (percentages: readonly (number | null)[], step: number): number =>
  (sum(percentages) * step) / 100 / 86_400_000;

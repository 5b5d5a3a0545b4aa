import { isMoreBetter, type RowDefinition, rowGroups, type Unit, type Wanted } from './definitions.ts';
import type { Row } from './row.ts';
import { relativeSpread, type Summary, summarize } from './statistics.ts';

/** The values of each side of a row, one for each alternation. */
export interface Samples {
  readonly name: string;
  readonly ours: readonly number[];
  readonly others: Readonly<Record<string, readonly number[]>>;
}

/** A measured row, as it is recorded. */
export interface Measured {
  readonly ours: Summary;
  readonly others: Readonly<Record<string, Summary>>;
  /** More is better: for a duration or a size, it is the limit by ours. */
  readonly ratio: Summary;
}

/** A quantity that differs by more than this share from one alternation to the next is not believed. */
const maxSpread = 0.2;

const definitions = new Map(
  Object.values(rowGroups)
    .flat()
    .map((row) => [row.name, row]),
);

export function definitionOf(name: string): RowDefinition {
  const definition = definitions.get(name);
  if (definition === undefined) throw new Error(`${name} is not in bench/definitions.ts`);
  return definition;
}

/** Summarizes the values of a row. */
export function toMeasured({ name, ours, others }: Samples): Measured {
  const { limit, unit } = definitionOf(name);
  const limits = others[limit];
  if (limits === undefined) throw new Error(`${name} was measured without ${limit}`);
  const ratios = ours.map((value, at) => (isMoreBetter(unit) ? value / limits[at]! : limits[at]! / value));
  return {
    ours: summarize(ours),
    others: Object.fromEntries(Object.entries(others).map(([side, values]) => [side, summarize(values)])),
    ratio: summarize(ratios),
  };
}

/** Returns true if the turns of a row differ too much to believe their median. */
export const isNoisy = (name: string, { ratio }: Measured): boolean =>
  relativeSpread(ratio) > (definitionOf(name).maxSpread ?? maxSpread);

export function meets(wanted: Wanted, unit: Unit, { ours, ratio }: Measured): boolean {
  if ('ratio' in wanted) return ratio.median >= wanted.ratio;
  return isMoreBetter(unit) ? ours.median >= wanted.figure : ours.median <= wanted.figure;
}

export function formatValue(value: number, unit: Unit): string {
  const digits =
    Math.abs(value) >= 100
      ? { maximumFractionDigits: 0 }
      : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
  const figure = value.toLocaleString('en', digits);
  return unit.endsWith('/s') ? `${figure}/s` : `${figure} ${unit}`;
}

const formatSpread = (summary: Summary): string => `±${(relativeSpread(summary) * 50).toFixed(0)} %`;

/** Returns a median with half its spread, as a share of it: `19,322/s ±2 %`. */
export const formatSummary = (summary: Summary, unit: Unit): string =>
  `${formatValue(summary.median, unit)} ${formatSpread(summary)}`;

export function formatWanted(wanted: Wanted, unit: Unit): string {
  if ('ratio' in wanted) return `≥ ${wanted.ratio.toFixed(2)}`;
  return `${isMoreBetter(unit) ? '≥' : '≤'} ${formatValue(wanted.figure, unit)}`;
}

/** Returns the line of a row in the table that is printed. */
export function toRow(name: string, measured: Measured): Row {
  const { unit, floor } = definitionOf(name);
  const noise = isNoisy(name, measured) ? ', too noisy to believe' : '';
  return {
    name,
    measured: formatSummary(measured.ours, unit) + noise,
    reference: Object.entries(measured.others)
      .map(([side, summary]) => `${side}: ${formatSummary(summary, unit)}`)
      .join('; '),
    ratio: measured.ratio.median,
    limit: floor === undefined ? '' : formatWanted(floor, unit),
    within: floor === undefined || meets(floor, unit, measured),
  };
}

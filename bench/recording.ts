import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { definitionOf, isNoisy, type Measured, meets } from './measured.ts';
import { relativeSpread, type Summary } from './statistics.ts';

/** A quantity at each size. */
export type Curve = readonly (readonly [size: number, value: Summary])[];

/** The rows and curves of a run, by their names. */
export interface Recording {
  readonly machine: Machine;
  readonly rows: Readonly<Record<string, Measured>>;
  readonly curves: Readonly<Record<string, Curve>>;
}

const file = join(import.meta.dirname, 'recorded.json');

export const readRecorded = (): Recording => JSON.parse(readFileSync(file, 'utf8')) as Recording;

export const writeRecorded = (recording: Recording): void =>
  writeFileSync(file, `${JSON.stringify(recording, null, 1)}\n`);

/**
 * The shape of a curve is believed even if its values differ more from one turn to the next than those of a row,
 * because its sizes differ by powers of ten.
 */
const maxCurveSpread = 0.6;

/** Returns true if the values of a size differ too much from one turn to the next to say how the quantity grows. */
const isNoisyCurve = (_: string, curve: Curve): boolean =>
  curve.some(([, value]) => relativeSpread(value) > maxCurveSpread);

const withoutNoisy = <Value>(
  values: Readonly<Record<string, Value>>,
  isNoisy: (name: string, value: Value) => boolean,
) => Object.fromEntries(Object.entries(values).filter(([name, value]) => !isNoisy(name, value)));

/** Replaces what a run measured, except what is too noisy; on another machine everything is replaced. */
export function mergeRecordings(before: Recording, { machine, rows, curves }: Recording): Recording {
  const isSame = (['cpu', 'cores', 'node'] as const).every((part) => before.machine[part] === machine[part]);
  return {
    machine,
    rows: { ...(isSame && before.rows), ...withoutNoisy(rows, isNoisy) },
    curves: { ...(isSame && before.curves), ...withoutNoisy(curves, isNoisyCurve) },
  };
}

/** A ratio may fall by this share of the recorded one, and by its spread. */
const allowedFall = 0.1;

const findFault = (name: string, measured: Measured, recorded: Measured | undefined): string | undefined => {
  const { floor, unit } = definitionOf(name);
  if (isNoisy(name, measured)) return 'is too noisy to believe';
  if (floor !== undefined && !meets(floor, unit, measured)) return 'is below its floor';
  if (recorded === undefined) return undefined;
  const spread = Math.max(recorded.ratio.spread, measured.ratio.spread);
  const least = recorded.ratio.median * (1 - allowedFall) - spread;
  return measured.ratio.median < least
    ? `fell from ${recorded.ratio.median} to ${measured.ratio.median} of its limit`
    : undefined;
};

/** Returns a sentence for each row that is worse than recorded, below its floor, or too noisy to believe. */
export const checkRecording = (measured: Recording, recorded: Recording): string[] =>
  Object.entries(measured.rows).flatMap(([name, row]) => {
    const fault = findFault(name, row, recorded.rows[name]);
    return fault === undefined ? [] : [`${name} ${fault}.`];
  });

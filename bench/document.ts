import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GrowthDefinition, growthCurves, type RowDefinition, rowGroups } from './definitions.ts';
import { writeGrowthPage } from './growth-page.ts';
import { toTable } from './markdown.ts';
import { formatSummary, formatValue, formatWanted, meets } from './measured.ts';
import type { Curve, Recording } from './recording.ts';
import { type Fit, fitGrowth } from './statistics.ts';

const headings = {
  local: 'The local network',
  cloud: 'The cloud',
  fleet: 'Changes of many bridges',
  connections: 'Connections of many bridges',
  house: 'The simulated house',
  start: 'Start and memory',
} as const satisfies Record<keyof typeof rowGroups, string>;

const toCells = (definition: RowDefinition, { rows }: Recording): string[] => {
  const { name, unit, limit, floor, goal, bound } = definition;
  const row = rows[name];
  const wanted = (value: typeof goal) => (value === undefined ? '' : formatWanted(value, unit));
  const reached = goal !== undefined && row !== undefined && meets(goal, unit, row) ? ' (reached)' : '';
  const tail = [wanted(floor), wanted(goal) + reached, bound];
  if (row === undefined) return [name, 'not measured', limit, '', '', ...tail];
  const peers = Object.entries(row.others).filter(([side]) => side !== limit);
  return [
    name,
    formatSummary(row.ours, unit),
    `${limit}: ${formatSummary(row.others[limit]!, unit)}`,
    row.ratio.median.toFixed(2),
    peers.map(([side, summary]) => `${side}: ${formatSummary(summary, unit)}`).join(', '),
    ...tail,
  ];
};

const columns = ['', 'ours', 'limit', 'of the limit', 'peers', 'floor', 'goal', 'bounded by'];

const width = 40;

/** Draws a bar for each size, relative to the largest value. */
const plot = ({ of, unit }: GrowthDefinition, curve: Curve): string[] => {
  const most = Math.max(...curve.map(([, { median }]) => median));
  const sizes = curve.map(([size]) => size.toLocaleString('en'));
  const margin = Math.max(of.length, ...sizes.map((size) => size.length));
  return [
    '```text',
    of.padStart(margin),
    ...curve.map(([, value], at) => {
      const bar = '█'.repeat(Math.max(1, Math.round((value.median / most) * width)));
      return `${sizes[at]!.padStart(margin)} ${bar} ${formatSummary(value, unit)}`;
    }),
    '```',
  ];
};

const describeFit = ({ of, unit }: GrowthDefinition, { shape, at0, each, power }: Fit): string => {
  if (shape === 'flat') return 'Flat.';
  if (shape === 'other') return `Neither flat nor linear: about the power ${power.toFixed(1)} of the ${of}.`;
  return `Linear: ${formatValue(at0, unit)} + ${formatValue(each, unit)} × ${of}.`;
};

const toCurve = (definition: GrowthDefinition, { curves }: Recording): string[] => {
  const { name, why } = definition;
  const curve = curves[name];
  const heading = `### ${name[0]!.toUpperCase()}${name.slice(1)}`;
  if (curve === undefined) return [heading, '', 'Not measured.', ''];
  const fit = fitGrowth(curve.map(([size, { median }]) => [size, median]));
  return [heading, '', ...plot(definition, curve), '', `${describeFit(definition, fit)} ${why}`, ''];
};

/** Returns the plots of all curves in a recording. */
export const toGrowth = (recording: Recording): string =>
  growthCurves
    .filter(({ name }) => name in recording.curves)
    .flatMap((definition) => toCurve(definition, recording))
    .join('\n');

/** Returns docs/performance.md for a recording. */
export function toDocument(recording: Recording): string {
  const { cpu, cores, node, kernel, commit, day } = recording.machine;
  return [
    '# Performance',
    '',
    '<!-- Written by `npm run bench -- --record` from bench/recorded.json. Do not edit. -->',
    '',
    `Measured on ${day} at commit ${commit}, on ${cores} cores of ${cpu}, with Node ${node} and Linux ${kernel}.`,
    '',
    'Each row is measured in turns with its limit, a program that does the least that the row needs, and with other',
    'programs that do the same job. A figure is the median of seven turns; after it is half the distance between the',
    'quartiles. "Of the limit" is the ratio in the same turn, and more is always better. No change may take a row below',
    'its floor. `npm run bench` measures your own machine, and `npm run bench -- --check` compares its ratios with these.',
    '',
    ...Object.entries(rowGroups).flatMap(([group, definitions]) => [
      `## ${headings[group as keyof typeof headings]}`,
      '',
      ...toTable([columns, ...definitions.map((definition) => toCells(definition, recording))]),
      '',
    ]),
    '## Growth',
    '',
    'A curve is flat if it stays within 20 % of a constant, and linear if it stays within 20 % of a line.',
    '',
    ...growthCurves.flatMap((definition) => toCurve(definition, recording)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** Writes the pages that a recording determines: docs/performance.md, and the figures in docs/growth.md. */
export function writeDocument(recording: Recording): void {
  writeFileSync(join(import.meta.dirname, '../docs/performance.md'), toDocument(recording));
  writeGrowthPage(recording);
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMoreBetter } from './definitions.ts';
import { toTable } from './markdown.ts';
import { definitionOf, formatValue } from './measured.ts';
import type { Recording } from './recording.ts';

/** Requests of a bridge each second, at the busiest time of the day: docs/growth.md explains them. */
const load = { changes: 0.1, queries: 0.02 };
/** Share of a processor that may be busy at that time. */
const utilization = 0.5;
/** The largest PostgreSQL server that the page counts on, in cores. */
const maxDatabaseCores = 32;
/** Bridges that one node should hold at most; it accepts 20,000 connections. */
const maxBridges = 15_000;
/** Resident memory of a node without bridges, in MB, with the freed pages that Node keeps after a peak. */
const nodeMemory = 350;

const sizes = [1_000, 10_000, 100_000, 1_000_000];
/** The largest number of bridges at which a cloud was measured. */
const measuredSize = 10_000;

const used = {
  stored: 'changes delivered, SQLite',
  database: 'changes delivered, PostgreSQL',
  query: 'cloud query with a token',
  memory: 'memory in use of a bridge',
  resident: 'resident memory of a bridge',
  heap: 'heap of a bridge',
  back: '10,000 bridges back after a kill',
} as const;

interface Figure {
  readonly value: number;
  readonly text: string;
}

/** Returns a recorded figure; if it is not recorded, the floor that no change may take it below. */
const figureOf = (name: string, { rows }: Recording): Figure | undefined => {
  const { unit, floor } = definitionOf(name);
  const row = rows[name];
  if (row !== undefined) return { value: row.ours.median, text: formatValue(row.ours.median, unit) };
  if (floor === undefined || !('figure' in floor)) return undefined;
  const word = isMoreBetter(unit) ? 'at least' : 'at most';
  return { value: floor.figure, text: `${word} ${formatValue(floor.figure, unit)}` };
};

const toGigabytes = (megabytes: number): string => `${Math.ceil(megabytes / 500) / 2} GB`;

interface Costs {
  /** Seconds of a processor of a node, for one bridge in one second. */
  readonly node: number;
  /** The same for PostgreSQL. */
  readonly database: number;
  /** Memory in use of a bridge, in MB. */
  readonly memory: number;
}

const toRow = (bridges: number, { node, database, memory }: Costs): readonly string[] => {
  const databaseCores = Math.max(2, Math.ceil((bridges * database) / utilization));
  const clusters = Math.ceil(databaseCores / maxDatabaseCores);
  const inCluster = bridges / clusters;
  const working = Math.max(1, Math.ceil((inCluster * node) / utilization), Math.ceil(inCluster / maxBridges));
  const count = (value: number) => value.toLocaleString('en');
  return [
    count(bridges),
    bridges > measuredSize ? 'extrapolated' : 'from measurements',
    `${count(bridges * load.changes)}/s`,
    count(clusters),
    `${count(working + 1)} with ${toGigabytes(nodeMemory + (inCluster / working) * memory)}`,
    `${count(Math.ceil(databaseCores / clusters))} cores`,
  ];
};

/** Returns the lines of the page that a recording determines. */
const toLines = (recording: Recording): readonly string[] => {
  const [stored, database, query, memory] = [used.stored, used.database, used.query, used.memory].map(
    (name) => figureOf(name, recording),
  );
  const figures = Object.values(used).map((name) => [
    name,
    figureOf(name, recording)?.text ?? 'not measured',
  ]);
  const costs: Costs = {
    node: load.changes / stored!.value + (query === undefined ? 0 : load.queries / query.value),
    // The two cores of the measurement also run a node and the load, so this is more than PostgreSQL needs.
    database: (2 * load.changes) / database!.value,
    memory: memory!.value / 1_000,
  };
  const { cores, cpu, day } = recording.machine;
  return [
    `On ${cores} cores of ${cpu}, ${day}:`,
    '',
    ...toTable([['measured', 'figure'], ...figures]),
    '',
    ...toTable([
      ['bridges', 'basis', 'changes', 'clusters', 'nodes in each', 'PostgreSQL of each'],
      ...sizes.map((size) => toRow(size, costs)),
    ]),
  ];
};

const [begin, end] = [
  '<!-- generated: figures (npm run bench -- --write-docs) -->',
  '<!-- end of generated -->',
];
const file = join(import.meta.dirname, '../docs/growth.md');

export const readGrowthPage = (): string => readFileSync(file, 'utf8');

/** Returns the page with the figures of a recording. */
export function toGrowthPage(page: string, recording: Recording): string {
  const [before, rest] = page.split(begin);
  const [, after] = rest!.split(end);
  return `${before}${begin}\n\n${toLines(recording).join('\n')}\n\n${end}${after}`;
}

export const writeGrowthPage = (recording: Recording): void =>
  writeFileSync(file, toGrowthPage(readGrowthPage(), recording));

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureSignInAttacks } from './cloud/measure-sign-in.ts';
import { toGrowth, writeDocument } from './document.ts';
import { measureGrowth } from './growth/growth.ts';
import { awaitQuiet, describeMachine } from './machine.ts';
import { type Measured, type Samples, toMeasured, toRow } from './measured.ts';
import {
  type Curve,
  checkRecording,
  mergeRecordings,
  type Recording,
  readRecorded,
  writeRecorded,
} from './recording.ts';
import { type Measurement, type Row, toTable } from './row.ts';
import { measureAttached } from './rows/attached.ts';
import { measureBridgeNeighbours } from './rows/bridge-neighbour.ts';
import { measureCloud } from './rows/cloud.ts';
import { measureConnections, measureFleet } from './rows/fleet.ts';
import { measureHouse } from './rows/house.ts';
import { measureLocal } from './rows/local.ts';
import { measureNeighbours } from './rows/neighbour.ts';
import { measurePages } from './rows/page.ts';
import { measureSandbox } from './rows/sandbox.ts';
import { measureStart } from './rows/start.ts';
import { measureStrangers } from './rows/stranger.ts';
import { measureTestClock } from './rows/test-clock.ts';
import { measureTestSteps } from './rows/test-steps.ts';

/**
 * Runs every measurement of speed, or those named on the command line, and prints a table. `--json FILE` also writes
 * it, `--check` compares it with the recorded one, and `--record` records it and writes docs/performance.md, which
 * `--write-docs` alone does from what is recorded.
 */
const speeds: Readonly<Record<string, () => Promise<readonly Samples[]>>> = {
  local: measureLocal,
  cloud: measureCloud,
  fleet: measureFleet,
  connections: measureConnections,
  house: measureHouse,
  start: measureStart,
};

/** Measurements that only have a limit, and are not recorded: pages and what a neighbour notices of an attack. */
const limits: Readonly<Record<string, Measurement>> = {
  attached: measureAttached,
  page: measurePages,
  neighbour: measureNeighbours,
  stranger: measureStrangers,
  'bridge-neighbour': measureBridgeNeighbours,
  'sign-in': measureSignInAttacks,
  clock: measureTestClock,
  sandbox: measureSandbox,
  'test-steps': measureTestSteps,
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    check: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    'write-docs': { type: 'boolean', default: false },
  },
});

const recordable = [...Object.keys(speeds), ...Object.keys(measureGrowth)];
const known = [...recordable, ...Object.keys(limits)];
const unknown = positionals.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no measurement ${unknown}. Use one of: ${known.join(', ')}.`);
  process.exit(2);
}
if (options['write-docs']) {
  writeDocument(readRecorded());
  process.exit(0);
}

const machine = describeMachine();
const before = readRecorded();
const rows: Record<string, Measured> = {};
const curves: Record<string, Curve> = {};
const lines: Row[] = [];
const recording: Recording = { machine, rows, curves };

const measure = async (name: string): Promise<void> => {
  for (const samples of (await speeds[name]?.()) ?? []) {
    rows[samples.name] = toMeasured(samples);
    lines.push(toRow(samples.name, rows[samples.name]!));
  }
  Object.assign(curves, await measureGrowth[name]?.());
  lines.push(...((await limits[name]?.()) ?? []));
};

let noise: string | undefined;
for (const name of positionals.length > 0 ? positionals : recordable) {
  const quiet = await awaitQuiet();
  noise = typeof quiet === 'string' ? quiet : undefined;
  if (noise !== undefined) break;
  console.error(`${name} …`);
  await measure(name);
  if (options.record) writeRecorded(mergeRecordings(readRecorded(), recording));
}
if (options.record) writeDocument(readRecorded());
console.log(toTable(lines));
if (Object.keys(curves).length > 0) console.log(toGrowth(recording));
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(recording, null, 1)}\n`);
const faults = options.check ? checkRecording(recording, before) : [];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 && lines.every(({ within }) => within) ? 0 : 1;
if (noise !== undefined) {
  console.error(`This machine is too noisy to measure on: ${noise}.`);
  process.exitCode = 3;
}

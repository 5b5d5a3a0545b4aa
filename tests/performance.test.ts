import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { growthCurves, rowGroups } from '../bench/definitions.ts';
import { toDocument } from '../bench/document.ts';
import { readGrowthPage, toGrowthPage } from '../bench/growth-page.ts';
import { findNoise } from '../bench/machine.ts';
import { isNoisy, toMeasured } from '../bench/measured.ts';
import { checkRecording, mergeRecordings, type Recording, readRecorded } from '../bench/recording.ts';
import { fitGrowth, summarize } from '../bench/statistics.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const definitions = Object.values(rowGroups).flat();

const machine = { cpu: 'a', cores: 2, node: '26', kernel: '6', commit: 'c', day: '2026-01-01' };
const measure = (name: string, ours: number[], limit: number[]): Recording => {
  const definition = definitions.find((row) => row.name === name)!;
  const others = { [definition.limit]: limit };
  return { machine, rows: { [name]: toMeasured({ name, ours, others }) }, curves: {} };
};
const query = (ours: number[]) => measure('local query', ours, [1_000, 1_000, 1_000]);
const refresh = (ours: number[]) => measure('token refresh, durable', ours, [1_000, 1_000, 1_000]);
const year = (seconds: number) => measure('a year of the largest house', [seconds], [1]);

describe('the recorded figures of performance', () => {
  it('docs/performance.md is what the recorded figures generate (npm run bench -- --write-docs)', () => {
    assert.equal(read('docs/performance.md'), toDocument(readRecorded()));
  });

  it('the figures in docs/growth.md are those that were recorded (npm run bench -- --write-docs)', () => {
    assert.equal(readGrowthPage(), toGrowthPage(readGrowthPage(), readRecorded()));
  });

  it('every recorded row and curve is defined, and every definition has its own name', () => {
    const { rows, curves } = readRecorded();
    const names = new Set(definitions.map(({ name }) => name));
    assert.equal(names.size, definitions.length);
    assert.deepEqual(
      Object.keys(rows).filter((name) => !names.has(name)),
      [],
    );
    const known = new Set(growthCurves.map(({ name }) => name));
    assert.equal(known.size, growthCurves.length);
    assert.deepEqual(
      Object.keys(curves).filter((name) => !known.has(name)),
      [],
    );
  });

  it('contain no path and no name of the machine', () => {
    const text = read('bench/recorded.json');
    assert.deepEqual(
      [hostname(), homedir(), root].filter((word) => text.includes(`"${word}`)),
      [],
    );
    assert.doesNotMatch(text, /"\/|:\/\//);
  });
});

describe('docs/performance.md', () => {
  const of = (name: string, sizes: readonly (readonly [number, number])[]) => ({
    machine,
    rows: refresh([900, 900, 900]).rows,
    curves: { [name]: sizes.map(([size, median]) => [size, { median, spread: 0 }] as const) },
  });

  it('shows a row next to its limit, its floor and its goal', () => {
    const lines = toDocument(of('x', [])).split('\n');
    const line = lines.find((one) => one.startsWith('| token refresh, durable |'))!;
    assert.match(line, /\| 900\/s ±0 % \| oidc-provider in memory: 1,000\/s ±0 % \| 0\.90 \|/);
    assert.match(line, /\| ≥ 0\.45 \| ≥ 0\.75 \(reached\) \|/);
    assert.match(lines.find((one) => one.startsWith('| v1 read |'))!, /not measured/);
  });

  it('plots a curve and says how it grows', () => {
    const linear = [
      [100, 20],
      [1_000, 200],
    ] as const;
    const text = toDocument(of('memory of a node by bridges', linear));
    assert.match(text, /bridges\n {4}100 █{4} 20\.0 MB ±0 %\n {2}1,000 █{40} 200 MB ±0 %\n/);
    assert.match(text, /Linear: \S+ MB \+ 0\.200 MB × bridges\./);
    const flat = toDocument(
      of(
        'cloud query by bridges',
        [...linear].map(([size]) => [size, 1]),
      ),
    );
    assert.match(flat, /\nFlat\. A query/);
  });
});

describe('docs/growth.md', () => {
  const recorded = (name: string, median: number) => measure(name, [median], [1]).rows;
  const rowOf = (recording: Recording, bridges: string) =>
    toGrowthPage(readGrowthPage(), recording)
      .split('\n')
      .find((line) => line.startsWith(`| ${bridges} | `));

  it('derives nodes and databases from what was measured, and marks what is extrapolated', () => {
    const rows = {
      ...recorded('changes delivered, SQLite', 4_000),
      ...recorded('changes delivered, PostgreSQL', 2_000),
      ...recorded('cloud query with a token', 10_000),
      ...recorded('memory in use of a bridge', 10),
    };
    const recording = { machine, rows, curves: {} };
    assert.equal(
      rowOf(recording, '10,000'),
      '| 10,000 | from measurements | 1,000/s | 1 | 2 with 0.5 GB | 2 cores |',
    );
    assert.equal(
      rowOf(recording, '1,000,000'),
      '| 1,000,000 | extrapolated | 100,000/s | 7 | 11 with 0.5 GB | 29 cores |',
    );
  });

  it('uses the floor of a figure that is not recorded, and says so', () => {
    const page = toGrowthPage(readGrowthPage(), { machine, rows: {}, curves: {} });
    assert.match(page, /^\| changes delivered, PostgreSQL \| at least 1,300\/s \|$/m);
    assert.match(page, /^\| memory in use of a bridge \| at most 7\.00 kB \|$/m);
    assert.match(page, /^\| cloud query with a token \| not measured \|$/m);
  });
});

describe('the check of a run against the recorded figures', () => {
  it('accepts a ratio that fell by 10 %, and refuses one that fell by more', () => {
    const recorded = query([900, 900, 900]);
    assert.deepEqual(checkRecording(query([811, 811, 811]), recorded), []);
    assert.deepEqual(checkRecording(query([809, 809, 809]), recorded), [
      'local query fell from 0.9 to 0.809 of its limit.',
    ]);
  });

  it('accepts a further fall by the spread of the ratio', () => {
    const recorded = query([860, 900, 940]);
    assert.deepEqual(checkRecording(query([771, 771, 771]), recorded), []);
    assert.equal(checkRecording(query([769, 769, 769]), recorded).length, 1);
  });

  it('refuses a row below its floor, whatever was recorded', () => {
    assert.deepEqual(checkRecording(refresh([450, 450, 450]), refresh([450, 450, 450])), []);
    assert.deepEqual(checkRecording(refresh([449, 449, 449]), refresh([449, 449, 449])), [
      'token refresh, durable is below its floor.',
    ]);
    assert.deepEqual(checkRecording(year(10), year(10)), []);
    assert.deepEqual(checkRecording(year(10.1), year(10.1)), [
      'a year of the largest house is below its floor.',
    ]);
  });

  it('refuses a row whose turns differ by more than a fifth, and does not record it', () => {
    const [quiet, noisy] = [query([900, 1_000, 1_099]), query([800, 1_000, 1_201])];
    assert.equal(isNoisy('local query', quiet.rows['local query']!), false);
    assert.deepEqual(checkRecording(noisy, quiet), ['local query is too noisy to believe.']);
    assert.deepEqual(mergeRecordings(quiet, noisy).rows, quiet.rows);
    assert.deepEqual(mergeRecordings(noisy, quiet).rows, quiet.rows);
  });

  it('takes less time as a higher ratio', () => {
    assert.equal(year(5).rows['a year of the largest house']!.ratio.median, 0.2);
  });

  it('replaces everything that was recorded on another machine', () => {
    const other = { ...year(5), machine: { ...machine, cpu: 'b' } };
    assert.deepEqual(Object.keys(mergeRecordings(query([900]), year(5)).rows).length, 2);
    assert.deepEqual(Object.keys(mergeRecordings(query([900]), other).rows).length, 1);
  });
});

describe('the statistics of the measurements', () => {
  it('a summary has the median and the distance between the quartiles', () => {
    assert.deepEqual(summarize([5, 1, 2, 3, 4]), { median: 3, spread: 2 });
    assert.deepEqual(summarize([1, 2]), { median: 1.5, spread: 0.5 });
  });

  it('calls growth flat within 20 % of a constant, linear of a line, else by its power', () => {
    const sizes = [1, 10, 100, 1_000];
    const fit = (grow: (size: number) => number) => fitGrowth(sizes.map((size) => [size, grow(size)]));
    assert.equal(fit((size) => (size === 1 ? 8.1 : 12)).shape, 'flat');
    assert.equal(fit((size) => (size === 1 ? 7.9 : 12)).shape, 'other');
    const line = fit((size) => 5 + 2 * size);
    assert.equal(line.shape, 'linear');
    assert.deepEqual([Math.round(line.at0), Math.round(line.each)], [5, 2]);
    assert.equal(fit((size) => 5 + (size === 100 ? 4 : 2) * size).shape, 'other');
    const square = fit((size) => size ** 2);
    assert.equal(square.shape, 'other');
    assert.equal(Math.round(square.power), 2);
    assert.equal(fit((size) => 1_000 - size / 2).shape, 'other');
  });

  it('calls a machine noisy if others use over 10 %, or one loop varies by over 5 %', () => {
    const calibration = (load: number, spread: number) => ({ load, loop: { median: 20, spread } });
    assert.equal(findNoise(calibration(0.1, 1)), undefined);
    assert.match(findNoise(calibration(0.11, 1))!, /^others use 11 %/);
    assert.match(findNoise(calibration(0, 1.1))!, /^the same loop takes/);
  });
});

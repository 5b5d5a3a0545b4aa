import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runHere, startHere } from '../../fixture/run-here.fixture.ts';

const write = (folder: string, name: string, steps: string): string => {
  const file = join(folder, name);
  writeFileSync(file, `name: A <test>\nhouse: flat\nstart: 2026-01-15T09:00\nsteps:\n${steps}`);
  return file;
};

const good = '  - command: { SplitSystemZoneOn: { Index: 0, On: 0 } }\n    expect: split 0 On is 0\n';
const bad = '  - at: 09:30\n    expect: split 0 On is 7\n';

describe('plenum scenario run', () => {
  it('prints what happens with its local time, and the number of met expectations', async () => {
    using folder = createDataFolder();
    const { code, out } = await runHere(['scenario', 'run', write(folder.path, 'good.yaml', good)]);
    assert.equal(
      out,
      [
        'A <test> (flat, Europe/Madrid)',
        '        2026-01-15 09:00:00  command SplitSystemZoneOn {"Index":0,"On":0}',
        'ok      2026-01-15 09:00:00  split 0 On is 0',
        '',
        '1 of 1 scenarios passed, 1 of 1 expectations met.',
        '',
      ].join('\n'),
    );
    assert.equal(code, 0);
  });

  it('runs every file, and exits with 1 if an expectation of one is not met', async () => {
    using folder = createDataFolder();
    const files = [write(folder.path, 'bad.yaml', bad), write(folder.path, 'good.yaml', good)];
    const { code, out, err } = await runHere(['scenario', 'run', ...files]);
    assert.match(out, /^FAILED {2}2026-01-15 09:30:00 {2}split 0 On is 7\n {8}It was 1\.$/m);
    assert.match(out, /^ok {6}2026-01-15 09:00:00/m);
    assert.equal(err, '1 of 2 scenarios passed, 1 of 2 expectations met.\n');
    assert.equal(code, 1);
  });

  it('writes the results as JUnit XML, with a suite for each scenario', async () => {
    using folder = createDataFolder();
    const files = [write(folder.path, 'bad.yaml', bad), write(folder.path, 'good.yaml', good)];
    const junit = join(folder.path, 'results.xml');
    await runHere(['scenario', 'run', ...files, '--junit', junit]);
    const xml = readFileSync(junit, 'utf8');
    assert.match(xml, /<testsuites tests="2" failures="1" errors="0" skipped="0" time="\d+\.\d{3}">/);
    assert.equal(xml.match(/<testsuite name="A &lt;test&gt;" tests="1"/g)?.length, 2);
    const place = (file: string, line: number) => `time="X" file="${file}" line="${line}"`;
    const cases = Array.from(xml.matchAll(/<testcase .*<\/testcase>/g), ([one]) =>
      one.replace(/time="\d+\.\d{3}"/, 'time="X"'),
    );
    assert.deepEqual(cases, [
      `<testcase classname="A &lt;test&gt;" name="split 0 On is 7" ${place(files[0]!, 5)}><failure message="It was 1.">It was 1.</failure></testcase>`,
      `<testcase classname="A &lt;test&gt;" name="split 0 On is 0" ${place(files[1]!, 5)}></testcase>`,
    ]);
  });

  it('reports every mistake of every file in one run, also as JUnit XML with file and line', async () => {
    using folder = createDataFolder();
    const wrong = write(folder.path, 'wrong.yaml', '  - at: noon\n  - expect: split 9 On is 1\n');
    const other = write(folder.path, 'other.yaml', '  - quirk: { bussy: 1 }\n');
    const junit = join(folder.path, 'results.xml');
    const { code, out, err } = await runHere([
      'scenario',
      'run',
      wrong,
      other,
      'summer-dya',
      '--junit',
      junit,
    ]);
    assert.deepEqual([code, out], [1, '']);
    const lines = err.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.replace(/: .*/, '').replace(folder.path, '')),
      [
        '/wrong.yaml:5:9',
        '/wrong.yaml:6:13',
        '/other.yaml:5:14',
        'There is no scenario "summer-dya"; there are blocked-garage-door, broken-sensor, busy-bridge, child-at-the-wall-switch, empty-house, lost-cloud, power-cut, stuck-damper, summer-day, winter-morning, or a file. Did you mean summer-day?',
      ],
    );
    const xml = readFileSync(junit, 'utf8');
    assert.match(xml, /<testsuites tests="4" failures="4"/);
    for (const [file, line] of [
      [wrong, 5],
      [wrong, 6],
      [other, 5],
      ['summer-dya', 1],
    ])
      assert.ok(xml.includes(`file="${file}" line="${line}"`), xml);
  });

  it('finds a path of --junit that it cannot write before it reads or runs anything', async () => {
    using folder = createDataFolder();
    const junit = join(folder.path, 'missing', 'results.xml');
    const { code, out, err } = await runHere(['scenario', 'run', 'winter', '--junit', junit]);
    assert.deepEqual([code, out, err], [1, '', `--junit: ${junit} cannot be written (ENOENT).\n`]);
  });

  it('leaves a JUnit file with a failure while scenarios run, in case the run is killed', async () => {
    using folder = createDataFolder();
    const files = [write(folder.path, 'good.yaml', good), write(folder.path, 'bad.yaml', bad)];
    const junit = join(folder.path, 'results.xml');
    await using running = startHere(['scenario', 'run', ...files, '--junit', junit]);
    await running.line(/^ok/m);
    const began = readFileSync(junit, 'utf8');
    assert.match(began, /<testsuites tests="2" failures="2"/);
    assert.ok(began.includes(`file="${files[0]}" line="1"><failure message="The run did not end.">`), began);
    await running.ended;
    assert.match(readFileSync(junit, 'utf8'), /<testsuites tests="2" failures="1"/);
  });

  it('refuses a file with a mistake before it runs another', async () => {
    using folder = createDataFolder();
    const wrong = write(folder.path, 'wrong.yaml', '  - at: noon\n');
    const { code, out, err } = await runHere([
      'scenario',
      'run',
      write(folder.path, 'good.yaml', good),
      wrong,
    ]);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.equal(err, `${wrong}:5:9: steps.0.at: "noon" is not a time of day such as 07:00.\n`);
    const unknown = await runHere(['scenario', 'run', 'summer-dya']);
    assert.match(unknown.err, /There is no scenario "summer-dya".+ Did you mean summer-day\?/);
    assert.equal((await runHere(['scenario', 'run'])).code, 2);
  });
});

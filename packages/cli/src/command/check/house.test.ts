import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runHere, startHere } from '../../fixture/run-here.fixture.ts';

const hut = (room: string, climate = ''): string =>
  `name: Hut\nplace: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }\n${climate}rooms:\n  - { name: Lounge, area: 24, ${room} }\n`;

const write = (folder: string, name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('plenum house check', () => {
  it('shows heat loss, time constant, glass and sun of each room of a shipped house', async () => {
    const { code, out } = await runHere(['house', 'check', 'flat']);
    const [whole, , head, living, , , passage] = out.split('\n');
    assert.equal(code, 0);
    assert.match(whole!, /^Carrer de Verdi: 4 rooms, 58 m², heat loss 82 W\/K, time constant 5 days\.$/);
    assert.match(
      head!,
      /^Room +Floor +Heat loss +of it to ground +Time constant +Glass to floor +Peak sun +at$/,
    );
    assert.match(living!, /^Living room +24 m² +40 W\/K +0 W\/K +93 h +21 % +1\.3 kW +\d+ \w+, \d\d:\d\d$/);
    assert.match(passage!, /^Passage +11 m² +1 W\/K +0 W\/K +\d+ days +0 %$/);
  });

  it('names values that houses do not have, their range and the members to check', async () => {
    using folder = createDataFolder();
    const file = write(
      folder.path,
      'hut.yaml',
      hut('roof: 240, height: 15, walls: [{ facing: N, area: 15, window: 5 }]'),
    );
    const { code, out } = await runHere(['house', 'check', file]);
    assert.equal(code, 0);
    assert.match(out, /^Lounge: the height is 15 m; houses have 2 to 6\. Check height\.$/m);
    assert.match(
      out,
      /^Lounge: the roof is 10 m² per m² of floor; houses have at most 1\.5\. Check area, roof\.$/m,
    );
  });

  it('prints the facts of every room as JSON, whose losses add up', async () => {
    const { out } = await runHere(['house', 'check', 'demo', '--json']);
    const { rooms, loss, unusual } = JSON.parse(out);
    assert.equal(rooms.length, 17);
    let whole = 0;
    for (const { loss: each } of rooms) {
      const { total, ...parts } = each as Record<string, number>;
      const sum = Object.values(parts).reduce((one, other) => one + other, 0);
      assert.ok(Math.abs(sum - total!) < 1e-9);
      whole += total!;
    }
    assert.ok(Math.abs(whole - loss.total) < 1e-9);
    assert.deepEqual(unusual, []);
  });

  it('refuses a file with a mistake by its line, and one that is too large', async () => {
    using folder = createDataFolder();
    const wrong = write(folder.path, 'wrong.yaml', hut('heigth: 3'));
    const refused = await runHere(['house', 'check', wrong]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /wrong\.yaml:4:\d+: .*heigth/);
    const large = write(folder.path, 'large.yaml', `# ${'x'.repeat(2_000_000)}\n${hut('height: 3')}`);
    const { code, err } = await runHere(['house', 'check', large]);
    assert.equal(code, 1);
    assert.equal(err, `${large} cannot be read: it has more than 2 MB, the most for such a file.\n`);
  });

  it('refuses a wrong weather file by its line', async () => {
    using folder = createDataFolder();
    write(folder.path, 'weather.csv', 'time,temperature\n2026-01-01T00:00Z,warm\n');
    const file = write(folder.path, 'hut.yaml', hut('height: 3', 'climate: { csv: weather.csv }\n'));
    for (const action of ['check', 'run']) {
      const { code, err } = await runHere(['house', action, file]);
      assert.equal(code, 1);
      assert.match(err, /^weather\.csv: Weather file, line 2: temperature is "warm"/);
    }
  });
});

describe('plenum house run', () => {
  it('draws temperatures and power of some days in the terminal', async () => {
    const { code, out } = await runHere(['house', 'run', 'flat', '--start', '2026-01-14', '--days', '2']);
    assert.equal(code, 0);
    const lines = out.trimEnd().split('\n');
    assert.equal(lines[0], 'Carrer de Verdi, Europe/Madrid');
    assert.match(lines[1]!, /^ +14 Jan +15 Jan$/);
    assert.match(lines[2]!, /^Outdoors +[▁▂▃▄▅▆▇█]{40,} +-?\d+\.\d to \d+\.\d °C$/);
    assert.match(lines[3]!, /^Living room +[▁▂▃▄▅▆▇█]{40,} +\d+\.\d to \d+\.\d °C$/);
    assert.match(lines.at(-2)!, /^Power +[▁▂▃▄▅▆▇█]{40,} +up to \d\.\d kW, \d+ kWh$/);
    assert.match(lines.at(-1)!, /^Temperatures: ▁ is \d+ °C, █ \d+ °C/);
  });

  it('writes a row every 15 minutes as CSV, in local time and the same each time', async () => {
    using folder = createDataFolder();
    const file = join(folder.path, 'flat.csv');
    const words = ['house', 'run', 'flat', '--start', '2026-03-29', '--days', '1', '--csv', file];
    const { code, out } = await runHere(words);
    assert.equal(code, 0);
    assert.equal(out, `${file} has 96 rows, one every 15 minutes.\n`);
    const text = readFileSync(file, 'utf8');
    const [head, first, ...rest] = text.trimEnd().split('\n');
    assert.equal(head, 'time,outdoors °C,Living room °C,Kitchen °C,Bedroom °C,Passage °C,power W');
    assert.match(first!, /^2026-03-29T00:15\+01:00,-?\d+\.\d\d(,\d+\.\d\d){4},\d+$/);
    // The clocks go forward on this day, which has 23 hours.
    assert.match(rest.at(-1)!, /^2026-03-30T01:00\+02:00,/);
    assert.equal(rest.length, 95);
    await runHere(words);
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  it('refuses days and dates that it does not simulate', async () => {
    for (const [option, value, expected] of [
      ['--days', '367', /--days: "367" is not a whole number from 1 to 366\./],
      ['--days', '0', /--days: "0" is not a whole number/],
      ['--start', '2026-02-30', /--start: "2026-02-30" is not a date/],
      ['--start', 'tomorrow', /--start: "tomorrow" is not a date/],
    ] as const) {
      const { code, err } = await runHere(['house', 'run', 'flat', option, value]);
      assert.equal(code, 2);
      assert.match(err, expected);
    }
  });

  it('ends early when it is stopped, without a file', async () => {
    using folder = createDataFolder();
    const file = join(folder.path, 'year.csv');
    const running = startHere(['house', 'run', 'flat', '--days', '366', '--csv', file]);
    const { code } = await running.stop();
    assert.equal(code, 1);
    assert.throws(() => readFileSync(file), { code: 'ENOENT' });
  });
});

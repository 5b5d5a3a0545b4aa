import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type ClimateCloud, startClimateCloud } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { plenumBin, runPlenum } from '@plenum/testbed/plenum';
import { runHere } from '../../fixture/run-here.fixture.ts';

const password = 'a quiet house by the sea';

describe('plenum audit', () => {
  const own = createDataFolder();
  const folder = own.path;
  let cloud: ClimateCloud;
  let accountId: string;

  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(cloud.publicUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json() as Promise<Record<string, string>>;
  };

  before(async () => {
    cloud = await startClimateCloud({ store: { dataDir: folder }, httpPort: 0, passwordCost: leastCost });
    accountId = (await post('/account/sign-up', { email: 'Anna@example.org', password })).accountId!;
    await post('/account/sign-up', { email: 'bela@example.org', password });
    await post('/account/sign-in', { email: 'anna@example.org', password: 'a loud house by the road' });
  });
  after(async () => {
    await cloud[Symbol.asyncDispose]();
    own[Symbol.dispose]();
  });

  const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;

  it('shows the audit log of a running cloud as a table, the oldest entry first', async () => {
    const { code, out, err } = await runHere(['audit', '--data', folder]);
    assert.deepEqual([code, err], [0, '']);
    const [head, ...rows] = out.trimEnd().split('\n');
    assert.match(head!, /^Time \(UTC\) +Act +Account +Address +About$/);
    const expected = [
      `^${time}  account-made     Anna@example.org  127\\.0\\.0\\.1$`,
      `^${time}  account-made     bela@example.org  127\\.0\\.0\\.1$`,
      `^${time}  sign-in-refused  Anna@example.org  127\\.0\\.0\\.1$`,
    ];
    assert.equal(rows.length, expected.length, out);
    for (const [at, line] of expected.entries()) assert.match(rows[at]!, new RegExp(line));
  });

  it('shows the audit log of one account, by its address in any spelling or by its id', async () => {
    for (const { out } of [
      await runPlenum(['audit', '--account', ' anna@EXAMPLE.org'], { PLENUM_DATA: folder }),
      await runHere(['audit', '--account', accountId, '--data', folder]),
    ]) {
      const acts = Array.from(out.matchAll(/Z? {2}([a-z-]+) +Anna@example\.org/g), ([, act]) => act);
      assert.deepEqual(acts, ['account-made', 'sign-in-refused']);
      assert.doesNotMatch(out, /bela/);
    }
  });

  it('prints the audit log as JSON with one object per line', async () => {
    const { out } = await runHere(['audit', '--data', folder, '--account', 'anna@example.org', '--json']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { at: string });
    for (const { at } of lines) assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const about = { accountId, email: 'Anna@example.org', address: '127.0.0.1', facts: {} };
    assert.deepEqual(
      lines.map(({ at: _, ...line }) => line),
      [
        { act: 'account-made', ...about },
        { act: 'sign-in-refused', ...about },
      ],
    );
  });

  it('shows only audit entries since the given time', async () => {
    const audit = (since: string) => runHere(['audit', '--data', folder, '--since', since]);
    assert.equal((await audit('1h')).out.trimEnd().split('\n').length, 4);
    assert.deepEqual(await audit('2199-12-31'), {
      code: 0,
      out: '',
      err: 'No entries match.\n',
    });
  });

  it('plenum audit exits with 2 for an invalid time and with 1 for an unknown account', async () => {
    assert.deepEqual(await runHere(['audit', '--data', folder, '--since', 'yesterday']), {
      code: 2,
      out: '',
      err: '--since: "yesterday" is not a time; type 2026-01-31, 2026-01-31T08:30Z, or 90m, 24h, 7d.\n',
    });
    assert.deepEqual(await runHere(['audit', '--data', folder, '--account', 'cas@example.org']), {
      code: 1,
      out: '',
      err: 'There is no account "cas@example.org" here; to find a deleted account, give its id, which is in the log.\n',
    });
  });

  it('plenum audit finds the store of plenum start, in the given or current folder', async () => {
    using started = createDataFolder();
    const place = join(started.path, 'data', 'demo-house');
    cpSync(folder, join(place, 'cloud'), { recursive: true });
    const { out } = await runHere(['audit', '--data', place]);
    assert.match(out, /account-made +bela@example\.org/);
    const here = (...words: string[]) =>
      promisify(execFile)(process.execPath, [plenumBin, 'audit', ...words], { cwd: started.path });
    assert.deepEqual(await here(), { stdout: out, stderr: '' });
    cpSync(join(place, 'cloud'), join(started.path, 'data', 'cloud'), { recursive: true });
    assert.deepEqual(await here(), {
      stdout: out,
      stderr: 'This is the log of data/cloud; use --data for that of data/demo-house/cloud.\n',
    });
  });

  it('plenum audit exits with 1 if it finds no store or no database', async () => {
    const nowhere = join(folder, 'nowhere');
    const missing = `There is no store of a cloud in ${nowhere}/cloud.sqlite; give its folder (--data) or its database (--database-url).\n`;
    assert.deepEqual(await runHere(['audit', '--data', nowhere]), { code: 1, out: '', err: missing });
    const env = { PLENUM_DATABASE_URL: 'postgres://anna:hunter2@127.0.0.1:1/plenum' };
    const { code, err } = await runPlenum(['audit', '--data', folder], env);
    assert.equal(code, 1);
    assert.match(err, /^The database 127\.0\.0\.1:1\/plenum cannot be reached: /);
    assert.doesNotMatch(err, /hunter2/);
  });

  it('completes the options of plenum audit', async () => {
    const complete = async (...words: string[]) =>
      (await runHere(['__complete', '--', ...words])).out.trim().split('\n');
    assert.deepEqual(await complete('au'), ['audit']);
    assert.deepEqual(await complete('audit', '--'), [
      '--data',
      '--database-url',
      '--account',
      '--since',
      '--json',
    ]);
  });
});

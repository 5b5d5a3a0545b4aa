import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { runPlenum } from '@plenum/testbed/plenum';
import { runHere } from '../../../fixture/run-here.fixture.ts';

describe('plenum cloud check', () => {
  it('plenum cloud check prints one line for each finding, exits with 0 and creates nothing', async () => {
    using folder = createDataFolder();
    const { code, out } = await runHere(['cloud', 'check', '--data', join(folder.path, 'cloud')]);
    assert.equal(code, 0, out);
    assert.match(out, /^ok {7}data folder: This user can write to /m);
    assert.match(
      out,
      /^note {5}database: .*cloud\.sqlite does not exist yet; the first start creates it\.$/m,
    );
    assert.match(out, /^note {5}endpoint key: There is no endpoint\.key in the data folder yet/m);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it('plenum cloud check exits with 1 for a problem, with the options and the environment of plenum cloud', async () => {
    const port = await freePort();
    const { code, out, err } = await runPlenum(
      ['cloud', 'check', '--json', '--http-port', '8090', '--trust-proxy', '10.0.0.0/8'],
      {
        PLENUM_DATABASE_URL: `postgres://plenum:s3cret@127.0.0.1:${port}/plenum`,
        PLENUM_NATS: `nats://127.0.0.1:${port}`,
        PLENUM_ENDPOINT_KEY: 'short',
        PLENUM_SMTP_URL: `smtp://127.0.0.1:${port}`,
        PLENUM_SMTP_FROM: 'plenum@example.org',
      },
    );
    const results = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { subject: string; result: string })
      .map(({ subject, result }) => `${subject}: ${result}`);
    assert.deepEqual(results, [
      'database: problem',
      'endpoint key: problem',
      'NATS: problem',
      'e-mail: problem',
    ]);
    assert.deepEqual([code, err], [1, 'There are 4 problems.\n']);
    assert.doesNotMatch(out, /s3cret/);
  });
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startCollector } from '@plenum/testbed/collector';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { listen } from '@plenum/testbed/listen';
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

  it('plenum cloud check exits with 1 for a problem, with the options of plenum cloud', async () => {
    const port = await freePort();
    const { code, out, err } = await runPlenum(
      [
        ...[
          'cloud',
          'check',
          '--json',
          '--http-port',
          '0',
          '--admin-port',
          '0',
          '--http-host',
          '203.0.113.1',
        ],
        ...[
          '--trust-proxy',
          '10.0.0.0',
          '--trust-proxy',
          'balancer',
          '--public-url',
          'http://cloud.example.org',
        ],
        ...['--bridge-url', 'cloud.example.org', '--development', '--otlp', `http://127.0.0.1:${port}`],
      ],
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
      'public URL: problem',
      'bridge URL: problem',
      'proxies: problem',
      'development: problem',
      'port: problem',
      'admin port: problem',
      'database: problem',
      'endpoint key: problem',
      'NATS: problem',
      'e-mail: problem',
      'traces: problem',
    ]);
    assert.deepEqual([code, err], [1, 'There are 11 problems.\n']);
    assert.doesNotMatch(out, /s3cret/);
  });

  it('plenum cloud check judges each option that the command line alone cannot judge', async () => {
    using folder = createDataFolder();
    await using collector = await startCollector();
    await using taken = await listen(createServer());
    const { code, out } = await runHere([
      ...[
        'cloud',
        'check',
        '--data',
        folder.path,
        '--http-port',
        new URL(taken.url).port,
        '--admin-port',
        '0',
      ],
      ...['--trust-proxy', '10.0.0.0/28', '--public-url', 'https://cloud.example.org'],
      ...['--bridge-url', 'https://bridges.example.org', '--otlp', collector.url],
    ]);
    assert.equal(code, 0, out);
    for (const line of [
      /^ok {7}public URL: Browsers and apps use https:\/\/cloud\.example\.org\.$/m,
      /^ok {7}bridge URL: Bridges may also use https:\/\/bridges\.example\.org\.$/m,
      /^ok {7}proxies: X-Forwarded-For is trusted from 10\.0\.0\.0\/28\.$/m,
      /^note {5}port: TCP port \d+ on 127\.0\.0\.1 is in use by another program; .* If a node that is replaced uses it/m,
      /^ok {7}admin port: This user can listen on TCP port 0 of 127\.0\.0\.1\.$/m,
      /^ok {7}traces: The collector at http:\/\/127\.0\.0\.1:\d+ accepts traces\.$/m,
    ])
      assert.match(out, line);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runHere, startHere } from '../../fixture/run-here.fixture.ts';

describe('plenum boptest', () => {
  it('serves the shipped houses, or a house file by its name, until it is stopped', async () => {
    using folder = createDataFolder();
    const file = join(folder.path, 'my-hut.yaml');
    writeFileSync(
      file,
      'name: Hut\nplace: { latitude: -33.8, longitude: 151.1, timeZone: Etc/UTC }\nrooms: [{ name: Lounge, area: 24 }]\n',
    );
    for (const [words, names] of [
      [[], ['demo', 'flat', 'large']],
      [
        ['--house', file, '--house', 'flat'],
        ['my-hut', 'flat'],
      ],
    ] as const) {
      const running = startHere(['boptest', '--port', '0', ...words]);
      const [, url] = await running.line(/ (http:\/\/127\.0\.0\.1:\d+)/);
      const cases = (await (await fetch(`${url}/testcases`)).json()) as { testcaseid: string }[];
      assert.deepEqual(
        cases.map(({ testcaseid }) => testcaseid),
        names,
      );
      const { code, err } = await running.stop();
      assert.deepEqual([code, err], [0, '']);
    }
  });

  it('names a taken port, a house twice, and a file that is not there', async () => {
    await using taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const busy = await runHere(['boptest', '--house', 'flat', '--port', String(port)]);
    assert.deepEqual([busy.code, busy.err.includes(`TCP port ${port} on 127.0.0.1 is in use`)], [1, true]);
    const twice = await runHere(['boptest', '--house', 'flat,flat', '--port', '0']);
    assert.match(twice.err, /--house: Two houses have the name flat/);
    const none = await runHere(['boptest', '--house', 'none.yaml', '--port', '0']);
    assert.match(none.err, /none\.yaml/);
    assert.deepEqual([twice.code, none.code], [1, 1]);
  });
});

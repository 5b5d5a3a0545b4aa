import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import { startPlenum } from '@plenum/testbed/plenum';
import type { Running } from '@plenum/testbed/process';
import { startRandom } from '@plenum/testbed/seeded-random';

const kills = times({ usual: 2, full: 25 });

interface Service {
  readonly name: string;
  start(folder: string): Running;
  /** Printed once it serves. */
  readonly started: RegExp;
  /** A file that it creates late in a first start. */
  readonly file: string;
}

const services: readonly Service[] = [
  {
    name: 'bridge',
    start: (folder) =>
      startPlenum(['bridge', '--data', folder, '--http-port', '0', '--udp-port', '0', '--notify-port', '0']),
    started: /^Discovery: UDP port/m,
    file: 'bridge.sqlite',
  },
  {
    name: 'cloud',
    start: (folder) => startPlenum(['cloud', '--data', folder, '--http-port', '0']),
    started: /HTTP and gRPC/,
    file: 'endpoint.key',
  },
];

for (const { name, start, started, file } of services)
  it(`a ${name} starts in the folder of its first start, killed ${kills} times at any moment`, {
    timeout: 60_000 + kills * 10_000,
  }, async (t) => {
    const random = startRandom(t);
    using root = createDataFolder();
    /** Starts in a folder; resolves to the time from the first file in it to the first line, in ms. */
    const startFirst = async (folder: string, killAfter?: number) => {
      await using running = start(folder);
      const ended = running.ended.then(() => {
        throw new Error(`it ended: ${JSON.stringify(running.output())}`);
      });
      ended.catch(() => {});
      while (!existsSync(folder)) await Promise.race([pause(1), ended]);
      const begun = performance.now();
      if (killAfter === undefined) await running.line(started);
      else await pause(killAfter);
      const took = performance.now() - begun;
      await running.stop('SIGKILL');
      return took;
    };
    const whole = await startFirst(join(root.path, 'whole'));
    const found = new Set<string>();
    for (let count = 0; count < kills; count++) {
      const folder = join(root.path, String(count));
      await startFirst(folder, random.fraction() * whole);
      found.add(readdirSync(folder).join(' '));
      await using again = start(folder);
      await again.line(started);
      assert.equal((await again.stop()).code, 0);
      assert.ok(existsSync(join(folder, file)));
    }
    t.diagnostic(`${Math.round(whole)} ms; files at the kill: ${[...found].join(' / ')}`);
  });

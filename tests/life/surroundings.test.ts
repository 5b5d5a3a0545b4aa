import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { installPackages } from '../packages/installed.fixture.ts';
import { openDisk } from '../soak/disk.ts';
import { openLife, restartTwice } from './suite.ts';
import { startWorld } from './world.ts';

const skip = !isFullRun && 'only in the full run';
const timeout = 600_000;

describe('everything that Plenum keeps', { skip, timeout: 2 * timeout }, () => {
  it('keeps what every part acknowledged, and nothing that it refused, on a full disk', {
    timeout,
  }, async (t) => {
    using disk = openDisk();
    if (disk.missing !== undefined) return t.skip(disk.missing);
    await using world = await startWorld({ folder: disk.path });
    const life = await openLife(world, 'disk');
    await life.write(2);
    disk.fill();
    const refused = new Set<string>();
    for (const one of life.used)
      for (let count = 0; count < 20; count++)
        if ((await life.writeTo(one)) !== undefined) refused.add(one.part.name);
    t.diagnostic(`the full disk refused writes to: ${[...refused].join('; ')}`);
    disk.empty();
    await life.check('once there is room again');
    await life.write();
    // The storage of Matter.js stays unusable after a full disk until the process ends.
    for (const how of ['kill', 'stop'] as const) {
      await world.end(how);
      await world.start();
      await life.check(`after a restart (${how})`);
      await life.write();
    }
    await life.check('at the end');
  });

  it('keeps what every part acknowledged over two restarts of the packed packages', { timeout }, async () => {
    using installed = installPackages(['matter']);
    installed.addOptional();
    const bin = join(installed.folder, 'node_modules/plenum/bin/plenum.js');
    await using world = await startWorld({ bin });
    await restartTwice(world, await openLife(world, 'packed'), 'stop');
  });
});

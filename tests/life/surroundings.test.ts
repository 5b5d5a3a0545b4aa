import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openDisk } from '@plenum/testbed/disk';
import { isFullRun } from '@plenum/testbed/full-run';
import { installPackages } from '../packages/installed.fixture.ts';
import { openLife, restartTwice } from './suite.ts';
import { startWorld } from './world.ts';

const skip = !isFullRun && 'only in the full run';
const timeout = 600_000;
/** Number of refusals after which a part is left alone. */
const maxRefusals = 3;

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
    const refusals = new Map(life.used.map((one) => [one, 0]));
    // In turns, so that all fill what remains before a limit of the cloud delays one.
    for (let round = 0; round < 20; round++)
      for (const [one, count] of refusals)
        if (count < maxRefusals && (await life.writeTo(one)) !== undefined) refusals.set(one, count + 1);
    const refused = [...refusals].filter(([, count]) => count > 0).map(([one]) => one.part.name);
    t.diagnostic(`the full disk refused writes to: ${refused.join('; ')}`);
    disk.empty();
    await life.check('once there is room again');
    await life.write();
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

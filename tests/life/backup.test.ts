import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { isFullRun } from '@plenum/testbed/full-run';
import { runPlenum } from '@plenum/testbed/plenum';
import { openLife, restartTwice } from './suite.ts';
import { startWorld } from './world.ts';

it('keeps what every part acknowledged in a backup that is restored in place of the lost data', {
  skip: !isFullRun && 'only in the full run',
  timeout: 600_000,
}, async () => {
  using folder = createDataFolder();
  await using world = await startWorld();
  const life = await openLife(world, 'backup');
  await life.write(2);
  const copies = ['bridge', 'front', 'cloud', 'matter'] as const;
  const run = async (...words: readonly string[]) => {
    const { code, err } = await runPlenum(words);
    assert.deepEqual([code, err], [0, ''], words.join(' '));
  };
  for (const place of copies) await run('backup', join(folder.path, place), '--data', world.folders[place]);
  await world.end('kill');
  for (const place of copies) rmSync(world.folders[place], { recursive: true });
  for (const place of copies) await run('restore', join(folder.path, place), '--data', world.folders[place]);
  await world.start();
  await life.check('after the restore');
  await restartTwice(world, life, 'stop');
});

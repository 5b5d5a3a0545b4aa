import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findKept } from './kept.ts';
import { parts, withoutPart } from './parts.ts';
import { openLife } from './suite.ts';
import { startWorld, type World } from './world.ts';

describe('everything that Plenum keeps', () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  it('keeps what every part acknowledged over two restarts, and takes the next write', async () => {
    const life = await openLife(world, 'stop');
    // Each round writes less than the one before: numbers that begin again after a restart would be found only then.
    for (const count of [2, 1]) {
      await life.write(count);
      await world.end('stop');
      await world.start();
      await life.check(`after a restart that followed ${count} writes`);
    }
    await life.write();
    await life.check('at the end');
  });

  it('finds a part, or a reason, for every table, setting and file that is kept', async () => {
    await world.end('stop');
    for (const [place, kept] of Object.entries(findKept(world))) {
      const claimed = [
        ...parts.filter((part) => part.in === place).flatMap(({ keeps }) => keeps),
        ...Object.keys(withoutPart[place as keyof typeof withoutPart]),
      ];
      const unclaimed = kept.filter((one) => !claimed.includes(one));
      assert.deepEqual(unclaimed, [], `kept by ${place}: add it to a part in tests/life`);
    }
  });
});

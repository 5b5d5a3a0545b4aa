import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findKept } from './kept.ts';
import { parts, withoutPart } from './parts.ts';
import { openLife, restartTwice } from './suite.ts';
import { startWorld, type World } from './world.ts';

describe('everything that Plenum keeps', () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  it('keeps what every part acknowledged over two restarts, and takes the next write', async () => {
    await restartTwice(world, await openLife(world, 'stop'), 'stop');
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

import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { isFullRun } from '@plenum/testbed/full-run';
import { type SeededRandom, startRandom } from '@plenum/testbed/seeded-random';
import { createEnds } from './ends.ts';
import type { Service } from './service.ts';
import { type Life, openLife, restartTwice, type Used } from './suite.ts';
import { engines, startWorld, type World } from './world.ts';

const inFullRun = !isFullRun && 'only in the full run';

/** A moment at which the process of a part is killed while it writes. */
interface Point {
  readonly one: Used;
  /** Number of statements before the kill; if the write has fewer, it is killed right after the acknowledgement. */
  readonly after: number;
}

/** Time in ms for kills; the first round, one for each part, takes as long as it needs. */
const killTime = 300_000;

/** Orders points by chance in rounds, each with at most one point of a part. */
function toRounds(pointsOf: readonly (readonly Point[])[], random: SeededRandom): readonly Point[] {
  const left = pointsOf.map((points) => [...points]);
  const ordered: Point[] = [];
  while (left.some((points) => points.length > 0))
    for (const points of left)
      ordered.push(...points.splice(random.integer(0, Math.max(points.length - 1, 0)), 1));
  return ordered;
}

/** Kills the process of a part during a write, starts it again, and expects what the part acknowledged. */
async function killAt({ one, after }: Point, { world, life, endAfter }: Killing): Promise<void> {
  const service = serviceOf(world, one);
  // The bridge connects again while other parts are killed.
  if (one.part.needsHouse) await world.connected();
  await endAfter(service, after);
  // A write of several requests continues with the restarted process.
  const writing = life.writeTo(one);
  await Promise.race([writing, service.ended()]);
  await service.kill();
  await service.start();
  await writing;
  await life.check(`after a kill at statement ${after}`, [one]);
}

interface Killing {
  readonly world: World;
  readonly life: Life;
  readonly endAfter: ReturnType<typeof createEnds>['endAfter'];
}

const serviceOf = (world: World, { part }: Used): Service =>
  part.in === 'cloud' ? world.nodes[0]! : world[part.in];

describe('everything that Plenum keeps, if its processes are killed', () => {
  for (const [engine, missing] of engines)
    it(`keeps what every part acknowledged over two kills, and takes the next write (${engine})`, {
      skip: missing || (engine === 'postgres' && inFullRun),
      timeout: 900_000,
    }, async () => {
      await using world = await startWorld({ engine });
      await restartTwice(world, await openLife(world, 'kill'), 'kill');
    });

  for (const [engine, missing] of engines)
    it(`keeps what every part acknowledged if killed after any statement of a write (${engine})`, {
      skip: missing || inFullRun,
      timeout: 3_600_000,
    }, async (t) => {
      using folder = createDataFolder();
      const { env, endAfter, count } = createEnds(folder.path);
      await using world = await startWorld({ engine, nodes: 1, env });
      const life = await openLife(world, 'statement');
      await life.write();
      const pointsOf: Point[][] = [];
      for (const one of life.used) {
        const statements = await count(serviceOf(world, one), () => life.write(1, [one]));
        pointsOf.push(Array.from({ length: statements + 1 }, (_, index) => ({ one, after: index + 1 })));
      }
      const points = toRounds(pointsOf, startRandom(t));
      const end = Date.now() + killTime;
      let kills = 0;
      for (const point of points) {
        if (kills >= life.used.length && Date.now() > end) break;
        await killAt(point, { world, life, endAfter });
        kills++;
      }
      t.diagnostic(`${engine}: killed at ${kills} of ${points.length} points of ${life.used.length} parts`);
      await world.connected();
      await life.write();
      for (const service of world.services) await service.kill();
      await world.start();
      await life.check('after all kills');
    });
});

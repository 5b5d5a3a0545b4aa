import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { isFullRun } from '@plenum/testbed/full-run';
import { natsMissing } from '@plenum/testbed/nats';
import { postgresMissing } from '@plenum/testbed/postgres';
import type { Service } from './service.ts';
import { openLife, restartTwice, type Used } from './suite.ts';
import { type Engine, startWorld, type World } from './world.ts';

const inFullRun = !isFullRun && 'only in the full run';
const engines: readonly (readonly [Engine, string | false])[] = [
  ['sqlite', false],
  ['postgres', postgresMissing || natsMissing || inFullRun],
];

/** The variables of processes that end themselves at a statement, and how to choose the statement. */
function createEnds(folder: string) {
  const file = join(folder, 'statements');
  let orders = 0;
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('./end-at-statement.ts', import.meta.url).href}`,
      LIFE_STATEMENTS: file,
    },
    /** Lets a process end after a number of statements from now on. */
    endAfter: async (service: Service, count: number) => {
      const order = `${count} of order ${++orders}`;
      writeFileSync(file, order);
      process.kill(service.pid(), 'SIGUSR2');
      await service.line(new RegExp(`ends after ${order}\n`));
    },
  };
}

const restart = async (world: World, service: Service) => {
  await service.kill();
  await service.start();
  await world.connected();
};

/** More statements than any write has. */
const maxStatements = 80;

const serviceOf = (world: World, { part }: Used): Service =>
  part.in === 'cloud' ? world.nodes[0]! : world[part.in];

describe('everything that Plenum keeps, if its processes are killed', () => {
  for (const [engine, skip] of engines)
    it(`keeps what every part acknowledged over two kills, and takes the next write (${engine})`, {
      skip,
      timeout: 900_000,
    }, async () => {
      await using world = await startWorld({ engine });
      await restartTwice(world, await openLife(world, 'kill'), 'kill');
    });

  for (const [engine, missing] of engines)
    it(`keeps what every part acknowledged if it is killed after any statement of a write (${engine})`, {
      skip: missing || inFullRun,
      timeout: 3_600_000,
    }, async (t) => {
      using folder = createDataFolder();
      const { env, endAfter } = createEnds(folder.path);
      await using world = await startWorld({ engine, nodes: 1, env });
      const life = await openLife(world, 'statement');
      await life.write();
      let kills = 0;
      for (const one of life.used) {
        const service = serviceOf(world, one);
        for (let count = 1; ; count++) {
          if (count > maxStatements) throw new Error(`${one.part.name}: a write has no end`);
          await endAfter(service, count);
          const writing = life.writeTo(one);
          const isKilled = await Promise.race([writing.then(() => false), service.ended().then(() => true)]);
          if (!isKilled) break;
          kills++;
          await restart(world, service);
          // A write of several requests continues with the restarted process.
          await writing;
          await life.check(`after a kill at statement ${count}`, [one]);
        }
        await restart(world, service);
        await life.write(1, [one]);
        await restart(world, service);
        await life.check('after all kills', [one]);
      }
      await life.check('at the end');
      t.diagnostic(`${engine}: ${kills} kills`);
    });
});

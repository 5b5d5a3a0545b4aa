import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { isFullRun } from '@plenum/testbed/full-run';
import { send } from './part.ts';
import { openLife } from './suite.ts';
import { engines, startWorld, type World } from './world.ts';

const inFullRun = !isFullRun && 'only in the full run';
const hour = 3_600_000;

/** The clock of the machine, as the processes of a world see it. */
function createMachineClock(folder: string) {
  const file = join(folder, 'clock');
  let orders = 0;
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('../soak/shifted-clock.ts', import.meta.url).href}`,
      SHIFTED_CLOCK: file,
    },
    /** Sets the clock of all processes, and of those that start later. */
    set: async (world: World, ahead: number) => {
      world.ahead = ahead;
      const order = `${ahead} ms, order ${++orders}`;
      writeFileSync(file, order);
      for (const service of world.services) process.kill(service.pid(), 'SIGUSR2');
      const isSet = new RegExp(`^clock ahead by ${order}$`, 'm');
      await Promise.all(world.services.map((service) => service.line(isSet)));
    },
  };
}

describe('everything that Plenum keeps, if a clock is set', () => {
  for (const [engine, missing] of engines)
    it(`keeps what every part acknowledged while the clock of the machine jumps (${engine})`, {
      skip: missing || inFullRun,
      timeout: 1_800_000,
    }, async () => {
      using folder = createDataFolder();
      const clock = createMachineClock(folder.path);
      await using world = await startWorld({ engine, env: clock.env });
      const life = await openLife(world, 'clock', 'kill');
      await life.write();
      for (const ahead of [75, 0, -2, 0]) {
        const when = `with a clock that is ${ahead} h ahead`;
        await clock.set(world, ahead * hour);
        await world.connected();
        await world.renewAccess();
        await life.check(when);
        await life.write();
        // A machine often has a wrong clock when it starts.
        await world.end('kill');
        await world.start();
        await world.connected();
        await world.renewAccess();
        await life.check(`${when}, after a restart`);
      }
      await life.write();
      await life.check('at the end');
    });

  it('keeps what every part acknowledged if the test clock, which a restart sets back, was ahead', {
    skip: inFullRun,
    timeout: 600_000,
  }, async () => {
    await using world = await startWorld();
    const life = await openLife(world, 'clock');
    await life.write(2);
    await send(`${world.urls.cloud}/development/clock`, { step: '75h' });
    await world.renewAccess();
    await life.check('after a step of 75 hours');
    for (const when of ['after the first restart', 'after the second restart']) {
      await world.end('stop');
      await world.start();
      await world.renewAccess();
      await life.check(when);
      await life.write();
    }
    await life.check('at the end');
  });
});

import { it } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { send } from './part.ts';
import { openLife } from './suite.ts';
import { startWorld } from './world.ts';

it('keeps what every part acknowledged if the test clock, which a restart sets back, was ahead', {
  skip: !isFullRun && 'only in the full run',
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

import { it } from 'node:test';
import { isFullRun } from '@plenum/testbed/full-run';
import { natsMissing } from '@plenum/testbed/nats';
import { postgresMissing } from '@plenum/testbed/postgres';
import { openLife } from './suite.ts';
import { startWorld } from './world.ts';

it('keeps what every part acknowledged if killed nodes take over from each other in turn', {
  skip: postgresMissing || natsMissing || (!isFullRun && 'only in the full run'),
  timeout: 600_000,
}, async () => {
  await using world = await startWorld({ engine: 'postgres' });
  const life = await openLife(world, 'takeover');
  await life.write(2);
  for (const node of [...world.nodes, ...world.nodes]) {
    await node.kill();
    await life.check(`without ${node.name}`);
    await life.write();
    await node.start();
  }
  await life.check('at the end');
});

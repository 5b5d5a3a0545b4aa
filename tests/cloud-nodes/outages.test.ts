import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { checkLedgers, stopAndCheck, sum } from '@plenum/testbed/check-faulty-cloud';
import { startFaultyCloud } from '@plenum/testbed/faulty-cloud';
import { times } from '@plenum/testbed/full-run';
import { createReactions, integrators } from '@plenum/testbed/integrators';
import { natsMissing } from '@plenum/testbed/nats';
import { postgresMissing } from '@plenum/testbed/postgres';
import { startRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';

/** Number of times that PostgreSQL or NATS, in turn, is killed and restarted. */
const outages = times({ usual: 2, full: 20 });

const toKinds = (refused: readonly string[]): string[] => [
  ...new Set(refused.map((one) => one.replace(/[0-9a-f-]{36}/, '<id>'))),
];

it(`two nodes lose nothing while PostgreSQL and NATS are killed ${outages} times under load`, {
  skip: postgresMissing || natsMissing,
  timeout: 60_000 + outages * 30_000,
}, async (t) => {
  const random = startRandom(t);
  await using cloud = await startFaultyCloud({
    engine: 'postgres',
    bridgeCount: 5,
    endpoints: integrators,
    random,
  });
  const { receiver, postgres, nats, answered, refused } = cloud;
  receiver.react = createReactions(random);
  const schedule = random.fork('outages');
  {
    await using _ = cloud.load();
    for (let count = 0; count < outages; count++) {
      await receiver.came(receiver.messages.length + schedule.integer(20, 69));
      const victim = count % 2 === 0 ? postgres! : nats!;
      const refusedBefore = refused.length;
      await victim.kill();
      if (victim === postgres)
        await until('a control is refused', async () => refused.length > refusedBefore);
      await pause(schedule.fraction() * 500);
      await victim.start();
      // The nodes recover without a restart.
      const answeredBefore = answered.length;
      await until('controls succeed again', async () => answered.length > answeredBefore + 5);
      await receiver.came(receiver.messages.length + 10);
      checkLedgers(await cloud.readState());
    }
  }
  assert.equal(cloud.nodes().length, 2, 'no node has stopped');
  for (const text of refused) assert.match(text, /^50[234] [A-Z].+\.$/);
  await stopAndCheck(cloud);
  t.diagnostic(
    `${outages} outages, ${sum(cloud.numbers().values())} changes, ${receiver.messages.length} messages, ${answered.length} controls answered OK, ${cloud.executed.size} executed; ${toKinds(refused).join(' / ')}`,
  );
});

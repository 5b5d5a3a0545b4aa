import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { checkLedgers, stopAndCheck, sum } from '@plenum/testbed/check-faulty-cloud';
import { startFaultyCloud } from '@plenum/testbed/faulty-cloud';
import { times } from '@plenum/testbed/full-run';
import { createReactions, integrators } from '@plenum/testbed/integrators';
import { natsMissing } from '@plenum/testbed/nats';
import { postgresMissing } from '@plenum/testbed/postgres';
import { startRandom } from '@plenum/testbed/seeded-random';

/** Number of kills. Each run kills at different times. */
const kills = times({ usual: 2, full: 100 });

for (const [engine, missing] of [
  ['sqlite', false],
  ['postgres', postgresMissing || natsMissing],
] as const)
  it(`a cloud killed ${kills} times under load loses no change and executes no control twice (${engine})`, {
    skip: missing,
    timeout: 60_000 + kills * 15_000,
  }, async (t) => {
    const random = startRandom(t);
    await using cloud = await startFaultyCloud({ engine, bridgeCount: 5, endpoints: integrators, random });
    const { receiver } = cloud;
    receiver.react = createReactions(random);
    const schedule = random.fork('kills');
    {
      await using _ = cloud.load();
      for (let count = 0; count < kills; count++) {
        await receiver.came(receiver.messages.length + schedule.integer(20, 119));
        await pause(schedule.fraction() * 100);
        // Every third time both nodes are killed, otherwise one.
        const victims = count % 3 === 0 ? cloud.nodes() : [cloud.nodes()[count % cloud.nodes().length]!];
        await Promise.all(victims.map(cloud.kill));
        checkLedgers(await cloud.readState());
        await Promise.all(victims.map(cloud.startNode));
      }
      await receiver.came(receiver.messages.length + 20);
    }
    await stopAndCheck(cloud);
    t.diagnostic(
      `${kills} kills, ${sum(cloud.numbers().values())} changes, ${receiver.messages.length} messages, ${cloud.answered.length} controls answered OK, ${cloud.executed.size} executed`,
    );
  });

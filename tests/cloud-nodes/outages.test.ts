import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { times } from '@plenum/protocol/full-run';
import { tempers } from '../../packages/cloud/src/delivery/integrators.fixture.ts';
import { postgresMissing } from '../../packages/cloud/src/fixture/postgres.fixture.ts';
import { natsMissing } from '../../packages/cloud/src/kernel/bus/nats.fixture.ts';
import { checkLedgers, endAndCheck, sum } from './check-siege.fixture.ts';
import { until } from './constellation.fixture.ts';
import { startSiege } from './siege.fixture.ts';

/** How often PostgreSQL and NATS are killed and started again, by turns. */
const cuts = times({ usual: 4, full: 20 });

it(`two nodes whose PostgreSQL and NATS are killed ${cuts} times under load say so in words and lose nothing`, {
  skip: postgresMissing || natsMissing,
  timeout: 60_000 + cuts * 30_000,
}, async (t) => {
  await using siege = await startSiege({
    engine: 'postgres',
    bridgeCount: 5,
    endpoints: Object.keys(tempers),
  });
  const { receiver, postgres, nats, answered, refused } = siege;
  receiver.react = ({ path }) => tempers[path.slice(1)]!();
  {
    await using _ = siege.load();
    for (let count = 0; count < cuts; count++) {
      await receiver.came(receiver.messages.length + 20 + Math.floor(Math.random() * 50));
      const victim = count % 2 === 0 ? postgres! : nats!;
      const refusedBefore = refused.length;
      await victim.kill();
      if (victim === postgres) await until('it is said', async () => refused.length > refusedBefore);
      await pause(Math.random() * 500);
      await victim.start();
      // Nobody helps: controls are done again, and events told.
      const doneBefore = answered.length;
      await until('controls are done again', async () => answered.length > doneBefore + 5);
      await receiver.came(receiver.messages.length + 10);
      checkLedgers(await siege.read());
    }
  }
  assert.equal(siege.nodes().length, 2, 'no node ended');
  for (const said of refused) assert.match(said, /^50[234] [A-Z].+\.$/);
  await endAndCheck(siege);
  t.diagnostic(
    `${cuts} cuts, ${sum(siege.numbers().values())} changes, ${receiver.messages.length} messages, ${answered.length} controls answered OK, ${siege.done.size} done; ${[
      ...refused,
    ]
      .map((one) => one.replace(/[0-9a-f-]{36}/, '<id>'))
      .filter((one, place, all) => all.indexOf(one) === place)
      .join(' / ')}`,
  );
});

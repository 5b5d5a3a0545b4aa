import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { times } from '@plenum/protocol/full-run';
import { tempers } from '../../packages/cloud/src/delivery/integrators.fixture.ts';
import { postgresMissing } from '../../packages/cloud/src/fixture/postgres.fixture.ts';
import { natsMissing } from '../../packages/cloud/src/kernel/bus/nats.fixture.ts';
import { checkLedgers, endAndCheck, sum } from './check-siege.fixture.ts';
import { startSiege } from './siege.fixture.ts';

/** How often the whole cloud dies. */
const kills = times({ usual: 6, full: 100 });

for (const [engine, missing] of [
  ['sqlite', false],
  ['postgres', postgresMissing || natsMissing],
] as const)
  it(`a whole cloud killed ${kills} times under load loses nothing and does nothing twice (${engine})`, {
    skip: missing,
    timeout: 60_000 + kills * 15_000,
  }, async (t) => {
    await using siege = await startSiege({ engine, bridgeCount: 5, endpoints: Object.keys(tempers) });
    const { receiver } = siege;
    receiver.react = ({ path }) => tempers[path.slice(1)]!();
    {
      await using _ = siege.load();
      for (let count = 0; count < kills; count++) {
        await receiver.came(receiver.messages.length + 20 + Math.floor(Math.random() * 100));
        await pause(Math.random() * 100);
        // Of two nodes both die every third time, else one of them.
        const victims = count % 3 === 0 ? siege.nodes() : [siege.nodes()[count % siege.nodes().length]!];
        await Promise.all(victims.map(siege.kill));
        checkLedgers(await siege.read());
        await Promise.all(victims.map(siege.startNode));
      }
      await receiver.came(receiver.messages.length + 20);
    }
    await endAndCheck(siege);
    t.diagnostic(
      `${kills} kills, ${sum(siege.numbers().values())} changes, ${receiver.messages.length} messages, ${siege.answered.length} controls answered OK, ${siege.done.size} done`,
    );
  });

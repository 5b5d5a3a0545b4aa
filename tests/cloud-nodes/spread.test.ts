import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startConstellation } from '@plenum/testbed/constellation';
import { natsMissing } from '@plenum/testbed/nats';
import { postgresMissing } from '@plenum/testbed/postgres';
import { startRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';

const bridgeCount = 200;

/** Longest time until the bridges are spread evenly, in ms. */
const maxSpreading = 120_000;

it('200 bridges are spread again over a restarted and an added node, and no control fails', {
  skip: postgresMissing || natsMissing,
  timeout: 300_000,
}, async (t) => {
  await using all = await startConstellation({
    bridgeCount,
    random: startRandom(t),
    settings: { PLENUM_CONTROL_TIMEOUT: '10000' },
  });
  const readCounts = () => Promise.all(all.nodes().map(all.connectedTo));
  const areAllConnected = async () => all.metrics.connected === bridgeCount;
  const isEven = async () => {
    await pause(500);
    const counts = await readCounts();
    const share = bridgeCount / counts.length;
    return counts.every((count) => Math.abs(count - share) <= share / 5) || { counts };
  };
  await until('all bridges are connected', areAllConnected, 60_000);

  await using _ = all.load();
  const [restarted] = all.nodes();
  await all.endNode(restarted!, 'SIGTERM');
  await until('its bridges are on the other nodes', areAllConnected);
  await all.startNode();
  await all.startNode();
  t.diagnostic(`before: ${(await readCounts()).join(', ')} bridges`);
  const begun = Date.now();
  await until('the bridges are spread evenly', isEven, maxSpreading);
  t.diagnostic(
    `after ${Math.round((Date.now() - begun) / 1000)} s: ${(await readCounts()).join(', ')} bridges`,
  );

  await until('every bridge is connected', areAllConnected);
  await pause(500);
  const failed = all.results.filter((result) => result.failed > 0);
  assert.deepEqual(failed, [], `of ${all.results.length} controls`);
});

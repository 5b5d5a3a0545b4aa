import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { startFaultyCloud } from '@plenum/testbed/faulty-cloud';
import { createGrpcClient, statusOf } from '@plenum/testbed/grpc-client';
import { startRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';

it('a node answers open requests at SIGTERM, ends streams and finishes deliveries', {
  timeout: 60_000,
}, async (t) => {
  const executedByBridge = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using cloud = await startFaultyCloud({
    engine: 'sqlite',
    bridgeCount: 1,
    endpoints: ['reliable'],
    random: startRandom(t),
    onControl: () => executedByBridge.promise,
    node: { controlWithin: 10_000, events: {} },
  });
  const { receiver, executed, answered } = cloud;
  const [node] = cloud.nodes();
  using client = createGrpcClient(node!.port);
  const watching = client.watch({ accessToken: cloud.accessToken, requestId: randomUUID() });
  await watching.next();
  // A Sync, and the first state of the house.
  await receiver.came(2);
  receiver.react = () => ({ status: 204, after: answer.promise });
  const control = cloud.control();
  await until('the control is at the bridge', async () => executed.size === 1);
  cloud.changeOnce();
  await receiver.came(3);

  const stopped = cloud.stop(node!);
  const { code, details } = await statusOf(
    (async () => {
      for (;;) await watching.next();
    })(),
  );
  assert.deepEqual([code, details], [14, 'This node is stopping; connect again.']);
  executedByBridge.resolve();
  answer.resolve();
  await control;
  assert.deepEqual([answered, [...cloud.refused]], [['c0'], []], 'a control in progress succeeds');
  assert.equal(await stopped, 0);
  const { ledgers, delivered } = await cloud.readState();
  const { changes, pending } = ledgers.get('reliable')!;
  assert.ok(changes > 0);
  assert.equal(pending, 0);
  assert.deepEqual(
    [...delivered],
    receiver.messages.map(({ headers }) => headers['webhook-id']),
  );
  assert.equal(receiver.messages.length, 3);
});

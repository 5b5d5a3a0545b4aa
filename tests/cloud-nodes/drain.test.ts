import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { createGrpcClient, statusOf } from '../../packages/cloud/src/api/grpc/client.fixture.ts';
import { until } from './constellation.fixture.ts';
import { startSiege } from './siege.fixture.ts';

it('a node told to end (SIGTERM) answers who is inside, ends streams in words and settles what is being delivered', {
  timeout: 60_000,
}, async () => {
  const obeyed = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await using siege = await startSiege({
    engine: 'sqlite',
    bridgeCount: 1,
    endpoints: ['well'],
    obeyed: () => obeyed.promise,
    node: { controlWithin: 10_000, events: {} },
  });
  const { receiver, done, answered } = siege;
  const [node] = siege.nodes();
  using client = createGrpcClient(node!.port);
  const watching = client.watch({ accessToken: siege.access, requestId: randomUUID() });
  await watching.next();
  receiver.react = () => ({ status: 204, after: answer.promise });
  const asked = siege.control();
  await until('the bridge is asked', async () => done.size === 1);
  siege.change();
  await receiver.came(1);

  const ended = siege.stop(node!);
  const { code, details } = await statusOf(
    (async () => {
      for (;;) await watching.next();
    })(),
  );
  assert.deepEqual([code, details], [14, 'This node stops; connect again.']);
  obeyed.resolve();
  answer.resolve();
  await asked;
  assert.deepEqual([answered, [...siege.refused]], [['c0'], []], 'a control under way is answered OK');
  assert.equal(await ended, 0);
  const { ledgers, delivered } = await siege.read();
  const { changes, pending } = ledgers.get('well')!;
  assert.ok(changes > 0);
  assert.equal(pending, 0);
  assert.deepEqual(
    [...delivered],
    receiver.messages.map(({ headers }) => headers['webhook-id']),
  );
  assert.equal(receiver.messages.length, 1);
});

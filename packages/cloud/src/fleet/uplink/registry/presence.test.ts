import assert from 'node:assert/strict';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { withStore } from '../../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../bridge/account.fixture.ts';
import { admitBridge } from '../../bridge/admit-bridge.fixture.ts';
import { pairBridge } from '../../bridge/pair.ts';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import { createPresence } from './presence.ts';

const none = { ownershipChanged: [] };

withStore('reports a bridge as present if the node that admitted it still has it', async (store) => {
  for (const name of ['ann', 'bob']) await insertAccount(store, name);
  const connect = async (systemId: string, accountId: string, nodeId: string | undefined) => {
    const pairing = { systemId, accountId, keyId: systemId, jwk: {}, now: 0 };
    await store.transaction('full', (tx) => pairBridge(tx, pairing, none));
    if (nodeId === undefined) return;
    const entry = { systemId, keyId: systemId, jti: 'a', expiresAt: 1, nodeId, now: 0 };
    await store.transaction('full', ({ db }) => admitBridge(db, entry));
  };
  await connect('000000001', 'ann', 'one');
  await connect('000000002', 'ann', 'one');
  await connect('000000003', 'ann', 'away');
  await connect('000000004', 'ann', undefined);
  await connect('000000005', 'bob', 'one');
  const asked: unknown[] = [];
  let reply: BridgeReply = { answer: 'done' };
  const presence = createPresence({
    store,
    clock: createFakeClock(1_000),
    registry: {
      request: async (...of: unknown[]) => {
        asked.push(of);
        return reply;
      },
      requestNode: async (nodeId, ids, deadline) => {
        asked.push([nodeId, [...ids].toSorted(), deadline]);
        return nodeId === 'one' ? ['000000001'] : undefined;
      },
    },
  });
  const isPresent = await presence.readPresence('ann');
  assert.deepEqual(['000000001', '000000002', '000000003', '000000004'].map(isPresent), [
    true,
    false,
    undefined,
    false,
  ]);
  assert.deepEqual(asked.toSorted(), [
    ['away', ['000000003'], 3_000],
    ['one', ['000000001', '000000002'], 3_000],
  ]);

  asked.length = 0;
  assert.equal(await presence.isPresent('000000001'), true);
  assert.deepEqual(asked, [['000000001', { ask: 'presence' }, 3_000]]);
  reply = { answer: 'absent' };
  assert.equal(await presence.isPresent('000000001'), false);
  reply = { answer: 'unreachable' };
  assert.equal(await presence.isPresent('000000001'), undefined);
});

import assert from 'node:assert/strict';
import { findLost, findRepeated } from '../findings.ts';
import { checkLedger, integrators, readReceived } from '../integrators.ts';
import { until } from '../until.ts';
import type { FaultyCloud, StoredState } from './faulty-cloud.ts';

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

export function checkLedgers({ numbers, ledgers }: StoredState): void {
  // A new endpoint gets a Sync and every component.
  const expected = sum(numbers.values()) + numbers.size + 1;
  for (const [name, ledger] of ledgers) checkLedger(name, ledger, expected);
}

/**
 * Waits until the cloud has delivered everything, stops it, and checks that no change was lost and no control executed
 * twice.
 */
export async function stopAndCheck(cloud: FaultyCloud): Promise<void> {
  const { receiver, executed, answered } = cloud;
  await cloud.settled();
  receiver.react = ({ path }) => ({ status: path === '/failing' ? 500 : 204 });
  for (const name of integrators) if (name !== 'failing') await cloud.replay(name);
  await until('nothing is pending', cloud.isDrained, 60_000);
  for (const node of cloud.nodes()) assert.equal(await cloud.stop(node), 0);
  const state = await cloud.readState();
  checkLedgers(state);
  const numbers = cloud.numbers();
  assert.deepEqual(state.numbers, numbers, 'the store differs from the bridges');
  const received = readReceived(receiver);
  for (const [name, { pending, dead, delivered }] of state.ledgers) {
    assert.equal(pending, 0, name);
    if (name === 'failing') {
      assert.equal(delivered, 0);
      assert.ok(dead > 0);
    } else {
      assert.equal(dead, 0, name);
      assert.deepEqual(received.get(name), numbers, name);
    }
  }
  const ids = new Set(receiver.messages.map(({ headers }) => headers['webhook-id']));
  assert.ok(state.delivered.size > 0);
  for (const id of state.delivered) assert.ok(ids.has(id), `${id} never arrived`);
  assert.deepEqual(findRepeated(executed), []);
  assert.ok(answered.length > 0);
  assert.deepEqual(findLost(answered, executed), []);
}

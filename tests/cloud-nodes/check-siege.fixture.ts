import assert from 'node:assert/strict';
import { checkLedger, readHeard, tempers } from '../../packages/cloud/src/delivery/integrators.fixture.ts';
import { until } from './constellation.fixture.ts';
import type { Reading, Siege } from './siege.fixture.ts';

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

export const checkLedgers = ({ numbers, ledgers }: Reading): void => {
  const expected = sum(numbers.values());
  for (const [name, ledger] of ledgers) checkLedger(name, ledger, expected);
};

/** Lets everything be delivered, stops the cloud and looks whether nothing was lost and nothing done twice. */
export const endAndCheck = async (siege: Siege): Promise<void> => {
  const { receiver, done, answered } = siege;
  await siege.settled();
  receiver.react = ({ path }) => ({ status: path === '/dead' ? 500 : 204 });
  for (const name of Object.keys(tempers)) if (name !== 'dead') await siege.replay(name);
  await until('nothing is pending', siege.isQuiet, 60_000);
  for (const node of siege.nodes()) assert.equal(await siege.stop(node), 0);
  const reading = await siege.read();
  checkLedgers(reading);
  const numbers = siege.numbers();
  assert.deepEqual(reading.numbers, numbers, 'the cloud has not what the bridges have');
  const heard = readHeard(receiver);
  for (const [name, { pending, dead, delivered }] of reading.ledgers) {
    assert.equal(pending, 0, name);
    if (name === 'dead') {
      assert.equal(delivered, 0);
      assert.ok(dead > 0);
    } else {
      assert.equal(dead, 0, name);
      assert.deepEqual(heard.get(name), numbers, name);
    }
  }
  const ids = new Set(receiver.messages.map(({ headers }) => headers['webhook-id']));
  assert.ok(reading.delivered.size > 0);
  for (const id of reading.delivered) assert.ok(ids.has(id), `${id} was never heard`);
  for (const [name, count] of done) assert.equal(count, 1, `${name} was done ${count} times`);
  assert.ok(answered.length > 0);
  for (const name of answered) assert.ok(done.has(name), `${name} was said to be done and was not`);
};

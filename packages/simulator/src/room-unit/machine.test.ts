import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAIN_FANS } from './fan-speeds.ts';
import { createMachine } from './machine.ts';

const roomOf = new Map([
  ['Hall', 0],
  ['Den', 1],
]);

test('takes a machine’s room and capacities from the house file, and converts these to W', () => {
  const { room, pump } = createMachine('split', { room: 'Den', cooling: 7, heating: 9 }, roomOf, PLAIN_FANS);
  assert.deepEqual([room, pump.cooling, pump.heating], [1, 7000, 9000]);
});

test('missing heating capacity and airflow are derived from the cooling capacity', () => {
  const made = (cooling: number) => createMachine('vrf', { room: 'Den', cooling }, roomOf, PLAIN_FANS).pump;
  assert.ok(made(3.6).heating > 3600);
  assert.equal(made(7.2).heating, 2 * made(3.6).heating);
  assert.equal(made(7.2).airflow, 2 * made(3.6).airflow);
});

test('the error for an unknown room contains its name', () => {
  assert.throws(
    () => createMachine('split', { room: 'Cellar', cooling: 3 }, roomOf, PLAIN_FANS),
    new RangeError('There is no room "Cellar".'),
  );
});

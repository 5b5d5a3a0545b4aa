import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toConsoleSentence } from '@plenum/protocol/console';
import { readDeliveryFilter } from './delivery-filter.ts';

it('combines the members of a delivery filter, and treats an empty member as missing', () => {
  assert.deepEqual(readDeliveryFilter({}), {});
  assert.deepEqual(readDeliveryFilter({ result: '', kind: ' ', search: '', from: '', to: '' }), {});
  assert.deepEqual(readDeliveryFilter({ result: 'delivered' }), { verdicts: ['delivered'] });
  assert.deepEqual(readDeliveryFilter({ result: 'failed', kind: 'test', search: ' Zone_3 ' }), {
    verdicts: ['retry', 'dead', 'gone'],
    isAnswered: true,
    kind: 'test',
    search: 'Zone_3',
  });
  assert.deepEqual(readDeliveryFilter({ result: 'no-response', from: '0', to: '1767225600000' }), {
    verdicts: ['retry', 'dead', 'gone'],
    isAnswered: false,
    from: 0,
    to: 1_767_225_600_000,
  });
  assert.deepEqual(readDeliveryFilter({ search: 'a'.repeat(100) }), { search: 'a'.repeat(100) });
  for (const kind of ['component', 'sync', 'test']) assert.deepEqual(readDeliveryFilter({ kind }), { kind });
});

it('refuses an invalid member of a delivery filter, and lists the allowed values', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['result', 'dead', 'The result must be delivered, failed or no-response.'],
    ['result', '__proto__', 'The result must be delivered, failed or no-response.'],
    ['kind', 'constructor', 'The kind must be component, sync or test.'],
    ['search', 'a'.repeat(101), 'A search can have at most 100 characters.'],
    ['from', 'yesterday', 'The earliest time must be in milliseconds since 1970-01-01 UTC.'],
    ['from', '-1', 'The earliest time must be in milliseconds since 1970-01-01 UTC.'],
    ['to', '1'.repeat(16), 'The latest time must be in milliseconds since 1970-01-01 UTC.'],
  ];
  for (const [member, text, sentence] of cases) {
    const read = readDeliveryFilter({ [member]: text });
    assert.equal('refusal' in read && toConsoleSentence(read.refusal), sentence);
  }
});

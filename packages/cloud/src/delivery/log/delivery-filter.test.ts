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
  assert.deepEqual(readDeliveryFilter({ status: '5xx', component: 'zone', index: '3', attribute: 'Temp' }), {
    status: { from: 500, to: 599 },
    component: 'zone',
    index: 3,
    attribute: 'Temp',
  });
  assert.deepEqual(readDeliveryFilter({ status: '404', answer: 'no such' }), {
    status: { from: 404, to: 404 },
    answer: 'no such',
  });
  assert.deepEqual(readDeliveryFilter({ search: 'a'.repeat(100) }), { search: 'a'.repeat(100) });
  for (const kind of ['component', 'sync', 'test']) assert.deepEqual(readDeliveryFilter({ kind }), { kind });
});

it('refuses an invalid member of a delivery filter, and lists the allowed values', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['result', 'dead', 'The result must be delivered, failed or no-response.'],
    ['result', '__proto__', 'The result must be delivered, failed or no-response.'],
    ['kind', 'constructor', 'The kind must be component, sync or test.'],
    ['status', '600', 'The status must be a number such as 404, or a class such as 5xx.'],
    ['status', '4x', 'The status must be a number such as 404, or a class such as 5xx.'],
    ['component', 'toString', 'The component must be the kind of a component, such as zone or unit.'],
    ['index', '1000', 'The index must be a number from 0 to 999.'],
    ['index', '01', 'The index must be a number from 0 to 999.'],
    ['attribute', 'Temp,', 'The attribute must be the name of a member, such as Setpoint.'],
    ['answer', 'a'.repeat(101), 'The text of the answer can have at most 100 characters.'],
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

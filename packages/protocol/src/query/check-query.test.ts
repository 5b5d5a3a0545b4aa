import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subsystem } from '../definition/subsystem.ts';
import { subsystems } from '../definition/subsystem.ts';
import { toSentence } from '../refusal/refusal.ts';
import { queries } from './catalogue.ts';
import { checkQuery, chosenPart } from './check-query.ts';

const sentenceOf = (subsystem: Subsystem, body: unknown): string => {
  const checked = checkQuery(subsystem, body);
  return checked.ok ? 'accepted' : toSentence(checked.refusal);
};

test('the queries are those of interface 4.2, with AC Types 4, 6 and 7 of wire facts 2', () => {
  const types = Object.groupBy(queries, ({ subsystem }) => subsystem);
  assert.deepEqual(
    Object.entries(types).map(([subsystem, of]) => [subsystem, of.map(({ type }) => type)]),
    [
      ['ac', [1, 2, 3, 4, 6, 7]],
      ['split', [1, 2]],
      ['vrf', [1, 2, 3]],
      ['irrigation', [1, 2, 3]],
      ['power', [1, 2]],
    ],
  );
});

test('each subsystem has its own paths and its own root key', () => {
  assert.deepEqual(
    Object.values(subsystems).map(({ query, control, root }) => [query, control, root]),
    [
      ['/HvacRequestV2', '/HvacCommandV2', 'HvacV2Request'],
      ['/SplitSystemRequest', '/SplitSystemCommand', 'SplitSystemRequest'],
      ['/VrfControlRequest', '/VrfControlCommand', 'VrfControlSystemRequest'],
      ['/iLightRequest', '/iLightCommand', 'RetRequest'],
      ['/PowerRequest', '/PowerCommand', 'PowerRequest'],
    ],
  );
});

test('every query is found by its Type, with and without the members that it does not use', () => {
  for (const query of queries) {
    const { root } = subsystems[query.subsystem];
    const chosen = chosenPart(query);
    const last = chosen === undefined ? 255 : chosen.count - 1;
    const expected = { ok: true, value: { query, no: last } };
    assert.deepEqual(
      checkQuery(query.subsystem, { [root]: { Type: query.type, No: last, No1: 0 } }),
      expected,
    );
    assert.deepEqual(checkQuery(query.subsystem, { [root]: { Type: query.type } }), {
      ok: true,
      value: { query, no: 0 },
    });
  }
});

test('No is counted to the last thing of its kind', () => {
  const ask = (type: number, no: unknown) =>
    sentenceOf('ac', { HvacV2Request: { Type: type, No: no, No1: 0 } });
  assert.equal(ask(2, 13), 'accepted');
  assert.equal(ask(2, 14), 'HvacV2Request.No: There is no zone 14; they are 0 to 13.');
  assert.equal(ask(3, 8), 'accepted');
  assert.equal(ask(3, 9), 'HvacV2Request.No: There is no favourite 9; they are 0 to 8.');
  assert.equal(ask(2, -1), 'HvacV2Request.No: There is no zone -1; they are 0 to 13.');
  assert.equal(ask(2, '1'), 'HvacV2Request.No: "1" is not a number.');
  assert.equal(
    sentenceOf('irrigation', { RetRequest: { Type: 3, No: 24 } }),
    'RetRequest.No: There is no station 24; they are 0 to 23.',
  );
});

test('an unknown Type is refused with the Types that there are', () => {
  assert.equal(
    sentenceOf('power', { PowerRequest: { Type: 3, No: 0, No1: 0 } }),
    'PowerRequest.Type: There is no query of Type 3; Types are 1 (The configuration of the power monitor), 2 (What the power monitor reads now).',
  );
  assert.match(
    sentenceOf('ac', { HvacV2Request: { Type: '1' } }),
    /^HvacV2Request\.Type: There is no query of Type "1"/,
  );
  for (const body of [null, [], {}, { HvacV2Request: 1 }, { PowerRequest: { Type: 1 } }])
    assert.equal(
      sentenceOf('ac', body),
      'The body is not a JSON object with HvacV2Request: {Type, No, No1}.',
    );
});

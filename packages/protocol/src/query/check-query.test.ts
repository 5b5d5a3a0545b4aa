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

test('the queries are those of interface 4.2, with AC Types 4 to 7 of wire facts 2', () => {
  const types = Object.groupBy(queries, ({ subsystem }) => subsystem);
  assert.deepEqual(
    Object.entries(types).map(([subsystem, of]) => [subsystem, of.map(({ type }) => type)]),
    [
      ['ac', [1, 2, 3, 4, 5, 6, 7]],
      ['split', [1, 2]],
      ['vrf', [1, 2, 3]],
      ['irrigation', [1, 2, 3]],
      ['power', [1, 2]],
      ['lighting', [1, 2, 3, 4, 5, 6, 7, 8]],
    ],
  );
});

test('each subsystem has its own root key, and lighting shares the paths of irrigation', () => {
  assert.deepEqual(
    Object.values(subsystems).map(({ query, control, root }) => [query, control, root]),
    [
      ['/HvacRequestV2', '/HvacCommandV2', 'HvacV2Request'],
      ['/SplitSystemRequest', '/SplitSystemCommand', 'SplitSystemRequest'],
      ['/VrfControlRequest', '/VrfControlCommand', 'VrfControlSystemRequest'],
      ['/iLightRequest', '/iLightCommand', 'RetRequest'],
      ['/PowerRequest', '/PowerCommand', 'PowerRequest'],
      ['/iLightRequest', '/iLightCommand', 'LiRequest'],
    ],
  );
});

test('every query is recognized by its Type, with or without the members it does not use', () => {
  for (const query of queries) {
    const { root } = subsystems[query.subsystem];
    const chosen = chosenPart(query);
    const last = chosen === undefined ? 255 : chosen.count - 1;
    const portion = chosen?.from === 'portion' ? { portion: 1 } : {};
    assert.deepEqual(checkQuery(query.subsystem, { [root]: { Type: query.type, No: last, No1: 0 } }), {
      ok: true,
      value: { query, no: last, ...portion },
    });
    assert.deepEqual(checkQuery(query.subsystem, { [root]: { Type: query.type } }), {
      ok: true,
      value: { query, no: 0, ...portion },
    });
  }
});

test('the member No of a query is accepted up to the last index of its kind', () => {
  const ask = (type: number, no: unknown) =>
    sentenceOf('ac', { HvacV2Request: { Type: type, No: no, No1: 0 } });
  assert.equal(ask(2, 13), 'accepted');
  assert.equal(ask(2, 14), 'HvacV2Request.No: There is no zone 14. Use 0 to 13.');
  assert.equal(ask(3, 8), 'accepted');
  assert.equal(ask(3, 9), 'HvacV2Request.No: There is no favourite 9. Use 0 to 8.');
  assert.equal(ask(2, -1), 'HvacV2Request.No: There is no zone -1. Use 0 to 13.');
  assert.equal(ask(2, '1'), 'HvacV2Request.No: "1" is not a number.');
  assert.equal(
    sentenceOf('irrigation', { RetRequest: { Type: 3, No: 24 } }),
    'RetRequest.No: There is no station 24. Use 0 to 23.',
  );
});

test('a query without a Type is refused with the name of the missing key', () => {
  assert.equal(sentenceOf('irrigation', { RetRequest: {} }), 'RetRequest: The key Type is missing.');
  assert.equal(sentenceOf('ac', { HvacV2Request: { No: 1 } }), 'HvacV2Request: The key Type is missing.');
});

test('an unknown Type is refused with a list of the known ones', () => {
  assert.equal(
    sentenceOf('power', { PowerRequest: { Type: 3, No: 0, No1: 0 } }),
    'PowerRequest.Type: There is no query of Type 3. Use one of 1 (The configuration of the power monitor), 2 (The current readings of the power monitor).',
  );
  assert.match(
    sentenceOf('ac', { HvacV2Request: { Type: '1' } }),
    /^HvacV2Request\.Type: There is no query of Type "1". Use one of .* 2 \(One zone, by No\), /,
  );
  for (const body of [null, [], {}, { HvacV2Request: 1 }, { PowerRequest: { Type: 1 } }])
    assert.equal(
      sentenceOf('ac', body),
      'The body is not a JSON object with HvacV2Request: {Type, No, No1}.',
    );
});

test('a query to the path shared by irrigation and lighting is identified by its single root', () => {
  for (const subsystem of ['irrigation', 'lighting'] as const) {
    const rootOf = (body: object) => {
      const checked = checkQuery(subsystem, body);
      return checked.ok ? checked.value.query.subsystem : toSentence(checked.refusal);
    };
    assert.equal(rootOf({ RetRequest: { Type: 1 } }), 'irrigation');
    assert.equal(rootOf({ LiRequest: { Type: 1 } }), 'lighting');
    assert.equal(
      rootOf({ RetRequest: { Type: 1 }, LiRequest: { Type: 1 } }),
      'A body must contain exactly one query; this one has RetRequest, LiRequest.',
    );
    assert.equal(
      rootOf({}),
      'The body is not a JSON object with RetRequest: {Type, No, No1} or LiRequest: {Type, No, No1}.',
    );
  }
});

test('a lighting favourite is read in six parts', () => {
  const ask = (No1: unknown) => checkQuery('lighting', { LiRequest: { Type: 4, No: 8, No1 } });
  const portionOf = (No1: unknown) => {
    const checked = ask(No1);
    return checked.ok ? checked.value.portion : toSentence(checked.refusal);
  };
  assert.deepEqual([0, 1, 6].map(portionOf), [1, 1, 6]);
  assert.equal(portionOf(7), 'LiRequest.No1: There is no part 7. Use 1 to 6.');
});

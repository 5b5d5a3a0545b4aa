import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseWrites } from '@plenum/protocol/console';
import { isAnswer } from '@plenum/protocol/endpoint';
import { bridgeEndpoints } from './index.ts';

test('every endpoint has a sample answer, body and events that match its definition', () => {
  for (const [id, { answer, example, body, bodyExample, events = {} }] of bridgeEndpoints) {
    if (answer !== undefined) assert.ok(isAnswer(answer, example), id);
    if (body !== undefined && bodyExample !== undefined) assert.ok(isAnswer(body, bodyExample), id);
    for (const [name, { data, example: sample }] of Object.entries(events))
      assert.ok(isAnswer(data, sample), `${id} ${name}`);
  }
});

test('every endpoint has a unique method and path', () => {
  const targets = [...bridgeEndpoints.values()].map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(targets).size, targets.length);
});

test('every endpoint that a cloud account can write to is also an endpoint of a bridge', () => {
  const kept = Array.from(bridgeEndpoints.values()).filter(({ method }) => method === 'post');
  for (const path of houseWrites.keys())
    assert.ok(
      kept.some((one) => one.path === path),
      path,
    );
});

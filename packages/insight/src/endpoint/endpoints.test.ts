import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseWrites } from '@plenum/protocol/console';
import { isAnswer } from '@plenum/protocol/endpoint';
import { bridgeEndpoints } from './index.ts';

test('gives every endpoint a sample answer, body and events in the shape of its definition', () => {
  for (const [id, { answer, example, body, bodyExample, events = {} }] of bridgeEndpoints) {
    if (answer !== undefined) assert.ok(isAnswer(answer, example), id);
    if (body !== undefined && bodyExample !== undefined) assert.ok(isAnswer(body, bodyExample), id);
    for (const [name, { data, example: sample }] of Object.entries(events))
      assert.ok(isAnswer(data, sample), `${id} ${name}`);
  }
});

test('gives every endpoint a unique method and path', () => {
  const targets = [...bridgeEndpoints.values()].map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(targets).size, targets.length);
});

test('lets accounts of a cloud write only to endpoints that bridges have', () => {
  const kept = Array.from(bridgeEndpoints.values()).filter(({ method }) => method === 'post');
  for (const path of houseWrites.keys())
    assert.ok(
      kept.some((one) => one.path === path),
      path,
    );
});

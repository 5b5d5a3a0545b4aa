import assert from 'node:assert/strict';
import { test } from 'node:test';
import { houseWrites } from '@plenum/protocol/console';
import { isAnswer } from '@plenum/protocol/endpoint';
import { bridgeEndpoints } from './index.ts';

test('the sample answer, body and events of every endpoint have the shape that its definition states', () => {
  for (const [id, { answer, example, body, bodyExample, events = {} }] of bridgeEndpoints) {
    if (answer !== undefined) assert.ok(isAnswer(answer, example), id);
    if (body !== undefined && bodyExample !== undefined) assert.ok(isAnswer(body, bodyExample), id);
    for (const [name, { data, example: sample }] of Object.entries(events))
      assert.ok(isAnswer(data, sample), `${id} ${name}`);
  }
});

test('every endpoint has a method and path of its own', () => {
  const targets = [...bridgeEndpoints.values()].map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(targets).size, targets.length);
});

test('a cloud lets accounts change only what an endpoint of the bridge keeps', () => {
  const kept = Array.from(bridgeEndpoints.values()).filter(({ method }) => method === 'post');
  for (const path of houseWrites.keys())
    assert.ok(
      kept.some((one) => one.path === path),
      path,
    );
});

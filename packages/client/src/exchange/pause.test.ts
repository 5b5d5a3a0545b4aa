import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPause } from './pause.ts';

test('shrinks the pause from 100 to 20 ms while a device answers and grows it to 400 if not', () => {
  const pause = createPause();
  assert.equal(pause.current(), 100);
  pause.shorten();
  assert.equal(pause.current(), 80);
  for (let count = 0; count < 20; count++) pause.shorten();
  assert.equal(pause.current(), 20);
  pause.lengthen();
  assert.equal(pause.current(), 100);
  for (const expected of [200, 400, 400]) {
    pause.lengthen();
    assert.equal(pause.current(), expected);
  }
});

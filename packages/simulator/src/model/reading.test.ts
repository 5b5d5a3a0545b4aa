import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isDue, roundTo, toReading } from './reading.ts';

suite('a reading', () => {
  test('a reading is rounded to its resolution', () => {
    assert.deepEqual(
      [2154.9, 2155, 2164.9].map((exact) => roundTo(exact, 10)),
      [2150, 2160, 2160],
    );
    assert.ok(Object.is(roundTo(-0.3, 10), 0), 'never -0');
  });

  test('a reading does not change until the value differs by three quarters of a step', () => {
    assert.deepEqual(
      [2157.5, 2157.6, 2142.5, 2142.4].map((exact) => toReading(2150, exact, 10)),
      [2150, 2160, 2150, 2140],
    );
  });

  test('a reading can have a larger hysteresis', () => {
    assert.deepEqual(
      [2199, 2201].map((exact) => toReading(2150, exact, 10, 50)),
      [2150, 2200],
    );
  });

  test('a reading is taken once per period, at its end, for steps of any length', () => {
    for (const step of [5000, 7000, 30_000, 60_000, 120_000]) {
      let taken = 0;
      for (let at = 0; at < 8_400_000; at += step) if (isDue(120_000, at, at + step)) taken++;
      assert.equal(taken, 70, `${step}`);
    }
    assert.equal(isDue(60_000, 59_999, 60_000), true);
    assert.equal(isDue(60_000, 60_000, 90_000), false);
  });
});

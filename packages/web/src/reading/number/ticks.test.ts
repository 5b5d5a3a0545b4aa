import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ticksOf } from './ticks.ts';

describe('the ticks of an axis', () => {
  for (const [least, most, ticks] of [
    [0, 0, [0, 1]],
    [0, 10, [0, 2, 4, 6, 8, 10]],
    [0, 10.01, [0, 5, 10, 15]],
    [0, 0.7, [0, 0.2, 0.4, 0.6, 0.8]],
    [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [-3, 38, [-10, 0, 10, 20, 30, 40]],
    [-1.2, 0, [-1.5, -1, -0.5, 0]],
    [-0.9, 38, [0, 10, 20, 30, 40]],
    [-1.1, 38, [-10, 0, 10, 20, 30, 40]],
    [0, 1_014_000, [0, 500_000, 1_000_000, 1_500_000]],
  ] as const)
    it(`places the ticks from ${least} to ${most} at ${ticks.join(', ')}`, () => {
      assert.deepEqual(ticksOf(least, most), ticks);
    });

  it('a few even ticks cover all values of an axis', () => {
    for (let most = 0.001; most < 1e6; most *= 1.37)
      for (const least of [0, -most / 7, -3 * most]) {
        const ticks = ticksOf(least, most);
        const spare = 0.1001 * (ticks[1]! - ticks[0]!);
        assert.ok(ticks[0]! - spare <= least && ticks.at(-1)! >= most, `${least} to ${most}`);
        assert.ok(ticks.includes(0), `${least} to ${most}`);
        assert.ok(ticks.length >= 3 && ticks.length <= 8, `${least} to ${most}: ${ticks}`);
      }
  });
});

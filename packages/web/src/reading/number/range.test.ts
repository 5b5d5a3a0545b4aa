import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pinch, widen, zoomBy } from './range.ts';

const minute = 60_000;
const hour = 60 * minute;
const whole = { from: 0, to: 24 * hour };

describe('zoomBy', () => {
  it('zooming halves the range and keeps the time under the finger in place', () => {
    assert.deepEqual(zoomBy(whole, whole, 6 * hour, 2), { from: 3 * hour, to: 15 * hour });
  });

  it('zooms only within the whole range', () => {
    assert.deepEqual(zoomBy({ from: 0, to: 2 * hour }, whole, 2 * hour, 0.5), { from: 0, to: 4 * hour });
    assert.deepEqual(zoomBy({ from: 22 * hour, to: 24 * hour }, whole, 22 * hour, 0.5), {
      from: 20 * hour,
      to: 24 * hour,
    });
  });

  it('does not zoom in below half an hour', () => {
    const shown = { from: 0, to: 40 * minute };
    assert.deepEqual(zoomBy(shown, whole, 0, 2), { from: 0, to: 30 * minute });
  });

  it('ends the zoom when the whole range is visible again', () => {
    assert.equal(zoomBy({ from: 0, to: 12 * hour }, whole, 0, 0.5), undefined);
  });
});

describe('widen', () => {
  it('does not widen a range that is long enough', () => {
    assert.deepEqual(widen({ from: 0, to: 30 * minute }), { from: 0, to: 30 * minute });
  });

  it('widens a few minutes to half an hour around their middle', () => {
    assert.deepEqual(widen({ from: 60 * minute, to: 64 * minute }), { from: 47 * minute, to: 77 * minute });
  });
});

describe('pinch', () => {
  const fingers = (from: [number, number], to: [number, number]) => pinch(whole, whole, { from, to });

  it('keeps the times under both fingers in a pinch, whichever finger came first', () => {
    const closer = { from: 6 * hour, to: 18 * hour };
    assert.deepEqual(fingers([0.4, 0.6], [0.3, 0.7]), closer);
    assert.deepEqual(fingers([0.6, 0.4], [0.7, 0.3]), closer);
  });

  it('moves the range with two fingers that move the same way, within the whole range', () => {
    const shown = { from: 6 * hour, to: 18 * hour };
    const moved = (by: number) => pinch(shown, whole, { from: [0.4, 0.6], to: [0.4 + by, 0.6 + by] });
    assert.deepEqual(moved(-0.25), { from: 9 * hour, to: 21 * hour });
    assert.deepEqual(moved(0.9), { from: 0, to: 12 * hour });
  });

  it('zooms in to half an hour at most, and ends the zoom when the whole range is visible', () => {
    const { from, to } = fingers([0.49, 0.51], [0, 1])!;
    assert.equal(to - from, 30 * minute);
    assert.equal(fingers([0.1, 0.9], [0.4, 0.6]), undefined);
    assert.equal(fingers([0.1, 0.9], [0.5, 0.5]), undefined);
  });
});

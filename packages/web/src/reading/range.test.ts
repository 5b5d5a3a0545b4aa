import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { widen, zoomBy } from './range.ts';

const minute = 60_000;
const hour = 60 * minute;
const whole = { from: 0, to: 24 * hour };

describe('zoomBy', () => {
  it('halves what is shown and keeps the instant under the finger where it is', () => {
    assert.deepEqual(zoomBy(whole, whole, 6 * hour, 2), { from: 3 * hour, to: 15 * hour });
  });

  it('stays within the whole', () => {
    assert.deepEqual(zoomBy({ from: 0, to: 2 * hour }, whole, 2 * hour, 0.5), { from: 0, to: 4 * hour });
    assert.deepEqual(zoomBy({ from: 22 * hour, to: 24 * hour }, whole, 22 * hour, 0.5), {
      from: 20 * hour,
      to: 24 * hour,
    });
  });

  it('goes no closer than half an hour', () => {
    const shown = { from: 0, to: 40 * minute };
    assert.deepEqual(zoomBy(shown, whole, 0, 2), { from: 0, to: 30 * minute });
  });

  it('is over where it shows all again', () => {
    assert.equal(zoomBy({ from: 0, to: 12 * hour }, whole, 0, 0.5), undefined);
  });
});

describe('widen', () => {
  it('leaves what is long enough', () => {
    assert.deepEqual(widen({ from: 0, to: 30 * minute }), { from: 0, to: 30 * minute });
  });

  it('widens a few minutes to half an hour about their middle', () => {
    assert.deepEqual(widen({ from: 60 * minute, to: 64 * minute }), { from: 47 * minute, to: 77 * minute });
  });
});

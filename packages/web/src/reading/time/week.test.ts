import assert from 'node:assert/strict';
import { test } from 'node:test';
import { on } from '../days.fixture.ts';
import { fromTimeText, layOut, stretchesOf, toTimeText } from './week.ts';

test('shows a favourite from its start to its stop on its days', () => {
  assert.deepEqual(stretchesOf(on('M', 'W'), 375, 510), [
    { day: 'M', from: 375, to: 510 },
    { day: 'W', from: 375, to: 510 },
  ]);
});

test('continues a favourite past midnight on the next day, also from Sunday to Monday', () => {
  assert.deepEqual(stretchesOf(on('Su'), 1320, 360), [
    { day: 'Su', from: 1320, to: 1440 },
    { day: 'M', from: 0, to: 360 },
  ]);
  assert.deepEqual(stretchesOf(on('F'), 1320, 0), [{ day: 'F', from: 1320, to: 1440 }]);
});

test('shows a mark for a favourite without a stop, and nothing for one without a start', () => {
  assert.deepEqual(stretchesOf(on('M'), 1430, undefined), [{ day: 'M', from: 1430, to: 1440 }]);
  assert.deepEqual(stretchesOf(on('M'), undefined, 510), []);
});

test('converts times to time inputs and back', () => {
  assert.equal(toTimeText(375), '06:15');
  assert.equal(toTimeText(undefined), '');
  assert.deepEqual(fromTimeText('06:15', { h: 31, m: 63 }), { h: 6, m: 15 });
  assert.deepEqual(fromTimeText('', { h: 31, m: 63 }), { h: 31, m: 63 });
});

test('places simultaneous items side by side in lanes, and gives later ones the whole width', () => {
  const at = (from: number, to: number) => ({ from, to });
  const lanes = (...all: readonly { from: number; to: number }[]) =>
    layOut(all).map(({ from, lane, lanes }) => `${from}: ${lane} of ${lanes}`);
  assert.deepEqual(lanes(at(60, 120), at(0, 60)), ['0: 0 of 1', '60: 0 of 1']);
  assert.deepEqual(lanes(at(0, 61), at(60, 120), at(120, 180)), ['0: 0 of 2', '60: 1 of 2', '120: 0 of 1']);
  assert.deepEqual(lanes(at(0, 100), at(10, 20), at(20, 30), at(25, 50)), [
    '0: 0 of 3',
    '10: 1 of 3',
    '20: 1 of 3',
    '25: 2 of 3',
  ]);
  assert.deepEqual(lanes(), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { on } from './days.fixture.ts';
import { fromTimeText, stretchesOf, toTimeText } from './week.ts';

test('a favourite is on from its start to its stop on its days', () => {
  assert.deepEqual(stretchesOf(on('M', 'W'), 375, 510), [
    { day: 'M', from: 375, to: 510 },
    { day: 'W', from: 375, to: 510 },
  ]);
});

test('over midnight it goes on in the day after, on Sunday into Monday', () => {
  assert.deepEqual(stretchesOf(on('Su'), 1320, 360), [
    { day: 'Su', from: 1320, to: 1440 },
    { day: 'M', from: 0, to: 360 },
  ]);
  assert.deepEqual(stretchesOf(on('F'), 1320, 0), [{ day: 'F', from: 1320, to: 1440 }]);
});

test('without a stop it is a mark, without a start nothing', () => {
  assert.deepEqual(stretchesOf(on('M'), 1430, undefined), [{ day: 'M', from: 1430, to: 1440 }]);
  assert.deepEqual(stretchesOf(on('M'), undefined, 510), []);
});

test('times go to the inputs of a browser and back', () => {
  assert.equal(toTimeText(375), '06:15');
  assert.equal(toTimeText(undefined), '');
  assert.deepEqual(fromTimeText('06:15', { h: 31, m: 63 }), { h: 6, m: 15 });
  assert.deepEqual(fromTimeText('', { h: 31, m: 63 }), { h: 31, m: 63 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../text/english.fixture.ts';
import { on } from './days.fixture.ts';
import { formatLocalDate, nextDate } from './next-date.ts';

const zone = 'Australia/Sydney';
// A Friday in Sydney, a Thursday in UTC.
const friday = Date.parse('2026-11-27T07:30+11:00');

test('the next date of a favourite is today until it has started, in the zone of the house', () => {
  assert.equal(nextDate({ days: on('F', 'Sa'), start: 451 }, friday, zone), '2026-11-27');
  assert.equal(nextDate({ days: on('F', 'Sa'), start: 450 }, friday, zone), '2026-11-28');
  assert.equal(nextDate({ days: on('F'), start: 450 }, friday, zone), '2026-12-04');
  assert.equal(formatLocalDate('2026-11-28'), 'Sat 28 Nov');
});

test('one without a start or a day has none', () => {
  assert.equal(nextDate({ days: on('F'), start: undefined }, friday, zone), undefined);
  assert.equal(nextDate({ days: on(), start: 0 }, friday, zone), undefined);
});

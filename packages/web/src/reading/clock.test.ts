import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showInstant, showWait, sinceMidnight, toCivil, toKnownZone, toMinute, untilNext } from './clock.ts';
import { on } from './days.fixture.ts';

const friday = { weekday: 'F', minute: 15 * 60 } as const;

test('an instant is read in the zone of the house, not of the reader', () => {
  const at = Date.UTC(2026, 10, 20, 14, 5);
  assert.deepEqual(toCivil(at, 'Australia/Sydney'), { weekday: 'Sa', minute: 65 });
  assert.deepEqual(toCivil(at, 'UTC'), { weekday: 'F', minute: 845 });
  assert.equal(showInstant(at, 'Australia/Sydney'), 'Sat 21 Nov, 01:05');
  assert.equal(sinceMidnight(at + 1_500, 'Australia/Sydney'), 65 * 60_000 + 1_500);
});

test('a zone this browser does not know is that of the browser, and breaks no clock', () => {
  assert.equal(toKnownZone('Australia/Sydney'), 'Australia/Sydney');
  for (const zone of ['Australia/Gotham', '', undefined]) assert.equal(toKnownZone(zone), undefined);
});

test('hours above 23 and minutes above 59 switch a time off', () => {
  assert.equal(toMinute(23, 59), 1439);
  assert.equal(toMinute(0, 0), 0);
  assert.equal(toMinute(31, 0), undefined);
  assert.equal(toMinute(24, 0), undefined);
  assert.equal(toMinute(6, 63), undefined);
});

test('the next start is the nearest of all days and times', () => {
  assert.equal(showWait(friday, untilNext(friday, on('F'), [16 * 60])!), 'today 16:00');
  assert.equal(showWait(friday, untilNext(friday, on('Sa', 'M'), [375])!), 'tomorrow 06:15');
  assert.equal(showWait(friday, untilNext(friday, on('M', 'W'), [375])!), 'Mon 06:15');
});

test('a start of this very minute is over until next week', () => {
  assert.equal(untilNext(friday, on('F'), [15 * 60]), 7 * 1440);
  assert.equal(untilNext(friday, on('F'), [15 * 60 - 1]), 7 * 1440 - 1);
});

test('without a day or a time there is no next start', () => {
  assert.equal(untilNext(friday, on(), [375]), undefined);
  assert.equal(untilNext(friday, on('F'), []), undefined);
});

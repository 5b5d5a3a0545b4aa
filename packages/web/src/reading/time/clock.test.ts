import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromAbsolute } from '@internationalized/date';
import '../../text/english.fixture.ts';
import { setLanguage } from '../../text/catalogue.fixture.ts';
import { formatMinutes } from '../number/intl.ts';
import { dayOf } from './calendar.ts';
import { isSameClock, offsetAt, toCivil } from './civil.ts';
import {
  dayName,
  formatHour,
  formatInstant,
  formatMinute,
  formatNext,
  formatTime,
  toKnownZone,
} from './clock.ts';

const friday = { weekday: 'F', minute: 15 * 60 } as const;

test('shows a time in the time zone of the house, not of the reader', () => {
  const at = Date.UTC(2026, 10, 20, 14, 5);
  assert.deepEqual(toCivil(at, 'Australia/Sydney'), { weekday: 'Sa', minute: 65, day: 20_778 });
  assert.deepEqual(toCivil(at, 'UTC'), { weekday: 'F', minute: 845, day: 20_777 });
  assert.equal(formatInstant(at, 'Australia/Sydney'), 'Sat 21 Nov, 01:05');
});

test('reads every time zone’s offset from the browser, also before standard time', () => {
  for (const zone of Intl.supportedValuesOf('timeZone'))
    for (const at of ['1850-01-01', '2026-01-15', '2026-07-15'].map(Date.parse)) {
      const { offset } = fromAbsolute(at, zone);
      assert.equal(offsetAt(at, zone), offset, `${zone} at ${at}`);
    }
});

/** The day that contains a time in a zone: its start in UTC, and its length in hours. */
const day = (at: string, timeZone: string) => {
  const { from, to } = dayOf(Date.parse(at), timeZone);
  return [new Date(from).toISOString().slice(0, 16), (to - from) / 3_600_000];
};

test('a day begins at midnight of the house', () => {
  assert.deepEqual(day('2026-11-20T14:05:01.500Z', 'Australia/Sydney'), ['2026-11-20T13:00', 24]);
  assert.deepEqual(day('2026-11-20T14:05:01.500Z', 'UTC'), ['2026-11-20T00:00', 24]);
  assert.deepEqual(day('2026-11-20T18:15:00.000Z', 'Asia/Kathmandu'), ['2026-11-20T18:15', 24]);
});

test('makes a day of a clock change in Sydney 23 or 25 hours long, from any time of it', () => {
  for (const at of [
    '2026-10-03T14:00:00Z',
    '2026-10-03T15:59:59Z',
    '2026-10-03T16:00:00Z',
    '2026-10-04T12:59:59Z',
  ])
    assert.deepEqual(day(at, 'Australia/Sydney'), ['2026-10-03T14:00', 23]);
  for (const at of [
    '2026-04-04T13:00:00Z',
    '2026-04-04T15:30:00Z',
    '2026-04-04T16:30:00Z',
    '2026-04-05T13:59:59Z',
  ])
    assert.deepEqual(day(at, 'Australia/Sydney'), ['2026-04-04T13:00', 25]);
  for (const at of ['2026-10-03T13:59:59Z', '2026-04-04T12:59:59Z'])
    assert.equal(day(at, 'Australia/Sydney')[1], 24);
  for (const at of ['2026-10-04T13:00:00Z', '2026-04-05T14:00:00Z'])
    assert.deepEqual(day(at, 'Australia/Sydney'), [at.slice(0, 16), 24]);
});

test('begins a day without midnight at the change, and one with two at the first', () => {
  assert.deepEqual(day('2026-09-06T12:00:00Z', 'America/Santiago'), ['2026-09-06T04:00', 23]);
  assert.deepEqual(day('2026-11-01T12:00:00Z', 'America/Havana'), ['2026-11-01T04:00', 25]);
});

test("uses the browser's time zone if the zone is unknown", () => {
  assert.equal(toKnownZone('Australia/Sydney'), 'Australia/Sydney');
  for (const zone of ['Australia/Gotham', '', undefined]) assert.equal(toKnownZone(zone), undefined);
});

test('formats the next start by the days until then', () => {
  const midnight = 9 * 60;
  assert.equal(formatNext(friday, 60), 'today 16:00');
  assert.equal(formatNext(friday, midnight + 375), 'tomorrow 06:15');
  assert.equal(formatNext(friday, midnight + 2 * 1440 + 375), 'Mon 06:15');
});

test("formats times, days and dates in the reader's format", () => {
  const at = Date.UTC(2026, 10, 21, 14, 5);
  const written = () => [
    formatTime(at, 'UTC'),
    formatMinute(375),
    dayName('W'),
    formatInstant(at, 'UTC'),
    formatHour(18),
  ];
  // The space before AM and PM does not break, so that they stay on the line of their time.
  const plain = () => written().map((text) => text.replaceAll('\u202f', ' '));
  assert.deepEqual(plain(), ['14:05', '06:15', 'Wed', 'Sat 21 Nov, 14:05', '18']);
  setLanguage('en', 'en-US');
  assert.deepEqual(plain(), ['2:05 PM', '6:15 AM', 'Wed', 'Sat, Nov 21, 2:05 PM', '6 PM']);
  setLanguage('de', 'de-DE');
  assert.deepEqual(plain(), ['14:05', '06:15', 'Mi', 'Sa., 21. Nov., 14:05', '18 Uhr']);
  setLanguage('en', 'en-GB');
});

test('formats a duration in hours and minutes, never as a long fraction', () => {
  const lengths = () => [1, 59, 60, 61, 90, 100, 120, 1_439, 1_440].map(formatMinutes);
  const minutes = [
    '1 min',
    '59 min',
    '1 h',
    '1 h 1 min',
    '1.5 h',
    '1 h 40 min',
    '2 h',
    '23 h 59 min',
    '24 h',
  ];
  assert.deepEqual(lengths(), minutes);
  setLanguage('de', 'de-DE');
  try {
    assert.equal(formatMinutes(90), '1,5 h');
  } finally {
    setLanguage('en', 'en-GB');
  }
});

test('treats two time zones as equal if their clocks agree in summer and in winter', () => {
  const at = Date.UTC(2026, 10, 20);
  assert.equal(isSameClock(at, 'Europe/Berlin', 'Europe/Vienna'), true);
  assert.equal(isSameClock(at, 'Europe/Berlin', 'Africa/Lagos'), false, 'they agree in winter only');
  assert.equal(isSameClock(at, 'Europe/Berlin', 'UTC'), false);
});

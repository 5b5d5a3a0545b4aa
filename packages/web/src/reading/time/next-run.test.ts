import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { initialDatagram } from '@plenum/protocol/component';
import type { SetException } from '@plenum/protocol/schedule';
import { on } from '../days.fixture.ts';
import { toCivil } from './civil.ts';
import { formatLocalDate, formatNextRun, nextRun } from './next-run.ts';

// A Friday in Sydney, a Thursday in UTC.
const friday = toCivil(Date.parse('2026-11-27T07:30+11:00'), 'Australia/Sydney');
const week = (days: ReturnType<typeof on>, StartM: number, more = {}) => ({
  ...initialDatagram('schedule'),
  Enabled: 1,
  DaysEnabled: days,
  StartH: 7,
  StartM,
  StopH: 9,
  StopM: 0,
  ...more,
});
const next = (times: ReturnType<typeof week>, ...exceptions: SetException[]) => {
  const found = nextRun(times, exceptions, friday);
  return found && [found.date, formatNextRun(found, friday), found.isOnce];
};

test('shows a favourite’s next start as today until it started, in the house’s time zone', () => {
  assert.deepEqual(next(week(on('F', 'Sa'), 31)), ['2026-11-27', 'today 07:31', false]);
  assert.deepEqual(next(week(on('F', 'Sa'), 30)), ['2026-11-28', 'tomorrow 07:30', false]);
  assert.deepEqual(next(week(on('F'), 30)), ['2026-12-04', 'Fri 4 Dec 07:30', false]);
  assert.equal(formatLocalDate('2026-11-28'), 'Sat 28 Nov');
});

test('a favourite without a start or a day has no next run', () => {
  assert.equal(next(week(on('F'), 31, { StartH: 31 })), undefined);
  assert.equal(next(week(on(), 31)), undefined);
  assert.equal(next(week(on('F'), 31, { Enabled: 0 })), undefined);
});

test('moves a favourite’s next start by its exceptions, and to a holiday’s return or later', () => {
  const daily = week(on('M', 'Tu', 'W', 'Th', 'F', 'Sa', 'Su'), 31);
  const today = { kind: 'schedule', index: 0, date: '2026-11-27', setAt: 0 } as const;
  assert.deepEqual(next(daily, today), ['2026-11-28', 'tomorrow 07:31', false]);
  assert.deepEqual(next(daily, { ...today, start: '16:00' }), ['2026-11-27', 'today 16:00', true]);
  const off = week(on(), 31, { Enabled: 0 });
  assert.deepEqual(next(off, { ...today, start: '16:00' }), ['2026-11-27', 'today 16:00', true]);
  const away = { kind: 'holiday', date: '2026-11-27', until: '2026-12-12', setAt: 0 } as const;
  assert.deepEqual(next(daily, away), ['2026-12-12', 'Sat 12 Dec 07:31', false]);
});

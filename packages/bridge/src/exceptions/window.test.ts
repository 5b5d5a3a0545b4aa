import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WeeklyTimes } from '@plenum/protocol/schedule';
import { instantOf, localMinuteOf, windowOf } from './window.ts';

const zone = 'Australia/Sydney';
const every = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
const week = (start: string, stop: string): WeeklyTimes => {
  const [StartH, StartM] = start.split(':').map(Number);
  const [StopH, StopM] = stop.split(':').map(Number);
  return { Enabled: 1, StartH: StartH!, StartM: StartM!, StopH: StopH!, StopM: StopM!, DaysEnabled: every };
};
const local = (at: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
const window = (date: string, run: { start?: string; stop?: string }, times: WeeklyTimes) => {
  const { from, to } = windowOf({ kind: 'schedule', index: 0, date, ...run }, times, zone);
  return [local(from), local(to)];
};

test('applies an exception on its date until a minute after its run or the skipped run', () => {
  for (const [run, times, expected] of [
    [{}, week('06:00', '08:00'), ['2026-11-27 23:59', '2026-11-28 23:59']],
    [{}, week('22:00', '06:00'), ['2026-11-27 23:59', '2026-11-29 06:01']],
    [{ start: '09:00', stop: '11:00' }, week('15:30', '18:00'), ['2026-11-27 23:59', '2026-11-28 23:59']],
    [{ start: '23:00', stop: '05:59' }, week('06:00', '08:00'), ['2026-11-27 23:59', '2026-11-29 06:00']],
    [{ start: '23:59' }, week('06:00', '08:00'), ['2026-11-27 23:59', '2026-11-29 00:00']],
  ] as const)
    assert.deepEqual(window('2026-11-28', run, times), expected);
});

test('applies a holiday until a minute before the date of return', () => {
  const { from, to } = windowOf(
    { kind: 'holiday', date: '2026-11-28', until: '2026-12-05' },
    undefined,
    zone,
  );
  assert.deepEqual([local(from), local(to)], ['2026-11-27 23:59', '2026-12-04 23:59']);
});

test('follows the local time of the house when its clocks change at night', () => {
  // On 2026-10-04 the clocks in Sydney go forward from 02:00 to 03:00.
  const run = { start: '23:30', stop: '02:30' };
  assert.equal(window('2026-10-03', run, week('06:00', '08:00'))[1], '2026-10-04 03:31');
  const noon = Date.parse('2026-10-04T12:00+11:00');
  assert.equal(instantOf(localMinuteOf(noon, zone), zone), noon);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { duringOf, hasSameTimes, type Times, windowOf } from './window.ts';

const zone = 'Australia/Sydney';
const every = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
const working = { ...every, Sa: 0, Su: 0 };
const week = (start: string, stop: string, more: Partial<Times> = {}): Times => {
  const [StartH, StartM] = start.split(':').map(Number);
  const [StopH, StopM] = stop.split(':').map(Number);
  return {
    Enabled: 1,
    StartH: StartH!,
    StartM: StartM!,
    StopH: StopH!,
    StopM: StopM!,
    DaysEnabled: every,
    ...more,
  };
};
const local = (at: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** The window of an exception in local time, or the code of its refusal with its reason. */
const window = (date: string, run: { start?: string; stop?: string }, times: Times) => {
  const found = windowOf({ kind: 'schedule', index: 0, date, ...run }, times, zone);
  return found.ok
    ? [local(found.value.from), local(found.value.to)]
    : [found.refusal.code, String(found.refusal.facts?.why)];
};

test('a favourite is changed from midnight of the date until a minute after its stop', () => {
  // 2026-11-28 is a Saturday.
  for (const [run, times, expected] of [
    [{}, week('06:00', '08:00'), ['2026-11-27 23:59', '2026-11-28 08:01']],
    [{}, week('22:00', '06:00'), ['2026-11-28 06:01', '2026-11-29 06:01']],
    [{}, week('06:00', '31:63'), ['2026-11-27 23:59', '2026-11-28 06:01']],
    [
      { start: '09:00', stop: '11:00' },
      week('06:00', '08:00', { DaysEnabled: working }),
      ['2026-11-27 23:59', '2026-11-28 11:01'],
    ],
    [{ start: '09:00' }, week('06:00', '08:00'), ['2026-11-27 23:59', '2026-11-28 09:01']],
    [{ start: '23:00', stop: '05:59' }, week('06:00', '08:00'), ['2026-11-27 23:59', '2026-11-29 06:00']],
    // The run of the day before is over at midnight, and this one starts then.
    [{ start: '00:00', stop: '01:00' }, week('20:00', '00:00'), ['2026-11-27 23:59', '2026-11-28 01:01']],
    [{ start: '05:00', stop: '07:00' }, week('22:00', '06:00'), ['2026-11-28 04:59', '2026-11-28 07:01']],
  ] as const)
    assert.deepEqual(window('2026-11-28', run, times), expected);
});

test('the clocks that change in a night are those of the house', () => {
  // On 2026-10-04 the clocks of Sydney go from 02:00 to 03:00.
  assert.deepEqual(window('2026-10-04', { start: '02:30', stop: '04:00' }, week('06:00', '08:00')), [
    '2026-10-03 23:59',
    '2026-10-04 04:01',
  ]);
});

test('there must be something to skip, and no run may reach the next', () => {
  const reason = 'it does not start by time on 2026-11-28';
  for (const times of [
    week('06:00', '08:00', { DaysEnabled: working }),
    week('06:00', '08:00', { Enabled: 0 }),
    week('31:63', '08:00'),
  ])
    assert.deepEqual(window('2026-11-28', {}, times), ['not-available', reason]);
  const again = ['not-available', 'the favourite starts again before it'];
  assert.deepEqual(window('2026-11-28', { start: '23:00', stop: '06:00' }, week('06:00', '08:00')), again);
  assert.deepEqual(window('2026-11-28', {}, week('06:00', '06:00')), again);
});

test('while an exception applies, the favourite is off, or runs on that one day', () => {
  const times = week('06:00', '08:00', { DaysEnabled: working, Enabled: 0 });
  const saturday = { ...working, M: 0, Tu: 0, W: 0, Th: 0, F: 0, Sa: 1 };
  const which = { kind: 'schedule', index: 0, date: '2026-11-28' } as const;
  assert.deepEqual(duringOf(which, { ...times, Enabled: 1 }), times);
  assert.deepEqual(duringOf({ ...which, start: '09:15', stop: '00:05' }, times), {
    ...week('09:15', '00:05'),
    DaysEnabled: saturday,
  });
  assert.deepEqual(duringOf({ ...which, start: '09:15' }, times), {
    ...week('09:15', '31:63'),
    DaysEnabled: saturday,
  });
  assert.ok(hasSameTimes(week('06:00', '31:63'), week('06:00', '24:00')));
  assert.ok(!hasSameTimes(week('06:00', '08:00'), week('06:00', '08:01')));
});

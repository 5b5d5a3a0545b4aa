import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SetException } from '@plenum/protocol/schedule';
import { createCalendar } from './calendar.ts';
import { type FavouriteTimes, findDueFavourites } from './favourite-times.ts';
import { findNextFavourite } from './next-favourite.ts';

const everyDay = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
const noDay = { M: 0, Tu: 0, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 };
const favourite = (start: string, stop: string, more: Partial<FavouriteTimes> = {}): FavouriteTimes => {
  const [StartH, StartM] = start.split(':').map(Number);
  const [StopH, StopM] = stop.split(':').map(Number);
  return {
    Name: 'Evening',
    Enabled: 1,
    StartH: StartH!,
    StartM: StartM!,
    StopH: StopH!,
    StopM: StopM!,
    DaysEnabled: everyDay,
    ...more,
  };
};
const day = 24 * 3_600_000;
const sydney = createCalendar('Australia/Sydney');

/** Returns the starts and stops of a favourite between two times, minute by minute, as `Tu 06:30 start`. */
const course = (
  favourites: FavouriteTimes[],
  from: string,
  until: string,
  exceptions: readonly SetException[] = [],
): string[] => {
  const events: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(until); at += 60_000) {
    const { weekday, minute } = sydney.civil(at + 60_000);
    const time = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
    const minutes = sydney.minutesBetween(at, at + 60_000);
    for (const due of findDueFavourites(favourites, minutes, () => exceptions))
      events.push(`${weekday} ${time} ${due.event} ${due.place}`);
  }
  return events;
};
/** Monday 2026-06-01 in Sydney, and the three days after it. */
const [monday, tuesday, wednesday, thursday] = [0, 1, 2, 3].map((n) =>
  new Date(Date.parse('2026-05-31T14:00:00Z') - 60_000 + n * day).toISOString(),
) as [string, string, string, string];

suite('a favourite', () => {
  test('a favourite starts and stops at its minutes', () => {
    assert.deepEqual(course([favourite('6:30', '8:00')], monday, tuesday), [
      'M 6:30 start 0',
      'M 8:00 stop 0',
    ]);
  });

  test('a favourite starts only on its days', () => {
    const times = favourite('6:30', '8:00', { DaysEnabled: { ...noDay, Tu: 1 } });
    assert.deepEqual(course([times], monday, thursday), ['Tu 6:30 start 0', 'Tu 8:00 stop 0']);
  });

  test('a favourite that runs over midnight stops on the next day, even if that day is not enabled', () => {
    const times = favourite('22:00', '6:00', { DaysEnabled: { ...noDay, M: 1 } });
    assert.deepEqual(course([times], monday, thursday), ['M 22:00 start 0', 'Tu 6:00 stop 0']);
  });

  test('a favourite with the same start and stop runs a whole day', () => {
    const times = favourite('6:00', '6:00', { DaysEnabled: { ...noDay, M: 1, Tu: 1 } });
    assert.deepEqual(course([times], monday, thursday), [
      'M 6:00 start 0',
      'Tu 6:00 stop 0',
      'Tu 6:00 start 0',
      'W 6:00 stop 0',
    ]);
  });

  test('a favourite does not start or stop at a time with hour 31 or minute 63', () => {
    assert.deepEqual(course([favourite('31:00', '8:00')], monday, tuesday), ['M 8:00 stop 0']);
    assert.deepEqual(course([favourite('6:63', '8:00')], monday, tuesday), ['M 8:00 stop 0']);
    assert.deepEqual(course([favourite('6:30', '31:63')], monday, tuesday), ['M 6:30 start 0']);
    assert.deepEqual(course([favourite('6:30', '8:63')], monday, tuesday), ['M 6:30 start 0']);
  });

  test('any hour above 23 or minute above 59 means that the favourite does not start', () => {
    assert.deepEqual(course([favourite('24:00', '255:60')], monday, wednesday), []);
    assert.deepEqual(course([favourite('0:60', '23:59')], monday, tuesday), ['M 23:59 stop 0']);
  });

  test('a favourite that is disabled or has no name neither starts nor stops by time', () => {
    assert.deepEqual(course([favourite('6:30', '8:00', { Enabled: 0 })], monday, tuesday), []);
    assert.deepEqual(course([favourite('6:30', '8:00', { Name: '' })], monday, tuesday), []);
  });

  test('puts the stop first if one favourite stops at the minute another one starts', () => {
    const both = [favourite('8:00', '9:00'), favourite('6:30', '8:00')];
    assert.deepEqual(course(both, monday, tuesday), [
      'M 6:30 start 1',
      'M 8:00 stop 1',
      'M 8:00 start 0',
      'M 9:00 stop 0',
    ]);
  });

  test('a favourite whose start lies in the skipped hour starts in the first minute after it', () => {
    const night = ['2026-10-03T14:00:00Z', '2026-10-03T20:00:00Z'] as const;
    assert.deepEqual(course([favourite('2:30', '4:00')], ...night), ['Su 3:00 start 0', 'Su 4:00 stop 0']);
    assert.deepEqual(course([favourite('2:30', '3:01')], ...night), ['Su 3:00 start 0', 'Su 3:01 stop 0']);
  });

  test('a favourite within the skipped hour starts a minute after it, for its usual time', () => {
    const night = ['2026-10-03T14:00:00Z', '2026-10-04T13:00:00Z'] as const;
    assert.deepEqual(course([favourite('2:10', '2:40')], ...night), ['Su 3:00 start 0', 'Su 3:30 stop 0']);
    assert.deepEqual(course([favourite('2:00', '3:00')], ...night), ['Su 3:00 start 0', 'Su 4:00 stop 0']);
    const weekdays = favourite('2:10', '2:40', { DaysEnabled: { ...everyDay, Su: 0 } });
    assert.deepEqual(course([weekdays], ...night), []);
    const weekend = favourite('2:10', '2:40', { DaysEnabled: { ...noDay, Su: 1 } });
    assert.deepEqual(course([weekend], ...night), ['Su 3:00 start 0', 'Su 3:30 stop 0']);
  });

  test('a favourite that stops in the skipped hour stops in the first minute after it', () => {
    const night = ['2026-10-03T14:00:00Z', '2026-10-03T20:00:00Z'] as const;
    assert.deepEqual(course([favourite('31:63', '2:40')], ...night), ['Su 3:00 stop 0']);
    assert.deepEqual(course([favourite('1:30', '2:40')], ...night), ['Su 1:30 start 0', 'Su 3:00 stop 0']);
  });

  test('a night that skips an hour does not affect a favourite outside that hour', () => {
    const after = ['2026-10-03T15:59:00Z', '2026-10-05T14:00:00Z'] as const;
    assert.deepEqual(course([favourite('3:10', '3:40')], ...after), [
      'Su 3:10 start 0',
      'Su 3:40 stop 0',
      'M 3:10 start 0',
      'M 3:40 stop 0',
    ]);
  });

  test('a favourite whose start lies in the repeated hour starts once', () => {
    const night = ['2026-04-04T14:00:00Z', '2026-04-04T20:00:00Z'] as const;
    assert.deepEqual(course([favourite('2:30', '4:00')], ...night), ['Su 2:30 start 0', 'Su 4:00 stop 0']);
  });
});

test('returns the same empty list of favourites each time for an empty list of minutes', () => {
  assert.equal(findDueFavourites([favourite('6:30', '8:00')], []), findDueFavourites([], []));
});

suite('an exception of a favourite', () => {
  const date = { kind: 'schedule', index: 0, setAt: 0 } as const;
  const minuteOf = (instant: string) => {
    const { day, minute } = sydney.civil(Date.parse(instant));
    return day * 1_440 + minute;
  };
  const morning = favourite('6:30', '8:00');

  test('an exception replaces only the run of its date', () => {
    const other = { ...date, date: '2026-06-02', start: '09:00', stop: '10:15' };
    assert.deepEqual(course([morning], monday, thursday, [other]), [
      'M 6:30 start 0',
      'M 8:00 stop 0',
      'Tu 9:00 start 0',
      'Tu 10:15 stop 0',
      'W 6:30 start 0',
      'W 8:00 stop 0',
    ]);
  });

  test('an exception without start skips the run and its stop, but not the previous stop', () => {
    const skipped = { ...date, date: '2026-06-01' };
    assert.deepEqual(course([favourite('22:00', '6:00')], monday, wednesday, [skipped]), [
      'M 6:00 stop 0',
      'Tu 22:00 start 0',
    ]);
  });

  test('an exception runs even if the favourite is disabled or has no days', () => {
    const once = { ...date, date: '2026-06-01', start: '22:00', stop: '01:00' };
    for (const more of [{ Enabled: 0 }, { DaysEnabled: noDay }])
      assert.deepEqual(course([favourite('6:30', '8:00', more)], monday, thursday, [once]), [
        'M 22:00 start 0',
        'Tu 1:00 stop 0',
      ]);
  });

  test('an exception does not affect a run that began before it, but one a minute later', () => {
    const [begun, next] = [minuteOf('2026-06-01T06:30+10:00'), minuteOf('2026-06-01T06:29+10:00')];
    const holiday = { kind: 'holiday', date: '2026-06-01', until: '2026-06-03' } as const;
    const run = ['M 6:30 start 0', 'M 8:00 stop 0'];
    assert.deepEqual(course([morning], monday, wednesday, [{ ...holiday, setAt: begun }]), run);
    assert.deepEqual(course([morning], monday, wednesday, [{ ...holiday, setAt: next }]), []);
  });

  test("a holiday ends on the date of return, and a favourite's own exceptions override it", () => {
    const holiday = { kind: 'holiday', date: '2026-06-01', until: '2026-06-03', setAt: 0 } as const;
    const once = { ...date, date: '2026-06-02', start: '12:00', stop: '13:00' };
    assert.deepEqual(course([morning], monday, thursday, [holiday, once]), [
      'Tu 12:00 start 0',
      'Tu 13:00 stop 0',
      'W 6:30 start 0',
      'W 8:00 stop 0',
    ]);
  });

  test('an exception in the skipped hour runs for its full time', () => {
    const once = { ...date, date: '2026-10-04', start: '02:10', stop: '02:40' };
    const night = ['2026-10-03T14:00:00Z', '2026-10-04T13:00:00Z'] as const;
    assert.deepEqual(course([favourite('7:00', '8:00')], ...night, [once]), [
      'Su 3:00 start 0',
      'Su 3:30 stop 0',
    ]);
  });

  test('an exception moves the next start, even past a holiday of half a year', () => {
    const at = Date.parse('2026-06-01T05:00+10:00');
    const next = (...exceptions: SetException[]) => {
      const found = findNextFavourite(
        { times: [morning], exceptionsAt: () => exceptions },
        { calendar: sydney, at },
        () => true,
      );
      return found && new Date(found.at).toISOString();
    };
    assert.equal(next(), '2026-05-31T20:30:00.000Z');
    assert.equal(next({ ...date, date: '2026-06-01' }), '2026-06-01T20:30:00.000Z');
    assert.equal(next({ ...date, date: '2026-06-01', start: '05:01' }), '2026-05-31T19:01:00.000Z');
    const away = { kind: 'holiday', date: '2026-06-01', until: '2026-12-01', setAt: 0 } as const;
    assert.equal(next(away), '2026-11-30T19:30:00.000Z');
  });
});

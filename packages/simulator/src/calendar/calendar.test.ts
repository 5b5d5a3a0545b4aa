import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { type CivilMinute, createCalendar } from './calendar.ts';
import { findPeriods } from './offsets.ts';

const minute = 60_000;
const hour = 60 * minute;
const clock = ({ minute }: { minute: number }) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const toTexts = (minutes: readonly CivilMinute[]) => minutes.map((each) => `${each.weekday} ${clock(each)}`);
/** Formats the local date and time of a timestamp as `2026-10-04 03:00`. */
const read = (zone: string, instant: string) => {
  const civil = createCalendar(zone).civil(Date.parse(instant));
  const date = new Date(civil.day * 24 * hour).toISOString().slice(0, 10);
  return `${civil.weekday} ${date} ${clock(civil)}`;
};

suite('local time', () => {
  test('local time has the offset of its zone and season', () => {
    assert.equal(read('Australia/Sydney', '2026-01-15T00:00:00Z'), 'Th 2026-01-15 11:00');
    assert.equal(read('Australia/Sydney', '2026-07-15T00:00:00Z'), 'W 2026-07-15 10:00');
    assert.equal(read('Asia/Kolkata', '2026-07-15T20:00:00Z'), 'Th 2026-07-16 01:30');
    assert.equal(read('America/New_York', '2026-01-01T04:59:59.999Z'), 'W 2025-12-31 23:59');
    assert.equal(read('UTC', '1969-12-31T23:59:00Z'), 'W 1969-12-31 23:59');
  });

  test('local time skips the hour that daylight saving skips', () => {
    assert.equal(read('Australia/Sydney', '2026-10-03T15:59:59.999Z'), 'Su 2026-10-04 01:59');
    assert.equal(read('Australia/Sydney', '2026-10-03T16:00:00Z'), 'Su 2026-10-04 03:00');
    assert.equal(read('Europe/London', '2026-03-29T00:59:59Z'), 'Su 2026-03-29 00:59');
    assert.equal(read('Europe/London', '2026-03-29T01:00:00Z'), 'Su 2026-03-29 02:00');
    assert.equal(read('America/New_York', '2026-03-08T06:59:59Z'), 'Su 2026-03-08 01:59');
    assert.equal(read('America/New_York', '2026-03-08T07:00:00Z'), 'Su 2026-03-08 03:00');
  });

  test('local time changes by half an hour on Lord Howe Island', () => {
    assert.equal(read('Australia/Lord_Howe', '2026-10-03T15:29:59Z'), 'Su 2026-10-04 01:59');
    assert.equal(read('Australia/Lord_Howe', '2026-10-03T15:30:00Z'), 'Su 2026-10-04 02:30');
    assert.equal(read('Australia/Lord_Howe', '2026-04-04T14:59:59Z'), 'Su 2026-04-05 01:59');
    assert.equal(read('Australia/Lord_Howe', '2026-04-04T15:00:00Z'), 'Su 2026-04-05 01:30');
  });

  test('local time repeats an hour at the end of daylight saving', () => {
    assert.equal(read('Australia/Sydney', '2026-04-04T15:59:59Z'), 'Su 2026-04-05 02:59');
    assert.equal(read('Australia/Sydney', '2026-04-04T16:00:00Z'), 'Su 2026-04-05 02:00');
    assert.equal(read('Europe/London', '2026-10-25T01:00:00Z'), 'Su 2026-10-25 01:00');
    assert.equal(read('America/New_York', '2026-11-01T06:00:00Z'), 'Su 2026-11-01 01:00');
  });

  test('local time agrees with Intl at any time', () => {
    const zones = [
      'Australia/Sydney',
      'Europe/London',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'Africa/Casablanca',
      'America/Havana',
      'Pacific/Apia',
    ];
    const instants = fc.integer({ min: Date.parse('1990-01-01Z'), max: Date.parse('2060-01-01Z') });
    const calendars = zones.map(createCalendar);
    const formats = zones.map(
      (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    );
    const agree = (at: number, place: number) => {
      const civil = calendars[place]!.civil(at);
      const date = new Date(civil.day * 24 * hour).toISOString().slice(0, 10);
      assert.equal(`${date} ${clock(civil)}`, formats[place]!.format(at));
    };
    fc.assert(fc.property(instants, fc.nat({ max: zones.length - 1 }), agree), { numRuns: 500 });
  });
});

suite('minutes of local time', () => {
  const between = (zone: string, from: string, to: string) =>
    createCalendar(zone).minutesBetween(Date.parse(from), Date.parse(to));

  test('a minute belongs to the step that reaches its beginning, and to no other', () => {
    const begun = (from: string, to: string) =>
      toTexts(between('Europe/London', `2026-01-05T${from}Z`, `2026-01-05T${to}Z`));
    assert.deepEqual(begun('06:29:30', '06:29:59.999'), []);
    assert.deepEqual(begun('06:29:30', '06:30:00'), ['M 06:30']);
    assert.deepEqual(begun('06:30:00', '06:30:30'), []);
    assert.deepEqual(begun('06:29:59', '06:31:59'), ['M 06:30', 'M 06:31']);
    assert.deepEqual(begun('06:30:00', '06:30:00'), []);
    assert.deepEqual(begun('06:31:00', '06:30:00'), []);
  });

  test('a local minute is returned with the time at which it begins', () => {
    const [first, second] = between('Asia/Kolkata', '2026-01-05T00:59:30Z', '2026-01-05T01:01:30Z');
    assert.deepEqual(toTexts([first!, second!]), ['M 06:30', 'M 06:31']);
    assert.equal(first!.at, Date.parse('2026-01-05T01:00:00Z'));
    assert.equal(second!.at, Date.parse('2026-01-05T01:01:00Z'));
  });

  test('steps in which no minute begins share one empty list', () => {
    const at = Date.parse('2026-01-05T00:00:05Z');
    const sydney = createCalendar('Australia/Sydney');
    assert.equal(sydney.minutesBetween(at, at + 5000), sydney.minutesBetween(at + 5000, at + 10_000));
  });

  test('the minutes of a skipped hour all begin at the change of offset', () => {
    for (const [zone, change, count] of [
      ['Australia/Sydney', '2026-10-03T16:00:00Z', 61],
      ['Europe/London', '2026-03-29T01:00:00Z', 61],
      ['America/New_York', '2026-03-08T07:00:00Z', 61],
      ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 31],
    ] as const) {
      const at = Date.parse(change);
      const calendar = createCalendar(zone);
      assert.deepEqual(calendar.minutesBetween(at - 30_000, at - 1), [], zone);
      const begun = calendar.minutesBetween(at - 30_000, at);
      assert.equal(begun.length, count, zone);
      assert.ok(
        begun.every((each) => each.at === at),
        zone,
      );
      assert.deepEqual(toTexts(calendar.minutesBetween(at, at + minute)).length, 1, zone);
    }
    const sydney = toTexts(between('Australia/Sydney', '2026-10-03T15:59:30Z', '2026-10-03T16:00:00Z'));
    assert.deepEqual([sydney[0], sydney.at(-2), sydney.at(-1)], ['Su 02:00', 'Su 02:59', 'Su 03:00']);
  });

  test('the minutes of a repeated hour begin only the first time', () => {
    const at = Date.parse('2026-04-04T16:00:00Z');
    const sydney = createCalendar('Australia/Sydney');
    assert.deepEqual(toTexts(sydney.minutesBetween(at - minute, at)), []);
    assert.deepEqual(toTexts(sydney.minutesBetween(at - minute - 1, at)), ['Su 02:59']);
    assert.deepEqual(sydney.minutesBetween(at, at + hour - 1), []);
    assert.deepEqual(toTexts(sydney.minutesBetween(at, at + hour)), ['Su 03:00']);
    const lordHowe = createCalendar('Australia/Lord_Howe');
    const back = Date.parse('2026-04-04T15:00:00Z');
    assert.deepEqual(lordHowe.minutesBetween(back - 1, back + hour / 2 - 1), []);
    assert.deepEqual(toTexts(lordHowe.minutesBetween(back - 1, back + hour / 2)), ['Su 02:00']);
  });

  test('each minute of a year occurs once, for steps of any length', () => {
    for (const zone of ['Australia/Sydney', 'Australia/Lord_Howe', 'America/New_York', 'America/Havana']) {
      const calendar = createCalendar(zone);
      const from = Date.parse('2025-12-31T00:00:07Z');
      const until = from + 400 * 24 * hour;
      let expected = calendar.civil(from).day * 1440 + calendar.civil(from).minute + 1;
      for (let at = from; at < until; ) {
        const next = at + 47_000 + (at % 7) * 900_000;
        for (const each of calendar.minutesBetween(at, next)) {
          if (each.day * 1440 + each.minute !== expected) assert.fail(`${zone} ${clock(each)}`);
          if (!(each.at > at && each.at <= next)) assert.fail(`${zone} at ${each.at}`);
          expected++;
        }
        at = next;
      }
    }
  });

  test('a long span has the same minutes as its parts, read in any order', () => {
    const from = Date.parse('2026-01-01T00:00:00Z');
    const spans = fc.array(fc.integer({ min: 1, max: 100 * 24 * hour }), { minLength: 2, maxLength: 6 });
    const same = (lengths: number[]) => {
      const ends = lengths.map((_, place) =>
        lengths.slice(0, place + 1).reduce((sum, each) => sum + each, from),
      );
      const whole = createCalendar('Europe/London').minutesBetween(from, ends.at(-1)!);
      const calendar = createCalendar('Europe/London');
      const pieces = ends.map((end, place) => [place === 0 ? from : ends[place - 1]!, end] as const);
      const lists = new Map(pieces.reverse().map(([a, b]) => [a, calendar.minutesBetween(a, b)]));
      const joined = pieces.reverse().flatMap(([a]) => lists.get(a)!);
      assert.equal(joined.length, whole.length);
      assert.deepEqual(joined.at(-1), whole.at(-1));
    };
    fc.assert(fc.property(spans, same), { numRuns: 5 });
  });
});

test('a repeated hour is recognised even if the search begins in its middle', () => {
  const middle = Date.parse('2026-10-25T01:30:00Z');
  const [period] = findPeriods('Europe/London', middle)(middle);
  assert.equal(period!.from, middle);
  assert.equal(period!.offset, 0);
  assert.equal(period!.lastMinute, Date.parse('2026-10-25T01:59:00Z') / minute);
});

test('periods of constant offset follow one another without a gap, from any time', () => {
  const zones = ['Australia/Sydney', 'Europe/London', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];
  const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2200, 0, 1) });
  // Blocks that do not begin on a whole second: the bisection, which works in whole seconds, must still terminate.
  const block = fc.integer({ min: 5 * 24 * hour, max: 400 * 24 * hour });
  const holds = (zone: string, at: number, length: number) => {
    const periods = findPeriods(zone, length)(at);
    const start = Math.floor(at / length) * length;
    assert.equal(periods[0]!.from, start);
    assert.equal(periods.at(-1)!.until, start + length);
    for (const [place, period] of periods.entries()) {
      assert.ok(period.from < period.until);
      if (place > 0) assert.equal(period.from, periods[place - 1]!.until);
    }
  };
  fc.assert(fc.property(fc.constantFrom(...zones), instant, block, holds), { numRuns: 100 });
});

test('a calendar works up to the limits of Date and throws beyond them', () => {
  const latest = 8.64e15;
  for (const at of [
    0,
    1,
    999,
    -1,
    Date.UTC(1970, 0, 1, 0, 0, 59, 999),
    Date.UTC(9999, 11, 31),
    latest - 400 * 24 * hour,
  ]) {
    const { minute: shown } = createCalendar('Australia/Sydney').civil(at);
    assert.ok(shown >= 0 && shown < 1440, String(at));
  }
  for (const at of [Number.NaN, Number.POSITIVE_INFINITY, latest + 1])
    assert.throws(() => createCalendar('Australia/Sydney').civil(at), RangeError);
});

suite('time zone names', () => {
  test('refuses to create a calendar for an unknown time zone', () => {
    assert.throws(() => createCalendar('Australia/Gotham'), {
      name: 'RangeError',
      message: '"Australia/Gotham" is not an IANA time zone.',
    });
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Episodes } from './episode.ts';
import { followRooms } from './follow-rooms.ts';
import type { Observation, RoomReading } from './observe.ts';

const ms = 60_000;

/** The house in one minute: the unit heats while it is on, unless it is said otherwise. */
interface Minute extends Partial<Omit<Observation, 'rooms'>> {
  readonly temperature: number;
  readonly opening?: number;
}

const observe = (
  minute: number,
  { temperature, opening = 1, isOn = false, ...rest }: Minute,
): Observation => ({
  at: minute * ms,
  outdoor: 5,
  isOn,
  way: isOn ? 'heat' : undefined,
  power: isOn ? 1 : 0,
  supply: 38,
  demand: 3,
  sharing: 2,
  rooms: [{ index: 0, temperature, setpoint: 26, opening } satisfies RoomReading],
  ...rest,
});

/** Returns what a house of one room shows in some minutes. */
const seenIn = (minutes: number, at: (minute: number) => Minute, every = 1): Episodes => {
  const follower = followRooms();
  for (let minute = 0; minute <= minutes; minute += every) follower.see(observe(minute, at(minute)));
  return follower.episodes();
};

/** Returns a temperature that is `first` until a minute and then changes by 0.1 K every `each` minutes. */
const changing = (first: number, from: number, each: number) => (minute: number) =>
  Number(
    (first + Math.sign(each) * 0.1 * Math.max(0, Math.floor((minute - from) / Math.abs(each)))).toFixed(1),
  );

describe('a room after the unit was switched off', () => {
  const falling = changing(21, 11, -10);
  const isOn = (minute: number) => minute <= 10;

  it('holds until it has moved by 0.3 K towards the temperature outdoors', () => {
    const { holds } = seenIn(200, (minute) => ({ temperature: falling(minute), isOn: isOn(minute) }));
    assert.deepEqual(holds, [{ room: 0, at: 11 * ms, seconds: 1_800 }]);
    const rising = changing(21, 11, 10);
    const warm = seenIn(60, (minute) => ({ temperature: rising(minute), isOn: isOn(minute), outdoor: 30 }));
    assert.equal(warm.holds[0]!.seconds, 1_800);
    // Warmer while it is cold outdoors: the sun, or people.
    assert.deepEqual(seenIn(60, (minute) => ({ temperature: rising(minute), isOn: isOn(minute) })).holds, []);
  });

  it('is followed for an hour and a half at most', () => {
    const { holds } = seenIn(300, (minute) => ({ temperature: 21, isOn: isOn(minute) }));
    assert.deepEqual(holds, [{ room: 0, at: 11 * ms, seconds: 5_400 }]);
  });

  it('shows nothing if its damper was shut or the unit came on again', () => {
    const shut = seenIn(60, (minute) => ({ temperature: falling(minute), isOn: isOn(minute), opening: 0 }));
    assert.deepEqual(shut.holds, []);
    const again = seenIn(60, (minute) => ({
      temperature: falling(minute),
      isOn: isOn(minute) || minute > 20,
    }));
    assert.deepEqual(again.holds, []);
  });

  it('drifts from 45 minutes after the stop on, in spans of two hours with their means', () => {
    // Off from minute 11 on, so the first drift begins at minute 55: the unit was last on at minute 10.
    const { drifts } = seenIn(55 + 240, (minute) => ({
      temperature: 20 - minute / 100,
      outdoor: minute < 115 ? 4 : 6,
      isOn: isOn(minute),
    }));
    assert.deepEqual(
      drifts.map(({ from, to }) => [from / ms, to / ms]),
      [[55, 175]],
    );
    const [drift] = drifts;
    assert.equal(drift!.change.toFixed(2), '-1.20');
    assert.ok(Math.abs(drift!.outdoor - 5) < 0.02, `${drift!.outdoor}`);
    assert.ok(Math.abs(drift!.inside - 18.85) < 0.02, `${drift!.inside}`);
  });

  it('discards a drift that the unit interrupts', () => {
    // 100 minutes of a drift, half an hour of heating, and then drifts that only lose heat.
    const { drifts } = seenIn(600, (minute) => ({
      temperature: minute < 160 ? 20 - minute / 100 : 24 - minute / 100,
      isOn: isOn(minute) || (minute > 155 && minute < 185),
    }));
    assert.deepEqual(
      drifts.map(({ from, change }) => [from / ms, change.toFixed(1)]),
      [
        [229, '-1.2'],
        [350, '-1.2'],
        [471, '-1.2'],
      ],
    );
  });
});

describe('a room after a start of the compressor', () => {
  const isOn = (minute: number) => minute >= 5;
  /** Falls once more after the start, then rises. */
  const temperature = (minute: number) => (minute < 6 ? 18 : minute < 10 ? 17.9 : 18.1);

  it('has a dead time until it has moved by 0.2 K from its lowest temperature', () => {
    const { starts } = seenIn(30, (minute) => ({ temperature: temperature(minute), isOn: isOn(minute) }));
    assert.deepEqual(starts, [{ room: 0, way: 'heat', at: 5 * ms, seconds: 300 }]);
  });

  it('shows no dead time with a shut damper, beyond an hour, or if the compressor stops', () => {
    const startsOf = (change: (minute: number) => Partial<Minute>) =>
      seenIn(120, (minute) => ({
        temperature: temperature(minute),
        isOn: isOn(minute),
        ...change(minute),
      })).starts;
    assert.deepEqual(
      startsOf(() => ({ opening: 0 })),
      [],
    );
    assert.deepEqual(
      startsOf((minute) => ({ opening: minute === 8 ? 0 : 1 })),
      [],
    );
    assert.deepEqual(
      startsOf((minute) => ({ isOn: minute === 5 || minute === 6 })),
      [],
    );
    const late = (rise: number) => startsOf((minute) => ({ temperature: minute < rise ? 18 : 18.2 }));
    assert.equal(late(65)[0]!.seconds, 3_600);
    assert.deepEqual(late(66), []);
  });

  /** A room that gains 0.1 K every two minutes from minute 7 on. */
  const rising = changing(18, 5, 2);
  const recover = (change: (minute: number) => Partial<Minute> = () => ({}), minutes = 100) =>
    seenIn(minutes, (minute) => ({ temperature: rising(minute), isOn: isOn(minute), ...change(minute) }))
      .recoveries;

  it('recovers from its first change on, until it has gained 3 K', () => {
    const [recovery, ...others] = recover((minute) => ({ supply: 30 + minute / 10, sharing: 2 }));
    assert.deepEqual(others, []);
    assert.deepEqual([recovery!.from / ms, recovery!.to / ms], [7, 67]);
    assert.equal(recovery!.change.toFixed(1), '3.0');
    assert.deepEqual([recovery!.sharing, recovery!.outdoor, recovery!.way], [2, 5, 'heat']);
    assert.equal(recovery!.supply, 36.7);
    assert.ok(Math.abs(recovery!.inside - 19.6) < 0.1, `${recovery!.inside}`);
  });

  it('recovers while the unit gives nearly all it has and its damper is open', () => {
    const until = (change: Partial<Minute>) =>
      recover((minute) => (minute < 47 ? {} : change)).map(({ to, change: by }) => [to / ms, by.toFixed(1)]);
    assert.deepEqual(until({ power: 0.84 }), [[45, '1.9']]);
    assert.deepEqual(until({ power: 0.85 }), [[67, '3.0']]);
    assert.deepEqual(until({ demand: 1.9 }), [[45, '1.9']]);
    assert.deepEqual(until({ opening: 0.89 }), [[45, '1.9']]);
    assert.deepEqual(until({ isOn: false }), [[45, '1.9']]);
    // Without a reported power every run counts as full.
    assert.equal(recover(() => ({ power: undefined })).length, 1);
  });

  it('shows no recovery below 1 K, or one that begins more than 12 minutes after the start', () => {
    assert.deepEqual(
      recover((minute) => (minute < 27 ? {} : { demand: 0 })),
      [],
    );
    assert.equal(recover((minute) => (minute < 28 ? {} : { demand: 0 }))[0]!.change.toFixed(1), '1.0');
    const later = (from: number) => recover((minute) => ({ temperature: changing(18, from, 2)(minute) }));
    assert.equal(later(15)[0]!.from, 17 * ms);
    assert.deepEqual(later(16), []);
  });

  it('ends a recovery after 90 minutes, because a unit that got no further is saturated', () => {
    const slow = recover((minute) => ({ temperature: changing(18, 2, 5)(minute) }), 200);
    assert.deepEqual(
      slow.map(({ from, to, change }) => [from / ms, to / ms, change.toFixed(1)]),
      [[7, 97, '1.8']],
    );
  });

  it('is not followed for 45 minutes after a window was probably opened', () => {
    // The room loses 0.5 K within six minutes although the unit heats.
    const opened = (minute: number) => (minute < 58 ? 21 : minute < 63 ? 20.7 : 20.5);
    const { starts } = seenIn(200, (minute) => ({
      temperature: opened(minute) + (minute > 113 ? 0.2 : 0),
      isOn: minute >= 55 && (minute < 70 || minute >= 105),
    }));
    assert.deepEqual(starts, []);
    const after = seenIn(200, (minute) => ({
      temperature: opened(minute) + (minute > 113 ? 0.2 : 0),
      isOn: minute >= 55 && (minute < 70 || minute >= 110),
    }));
    assert.deepEqual(after.starts, [{ room: 0, way: 'heat', at: 110 * ms, seconds: 240 }]);
  });

  it('is forgotten when more than five minutes are missing', () => {
    const missing = (first: number) => {
      const follower = followRooms();
      for (let minute = 0; minute < 100; minute++)
        if (minute <= 40 || minute >= first)
          follower.see(observe(minute, { temperature: rising(minute), isOn: isOn(minute) }));
      return follower.episodes().recoveries.map(({ change }) => change.toFixed(1));
    };
    assert.deepEqual(missing(45), ['3.0']);
    assert.deepEqual(missing(46), []);
  });
});

it('a room keeps its latest 60 episodes of each kind, and those of other rooms stay', () => {
  const start = (room: number, at: number) => ({ room, way: 'heat' as const, at, seconds: 240 });
  const starts = [start(1, -1), ...Array.from({ length: 60 }, (_, index) => start(0, index))];
  const follower = followRooms({ recoveries: [], drifts: [], starts, holds: [] });
  for (let minute = 1_000; minute < 1_020; minute++)
    follower.see(observe(minute, { temperature: minute < 1_008 ? 18 : 18.2, isOn: minute >= 1_005 }));
  const kept = follower.episodes().starts;
  assert.deepEqual([kept.length, kept[0]!.at, kept[1]!.at, kept.at(-1)!.at], [61, -1, 1, 1_005 * ms]);
});

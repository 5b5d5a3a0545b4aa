import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Drift, type Episodes, noEpisodes, type Recovery } from './episode.ts';
import { fitHouse, nothingKnown, rateAt } from './fit-house.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 100 * day;

const at = (count: number, change: Partial<Recovery>): Recovery => ({
  room: 0,
  way: 'heat',
  from: count * day,
  to: count * day + hour,
  change: 4,
  outdoor: 5,
  inside: 18,
  sharing: 2,
  supply: 40,
  ...change,
});
/** A recovery of an hour on each of some days. */
const recoveries = (count: number, change: (index: number) => Partial<Recovery> = () => ({})): Recovery[] =>
  Array.from({ length: count }, (_, index) => at(index, change(index)));
/** Drifts that lose 0.1 K/h for each K to outdoors. */
const drifts = (count: number, change: Partial<Drift> = {}): Drift[] =>
  Array.from({ length: count }, (_, index) => ({
    room: 0,
    from: index * day,
    to: index * day + hour,
    change: -1,
    outdoor: 10,
    inside: 20,
    ...change,
  }));

const fit = (episodes: Partial<Episodes>, current = nothingKnown) =>
  fitHouse({ ...noEpisodes, drifts: drifts(6), ...episodes }, current, now);

describe('the rate of a room', () => {
  it('is the change by the unit alone, without what the room loses meanwhile', () => {
    // 4 K in an hour, although the room loses 0.1 * 13 K/h.
    const [room] = fit({ recoveries: recoveries(6) }).rooms;
    assert.equal(room!.rate.value.toFixed(3), '5.300');
    assert.deepEqual([room!.from, room!.to], [0, 5 * day + hour]);
    // Half an hour is twice the speed.
    const fast = recoveries(6, (index) => ({ to: index * day + hour / 2 }));
    assert.equal(fit({ recoveries: fast }).rooms[0]!.rate.value.toFixed(3), '9.300');
  });

  it('is positive for a room that is cooled', () => {
    const cooled = recoveries(6, () => ({ way: 'cool', change: -4, outdoor: 30, inside: 25, supply: 10 }));
    assert.equal(fit({ recoveries: cooled }).rooms[0]!.rate.value.toFixed(3), '4.500');
  });

  it('refers to the usual number of zones if there are six such recoveries', () => {
    const some = recoveries(9, (index) => (index < 3 ? { sharing: 4, change: 1 } : {}));
    const [room] = fit({ recoveries: some }).rooms;
    assert.deepEqual([room!.usual.sharing, room!.rate.count], [2, 6]);
    assert.equal(room!.rate.value.toFixed(3), '5.300');
    // The larger number is as usual as the smaller one if it occurs more often.
    const more = recoveries(9, (index) => (index < 3 ? {} : { sharing: 4, change: 1 }));
    assert.deepEqual([fit({ recoveries: more }).rooms[0]!.usual.sharing], [4]);
    const few = recoveries(8, (index) => (index < 3 ? { sharing: 4, change: 1 } : {}));
    assert.equal(fit({ recoveries: few }).rooms[0]!.rate.count, 8);
  });

  it('is not known without six drifts with enough difference to outdoors', () => {
    assert.equal(fit({ recoveries: recoveries(6), drifts: drifts(5) }).rooms.length, 0);
    const [near, enough] = [2.4, 2.5].map((difference) =>
      drifts(6, { inside: 20, outdoor: 20 - difference, change: -difference / 10 }),
    );
    assert.equal(fit({ recoveries: recoveries(6), drifts: near! }).rooms.length, 0);
    assert.equal(fit({ recoveries: recoveries(6), drifts: enough! }).rooms.length, 1);
  });

  it('leaves out recoveries in which the unit did nothing, or less than the drift', () => {
    const still = recoveries(7, (index) => (index === 0 ? { change: 0 } : {}));
    const level = fit({ drifts: drifts(6, { change: 0 }), recoveries: still });
    assert.equal(level.rooms[0]!.rate.count, 6);
    const some = recoveries(7, (index) => (index === 0 ? { outdoor: 60, change: 1 } : {}));
    assert.equal(fit({ recoveries: some }).rooms[0]!.rate.count, 6);
  });
});

it('rooms and drifts are in the order of their zones, in whatever order they were seen', () => {
  const rooms = [2, 0, 1].flatMap((room) => recoveries(6, () => ({ room })));
  const all = [2, 0, 1].flatMap((room) => drifts(6, { room }));
  const { rooms: fits, drifts: known } = fit({ recoveries: rooms, drifts: all });
  assert.deepEqual(
    [fits, known].map((list) => list.map(({ room }) => room)),
    [
      [0, 1, 2],
      [0, 1, 2],
    ],
  );
});

describe('the rate of a room in other conditions', () => {
  const known = {
    ...fit({ recoveries: recoveries(6) }),
    units: [{ way: 'heat' as const, supply: 38, sharing: 1, outdoor: 0.02 }],
  };
  const [room] = known.rooms;
  const rateIn = (change: object) => rateAt(room!, { ...room!.usual, ...change }, known).value / 5.3;

  it('falls with the number of zones and the warmth of the room, and rises with that outdoors', () => {
    assert.equal(rateIn({}).toFixed(3), '1.000');
    assert.equal(rateIn({ sharing: 4 }).toFixed(3), '0.500');
    assert.equal(rateIn({ sharing: 1 }).toFixed(3), '2.000');
    // The supply air is 20 K warmer than the room at 18 °C, and 16 K at 22 °C.
    assert.equal(rateIn({ inside: 22 }).toFixed(3), '0.800');
    assert.equal(rateIn({ outdoor: 15 }).toFixed(3), Math.exp(0.2).toFixed(3));
  });

  it('counts at least 3 K between supply air and room, and a tenth of a zone', () => {
    assert.equal(rateIn({ inside: 35 }).toFixed(3), '0.150');
    assert.equal(rateIn({ inside: 37 }).toFixed(3), '0.150');
    assert.equal(rateIn({ sharing: 0 }).toFixed(3), '20.000');
  });

  it('is less certain by 5 % for each K of difference', () => {
    const usual = { ...room!, rate: { value: 5, low: 5, high: 5, count: 6 } };
    const { value, low, high } = rateAt(usual, { ...room!.usual, outdoor: 3, inside: 20 }, known);
    assert.equal(((high - low) / 2 / value).toFixed(3), '0.200');
    const wide = { ...room!, rate: { value: 5, low: 4, high: 6, count: 6 } };
    const same = rateAt(wide, room!.usual, known);
    assert.deepEqual([same.low.toFixed(3), same.high.toFixed(3)], ['4.000', '6.000']);
  });
});

describe('what is common to the rooms of a unit', () => {
  /** Recoveries of a room without drift, whose rates are those given. */
  const rated = (rateOf: (index: number) => number, change: (index: number) => Partial<Recovery>) =>
    fit({
      drifts: drifts(6, { change: 0 }),
      recoveries: recoveries(12, (index) => ({ change: rateOf(index), supply: 1_000, ...change(index) })),
    });
  const heating = (of: ReturnType<typeof fit>) => of.units.find(({ way }) => way === 'heat')!;

  it('finds that twice the zones halve the rate', () => {
    const shared = rated(
      (index) => (index % 2 ? 4 : 2),
      (index) => ({ sharing: index % 2 ? 1 : 2 }),
    );
    assert.equal(heating(shared).sharing.toFixed(3), '1.000');
    assert.equal(
      heating(
        rated(
          () => 4,
          () => ({}),
        ),
      ).sharing,
      0,
    );
    // A rate that grows with the zones is chance, and so is one that falls faster than any duct lets it.
    const growing = rated(
      (index) => (index % 2 ? 2 : 4),
      (index) => ({ sharing: index % 2 ? 1 : 2 }),
    );
    assert.equal(heating(growing).sharing, 0);
    const steep = rated(
      (index) => (index % 2 ? 16 : 2),
      (index) => ({ sharing: index % 2 ? 1 : 2 }),
    );
    assert.equal(heating(steep).sharing, 1.2);
  });

  it('finds that a heat pump heats with more power the warmer it is outdoors', () => {
    const warmer = rated(
      (index) => (index % 2 ? 4 * Math.exp(0.2) : 4),
      (index) => ({ outdoor: index % 2 ? 15 : 5 }),
    );
    assert.equal(heating(warmer).outdoor.toFixed(4), '0.0200');
    const colder = rated(
      (index) => (index % 2 ? 4 : 5),
      (index) => ({ outdoor: index % 2 ? 15 : 5 }),
    );
    assert.equal(heating(colder).outdoor, 0);
  });

  it('compares only recoveries of the same room', () => {
    const two = rated(
      (index) => (index % 2 ? 4 : 2),
      (index) => ({ sharing: index % 2 ? 1 : 2, room: index % 2 }),
    );
    assert.equal(heating(two).sharing, 0);
  });
});

describe('dead times, holds and later fits', () => {
  const starts = (count: number, change: object = {}) =>
    Array.from({ length: count }, () => ({ room: 0, way: 'heat' as const, at: 0, seconds: 240, ...change }));

  it('knows the dead time of a room from the sixth start in its direction on', () => {
    const deadOf = (episodes: Partial<Episodes>) =>
      fit({ recoveries: recoveries(6), ...episodes }).rooms[0]!.dead?.value;
    assert.equal(deadOf({ starts: starts(6) }), 240);
    assert.equal(deadOf({ starts: starts(5) }), undefined);
    assert.equal(deadOf({ starts: starts(6, { room: 1 }) }), undefined);
    assert.equal(deadOf({ starts: starts(6, { way: 'cool' }) }), undefined);
  });

  it('knows how long nine of ten stops hold a room, from its sixth stop on', () => {
    const holdsOf = (...seconds: readonly number[]) =>
      fit({ holds: seconds.map((each) => ({ room: 3, at: 0, seconds: each })) }).holds;
    assert.deepEqual(holdsOf(900, 800, 700, 600, 500), []);
    assert.deepEqual(holdsOf(900, 800, 700, 600, 500, 1_000), [{ room: 3, seconds: 500 }]);
    // One of ten may be shorter, and only the latest twenty count.
    assert.deepEqual(holdsOf(900, 800, 700, 600, 500, 1_000, 900, 900, 900, 900), [
      { room: 3, seconds: 600 },
    ]);
    const latest = Array.from({ length: 20 }, (_, index) => 1_000 + index);
    assert.deepEqual(holdsOf(1, 2, 3, ...latest), [{ room: 3, seconds: 1_002 }]);
  });

  it('keeps a fit unless the last three days are predicted better without it', () => {
    const current = fit({ recoveries: recoveries(6) });
    // Since then the room has become twice as fast.
    const faster = recoveries(10, (index) => ({
      change: 9.3,
      from: now - (13 - index) * day,
      to: now - (13 - index) * day + hour,
    }));
    const unseen = at(0, { change: 9.3, from: now - 2 * hour, to: now - hour });
    const rateAfter = (all: readonly Recovery[]) =>
      fit({ recoveries: all }, current).rooms[0]!.rate.value.toFixed(1);
    assert.equal(rateAfter([...faster, unseen]), '10.6');
    assert.equal(rateAfter(faster), '5.3', 'nothing to judge by');
    assert.equal(rateAfter([...faster, { ...unseen, change: 4 }]), '5.3', 'the old rate is right again');
    assert.equal(rateAfter([...faster.slice(5), unseen]), '5.3', 'too few for a new one');
  });
});

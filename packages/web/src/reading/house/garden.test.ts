import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatagramOf } from '@plenum/protocol/component';
import { lengthOf, runningKeys, runsByHand, runsOn, wateringsOf } from './garden.ts';

const station = (Index: number, more = {}) => ({ Index, Mode: 0, Soak: 0, ...more }) as DatagramOf<'station'>;
const controller = { Ratio: 100, SoakPeriods: 2, SoakTime: 10 } as DatagramOf<'irrigation'>;
const program = (more = {}) =>
  ({
    Index: 0,
    Name: 'Lawns',
    Enable: 1,
    Days: { M: 1, T: 1, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 },
    StartTimes: [
      { h: 18, m: 0 },
      { h: 5, m: 30 },
      { h: 31, m: 63 },
    ],
    RunTimes: [{ t: 15 }, { t: 10 }],
    ...more,
  }) as DatagramOf<'program'>;

test('waters the stations of a program in turn, scaled and with soak pauses', () => {
  const both = [station(0), station(1)];
  assert.equal(lengthOf(program(), both, controller), 25);
  assert.equal(lengthOf(program(), both, { ...controller, Ratio: 200 }), 50);
  assert.equal(lengthOf(program(), [station(0, { Soak: 1 })], controller), 35);
});

test('skips a station that is disabled or has no time', () => {
  assert.equal(lengthOf(program(), [station(0, { Mode: 2 }), station(1)], controller), 10);
  assert.equal(lengthOf(program(), [station(7, { Soak: 1 })], controller), 0);
});

test('counts a running manual station in a program’s length, but not an idle one', () => {
  const by = (State: number) => [station(0, { Mode: 1, State }), station(1)];
  assert.equal(lengthOf(program(), by(2), controller), 25);
  assert.equal(lengthOf(program(), by(0), controller), 10);
});

test('splits the watering of a station into parts with soak pauses between them', () => {
  const soaking = [station(0, { Soak: 1 }), station(1)];
  assert.deepEqual(wateringsOf(program(), soaking, controller, 330), [
    { station: 0, from: 330, to: 335 },
    { station: 0, from: 345, to: 350 },
    { station: 0, from: 360, to: 365 },
    { station: 1, from: 365, to: 375 },
  ]);
});

const garden = { programs: [program()], stations: [station(0)], controller };
const times = (day: Parameters<typeof runsOn>[0], of = garden) =>
  runsOn(day, of).map(({ name, from, to }) => `${name} ${from} to ${to}`);

test('lists the runs of a day in chronological order, and reads T in a program as Tuesday', () => {
  assert.deepEqual(times('Tu'), ['Lawns 330 to 345', 'Lawns 1080 to 1095']);
  assert.deepEqual(times('W'), []);
  assert.deepEqual(times('Tu', { ...garden, programs: [program({ Enable: 0 })] }), []);
  assert.deepEqual(times('Tu', { ...garden, programs: [program({ Name: '' })] }), []);
  assert.deepEqual(times('Tu', { ...garden, programs: [program({ RunTimes: [{ t: 0 }] })] }), []);
});

test('delays a program that is due while another runs', () => {
  const beds = program({ Index: 1, Name: 'Beds', StartTimes: [{ h: 5, m: 40 }] });
  const both = { ...garden, programs: [beds, program({ StartTimes: [{ h: 5, m: 30 }] })] };
  assert.deepEqual(times('Tu', both), ['Lawns 330 to 345', 'Beds 345 to 360']);
  assert.deepEqual(runsOn('Tu', both)[1]?.waterings, [{ station: 0, from: 345, to: 360 }]);
});

const none = 255;
const wet = { State: 2 };
const byHand = (more: object, stations: readonly object[], minute: number, seen = minute) => {
  const now = {
    programs: [program()],
    stations: stations.map((each, Index) => station(Index, { State: 0, Name: `S${Index}`, ...each })),
    controller: { ...controller, CurrentProgram: none, TestMode: 0, TestTime: 2, ManualRunTime: 20, ...more },
  };
  const seenAt = (turn: string) => {
    assert.ok(runningKeys(now).includes(turn));
    return seen;
  };
  return runsByHand(now, runsOn('Tu', now), minute, seenAt).map(
    ({ name, from, to, waterings }) => `${name} ${from} to ${to}, ${waterings.map((w) => w.station)}`,
  );
};

test('draws a manual program from the start of its current station', () => {
  assert.deepEqual(byHand({ CurrentProgram: 0 }, [wet, {}], 600), ['Lawns 600 to 625, 0,1']);
  assert.deepEqual(byHand({ CurrentProgram: 0 }, [{}, wet], 620, 615), ['Lawns 600 to 625, 0,1']);
  assert.deepEqual(byHand({ CurrentProgram: 0 }, [{ Soak: 1, State: 1 }, {}], 600), [
    'Lawns 600 to 645, 0,0,0,1',
  ]);
});

test('shows a program only once if it runs as planned', () => {
  assert.deepEqual(byHand({ CurrentProgram: 0 }, [wet, {}], 331), []);
  assert.deepEqual(byHand({ CurrentProgram: 0 }, [wet, {}], 329), ['Lawns 329 to 354, 0,1']);
});

test('a single station runs for the manual time, or for the test time', () => {
  assert.deepEqual(byHand({}, [{}, { ...wet, Mode: 1 }], 600), ['S1 600 to 620, 1']);
  assert.deepEqual(byHand({ TestMode: 1 }, [wet, {}], 600), ['S0 600 to 602, 0']);
  assert.deepEqual(byHand({ CurrentProgram: 0 }, [wet, { ...wet, Mode: 1 }], 331), ['S1 331 to 351, 1']);
  assert.deepEqual(byHand({}, [{}, {}], 600), []);
});

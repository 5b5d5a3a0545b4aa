import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import {
  course,
  createIrrigatedHouse,
  day,
  hour,
  minute,
  states,
  threeStations,
} from './irrigated-house.fixture.ts';

suite('the sequence of a program', () => {
  test('a program waters its stations one after another from its start time', () => {
    const garden = createIrrigatedHouse();
    garden.advance(59 * minute);
    assert.equal(garden.controller().CurrentProgram, 255);
    assert.deepEqual(course(garden, 15 * minute), ['1:00 W--', '4:00 -W-', '9:00 ---']);
  });

  test('a running program is shown, and its pump draws power', () => {
    const garden = createIrrigatedHouse();
    garden.advance(hour);
    assert.equal(garden.controller().CurrentProgram, 0);
    assert.equal(garden.pump(), 750);
    garden.advance(8 * minute);
    assert.equal(garden.controller().CurrentProgram, 255);
    assert.equal(garden.pump(), 0);
  });

  test('a program runs only on its days, with Tuesday as `T`', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetPrEnable: { No: 0, Enable: 0 } });
    const runs: string[] = [];
    for (const name of ['M', 'Tu', 'W', 'Th', 'F', 'Sa', 'Su']) {
      garden.advance(61 * minute);
      if (garden.controller().CurrentProgram === 1) runs.push(name);
      garden.advance(day - 61 * minute);
    }
    assert.deepEqual(runs, ['Tu', 'Sa']);
    assert.deepEqual(garden.program(1).Days, { M: 0, T: 1, W: 0, Th: 0, F: 0, Sa: 1, Su: 0 });
  });

  test('a program without a name does not start, nor if it or irrigation is disabled', () => {
    for (const command of [
      { RetPrEnable: { No: 0, Enable: 0 } },
      { RetEnable: 0 },
      { RetProgName: { No: 0, Name: '' } },
    ]) {
      const garden = createIrrigatedHouse();
      assert.equal(garden.command(command), 'OK');
      assert.deepEqual(course(garden, 2 * hour, 30), []);
    }
  });

  test('a program with hour 31 or minute 63 does not start by time', () => {
    const garden = createIrrigatedHouse();
    const times = [
      { h: 31, m: 0 },
      { h: 5, m: 63 },
      { h: 6, m: 30 },
    ];
    const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
    assert.equal(garden.command({ RetProgram: { Index: 0, StartTimes: times, ...days } }), 'OK');
    assert.deepEqual(course(garden, 95 * minute, 30), ['90:00 W--', '93:00 -W-']);
  });

  test('the second of two programs that are due together waits for the first', () => {
    const garden = createIrrigatedHouse();
    garden.advance(day);
    assert.deepEqual(course(garden, 2 * hour), ['60:00 W--', '63:00 -W-', '68:00 --W', '70:00 ---']);
  });

  test('a program that is due again while it runs starts once more afterwards', () => {
    const starts = ['06:00', '06:02', '06:04'];
    const file = { ...threeStations, programs: [{ name: 'Often', enabled: true, starts, runTimes: [5] }] };
    const garden = createIrrigatedHouse(file);
    garden.advance(hour);
    garden.advance(4 * minute);
    assert.deepEqual(garden.plant().waiting, [0]);
    garden.advance(6 * minute - 1000, 1);
    assert.equal(states(garden), 'W--');
    garden.advance(1000, 1);
    assert.equal(states(garden), '---');
  });
});

suite('the run time', () => {
  test('the ratio scales the run time of a program', () => {
    for (const [ratio, ends] of [
      [50, ['60:00 W--', '61:30 -W-', '64:00 ---']],
      [1, ['60:00 W--', '60:02 -W-', '60:05 ---']],
      [200, ['60:00 W--', '66:00 -W-', '76:00 ---']],
      [0, []],
    ] as const) {
      const garden = createIrrigatedHouse();
      garden.command({ RetRatio: ratio });
      assert.deepEqual(course(garden, 2 * hour), ends, `ratio ${ratio}`);
    }
  });

  test('a run time of 3 minutes is 180 seconds for steps of any length', () => {
    for (const seconds of [1, 5, 7, 30, 113, 120]) {
      const garden = createIrrigatedHouse();
      garden.advance(hour - 1);
      garden.advance(1 + 180_000 - 1, seconds);
      assert.equal(states(garden), 'W--', `${seconds} s`);
      garden.advance(1, seconds);
      assert.equal(states(garden), '-W-', `${seconds} s`);
    }
  });

  test('a program runs identically for steps of any length', () => {
    const live = (seconds: number, spans: readonly number[]) => {
      const garden = createIrrigatedHouse({ ...threeStations, soakPeriods: 2, soakTime: 4 });
      garden.command({ RetRainWait: 1 });
      for (const [place, span] of spans.entries()) {
        garden.advance(span * 1000, seconds);
        garden.command(
          [
            { RetRunProgram: { No: 0, Run: 1 } },
            { RetStnMode: { No: place % 3, Mode: 1 } },
            { RetTestMode: 1 },
          ][place % 3]!,
        );
      }
      garden.advance(2 * day, seconds);
      return { ...garden.draft.datagrams, plant: garden.draft.plant };
    };
    const spans = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 8 });
    const same = (seconds: number, apart: number[]) =>
      assert.deepEqual(live(seconds, apart), live(600, apart));
    fc.assert(fc.property(fc.integer({ min: 5, max: 120 }), spans, same), { numRuns: 20 });
  });
});

suite('soak pauses', () => {
  test("soak pauses divide a station's run time into one more part than the number of pauses", () => {
    const garden = createIrrigatedHouse({ ...threeStations, soakPeriods: 2, soakTime: 4 });
    garden.advance(hour - 1000);
    assert.deepEqual(course(garden, hour), [
      '0:01 W--',
      '3:01 -W-',
      '4:41 -s-',
      '8:41 -W-',
      '10:21 -s-',
      '14:21 -W-',
      '16:01 ---',
    ]);
  });

  test('soak pauses switch the pump off', () => {
    const garden = createIrrigatedHouse({ ...threeStations, soakPeriods: 1, soakTime: 4 });
    garden.advance(hour + 6 * minute);
    assert.equal(states(garden), '-s-');
    assert.equal(garden.pump(), 0);
    assert.equal(garden.controller().CurrentProgram, 0);
  });

  test('soak pauses with a length or number of 0 are omitted', () => {
    for (const soak of [
      { soakPeriods: 0, soakTime: 4 },
      { soakPeriods: 3, soakTime: 0 },
    ]) {
      const garden = createIrrigatedHouse({ ...threeStations, ...soak });
      garden.advance(hour - 1000);
      assert.deepEqual(course(garden, 10 * minute), ['0:01 W--', '3:01 -W-', '8:01 ---']);
    }
  });
});

test('a program skips a disabled station', () => {
  const garden = createIrrigatedHouse();
  garden.command({ RetStnMode: { No: 0, Mode: 2 } });
  garden.advance(hour);
  assert.equal(states(garden), '-W-');
});

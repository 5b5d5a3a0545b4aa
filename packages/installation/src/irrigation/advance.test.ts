import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createGarden, day, type Garden, minute, threeStations } from './garden.fixture.ts';

const hour = 60 * minute;
/** States of all stations as one word: `-` not running, `s` soaking, `W` watering. */
const states = ({ draft }: Garden) => draft.datagrams.station.map(({ State }) => '-sW'[State]).join('');

/** The minutes and seconds (from now) at which the states change, and what they are then. */
const course = (garden: Garden, span: number, seconds = 1): string[] => {
  const changes: string[] = [];
  let before = states(garden);
  for (let passed = seconds; passed <= span / 1000; passed += seconds) {
    garden.live(seconds * 1000, seconds);
    const now = states(garden);
    if (now !== before)
      changes.push(`${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, '0')} ${now}`);
    before = now;
  }
  return changes;
};

suite('a program', () => {
  test('waters its stations one after another from its start time', () => {
    const garden = createGarden();
    garden.live(59 * minute);
    assert.equal(garden.controller().CurrentProgram, 255);
    assert.deepEqual(course(garden, 15 * minute), ['1:00 W--', '4:00 -W-', '9:00 ---']);
  });

  test('shows itself and draws the pump while it runs', () => {
    const garden = createGarden();
    garden.live(hour);
    assert.equal(garden.controller().CurrentProgram, 0);
    assert.equal(garden.pump(), 750);
    garden.live(8 * minute);
    assert.equal(garden.controller().CurrentProgram, 255);
    assert.equal(garden.pump(), 0);
  });

  test('runs on its days only; Tuesday is `T`', () => {
    const garden = createGarden();
    garden.command({ RetPrEnable: { No: 0, Enable: 0 } });
    const runs: string[] = [];
    for (const name of ['M', 'Tu', 'W', 'Th', 'F', 'Sa', 'Su']) {
      garden.live(61 * minute);
      if (garden.controller().CurrentProgram === 1) runs.push(name);
      garden.live(day - 61 * minute);
    }
    assert.deepEqual(runs, ['Tu', 'Sa']);
    assert.deepEqual(garden.program(1).Days, { M: 0, T: 1, W: 0, Th: 0, F: 0, Sa: 1, Su: 0 });
  });

  test('does not start when it, or irrigation, is disabled, or it has no name', () => {
    for (const command of [
      { RetPrEnable: { No: 0, Enable: 0 } },
      { RetEnable: 0 },
      { RetProgName: { No: 0, Name: '' } },
    ]) {
      const garden = createGarden();
      assert.equal(garden.command(command), 'OK');
      assert.deepEqual(course(garden, 2 * hour, 30), []);
    }
  });

  test('has no start with hour 31 or minute 63', () => {
    const garden = createGarden();
    const times = [
      { h: 31, m: 0 },
      { h: 5, m: 63 },
      { h: 6, m: 30 },
    ];
    const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
    assert.equal(garden.command({ RetProgram: { Index: 0, StartTimes: times, ...days } }), 'OK');
    assert.deepEqual(course(garden, 95 * minute, 30), ['90:00 W--', '93:00 -W-']);
  });

  test('due together with another waits for it', () => {
    const garden = createGarden();
    garden.live(day);
    assert.deepEqual(course(garden, 2 * hour), ['60:00 W--', '63:00 -W-', '68:00 --W', '70:00 ---']);
  });

  test('due again while it runs starts again, and waits once only', () => {
    const starts = ['06:00', '06:02', '06:04'];
    const file = { ...threeStations, programs: [{ name: 'Often', enabled: true, starts, runTimes: [5] }] };
    const garden = createGarden(file);
    garden.live(hour);
    garden.live(4 * minute);
    assert.deepEqual(garden.plant().waiting, [0]);
    garden.live(6 * minute - 1000, 1);
    assert.equal(states(garden), 'W--');
    garden.live(1000, 1);
    assert.equal(states(garden), '---');
  });
});

suite('the run time', () => {
  test('is scaled by the ratio', () => {
    for (const [ratio, ends] of [
      [50, ['60:00 W--', '61:30 -W-', '64:00 ---']],
      [1, ['60:00 W--', '60:02 -W-', '60:05 ---']],
      [200, ['60:00 W--', '66:00 -W-', '76:00 ---']],
      [0, []],
    ] as const) {
      const garden = createGarden();
      garden.command({ RetRatio: ratio });
      assert.deepEqual(course(garden, 2 * hour), ends, `ratio ${ratio}`);
    }
  });

  test('of 3 minutes is 180 seconds at any length of step', () => {
    for (const seconds of [1, 5, 7, 30, 113, 120]) {
      const garden = createGarden();
      garden.live(hour - 1);
      garden.live(1 + 180_000 - 1, seconds);
      assert.equal(states(garden), 'W--', `${seconds} s`);
      garden.live(1, seconds);
      assert.equal(states(garden), '-W-', `${seconds} s`);
    }
  });

  test('and everything else does not depend on the length of a step', () => {
    const live = (seconds: number, spans: readonly number[]) => {
      const garden = createGarden({ ...threeStations, soakPeriods: 2, soakTime: 4 });
      garden.command({ RetRainWait: 1 });
      for (const [place, span] of spans.entries()) {
        garden.live(span * 1000, seconds);
        garden.command(
          [
            { RetRunProgram: { No: 0, Run: 1 } },
            { RetStnMode: { No: place % 3, Mode: 1 } },
            { RetTestMode: 1 },
          ][place % 3]!,
        );
      }
      garden.live(2 * day, seconds);
      return { ...garden.draft.datagrams, plant: garden.draft.plant };
    };
    const spans = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 8 });
    const same = (seconds: number, apart: number[]) =>
      assert.deepEqual(live(seconds, apart), live(600, apart));
    fc.assert(fc.property(fc.integer({ min: 5, max: 120 }), spans, same), { numRuns: 20 });
  });
});

suite('soak pauses', () => {
  test('divide the run time of a station with soak into one part more', () => {
    const garden = createGarden({ ...threeStations, soakPeriods: 2, soakTime: 4 });
    garden.live(hour - 1000);
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

  test('draw no pump', () => {
    const garden = createGarden({ ...threeStations, soakPeriods: 1, soakTime: 4 });
    garden.live(hour + 6 * minute);
    assert.equal(states(garden), '-s-');
    assert.equal(garden.pump(), 0);
    assert.equal(garden.controller().CurrentProgram, 0);
  });

  test('of no length or number are none', () => {
    for (const soak of [
      { soakPeriods: 0, soakTime: 4 },
      { soakPeriods: 3, soakTime: 0 },
    ]) {
      const garden = createGarden({ ...threeStations, ...soak });
      garden.live(hour - 1000);
      assert.deepEqual(course(garden, 10 * minute), ['0:01 W--', '3:01 -W-', '8:01 ---']);
    }
  });
});

suite('the rain wait', () => {
  test('counts down at local midnight and keeps programs from starting until it is over', () => {
    const garden = createGarden();
    assert.equal(garden.command({ RetRainWait: 2 }), 'OK');
    garden.live(19 * hour - 1000, 1000);
    assert.equal(garden.controller().RainWait, 2);
    garden.live(1000);
    assert.equal(garden.controller().RainWait, 1);
    assert.equal(garden.station(0).LastRun, 7);
    garden.live(day);
    assert.equal(garden.controller().RainWait, 0);
    garden.live(6 * hour);
    assert.equal(garden.controller().CurrentProgram, 0);
  });

  test('is over before a program that starts at midnight', () => {
    const garden = createGarden({
      ...threeStations,
      programs: [{ name: 'Night', enabled: true, starts: ['00:00'], runTimes: [3] }],
    });
    garden.command({ RetRainWait: 1 });
    garden.live(19 * hour);
    assert.equal(garden.controller().CurrentProgram, 0);
  });
});

suite('LastRun', () => {
  test('is 0 on the day a station waters and grows by one each local midnight, up to 7', () => {
    const garden = createGarden();
    assert.equal(garden.station(0).LastRun, 7);
    garden.live(hour);
    assert.deepEqual([garden.station(0).LastRun, garden.station(1).LastRun], [0, 7]);
    garden.live(8 * minute);
    garden.command({ RetEnable: 0 });
    const shown: number[] = [];
    for (let n = 0; n < 9; n++) {
      garden.live(day);
      shown.push(garden.station(0).LastRun);
    }
    assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 7, 7]);
  });

  test('is still 0 for a station that waters over midnight', () => {
    const garden = createGarden({
      ...threeStations,
      programs: [{ name: 'Late', enabled: true, starts: ['23:59'], runTimes: [3] }],
    });
    garden.live(19 * hour + minute);
    assert.equal(states(garden), 'W--');
    assert.equal(garden.station(0).LastRun, 0);
  });
});

suite('a fault', () => {
  const faulty = (fault: number, change?: Record<string, unknown>) => {
    const garden = createGarden();
    garden.plant().faults[0] = fault;
    if (change)
      Object.assign(garden.draft.datagrams.irrigation, { 0: { ...garden.controller(), ...change } });
    garden.live(hour);
    return garden;
  };

  test('of a wire is found when the station is tried: shown, and the station skipped', () => {
    for (const fault of [1, 2]) {
      const garden = faulty(fault);
      assert.equal(garden.station(0).Error, fault);
      assert.equal(garden.station(0).LastRun, 7);
      assert.equal(states(garden), '-W-');
    }
  });

  test('is not shown before the station is tried, and gone when a later try goes well', () => {
    const garden = createGarden();
    garden.plant().faults[0] = 2;
    garden.live(30 * minute);
    assert.equal(garden.station(0).Error, 0);
    garden.live(hour);
    garden.plant().faults[0] = 0;
    assert.equal(garden.station(0).Error, 2);
    garden.live(day);
    assert.equal(garden.station(0).Error, 0);
  });

  test('open is not looked for where low current is ignored; short always is', () => {
    const ignoring = { IgnoreLowCurrentFault: 1 };
    assert.deepEqual([faulty(1, ignoring).station(0).Error, states(faulty(1, ignoring))], [0, 'W--']);
    assert.deepEqual([faulty(2, ignoring).station(0).Error, states(faulty(2, ignoring))], [2, '-W-']);
  });

  test('between two parts ends the station', () => {
    const garden = createGarden({ ...threeStations, soakPeriods: 1, soakTime: 4 });
    garden.live(hour + 6 * minute);
    garden.plant().faults[1] = 2;
    garden.live(4 * minute);
    assert.equal(states(garden), '---');
    assert.equal(garden.station(1).Error, 2);
    assert.equal(garden.controller().CurrentProgram, 255);
  });

  test('of all stations ends the program at once', () => {
    const garden = createGarden();
    garden.plant().faults = [1, 1, 1];
    garden.live(hour);
    assert.equal(garden.controller().CurrentProgram, 255);
    assert.deepEqual(
      [0, 1, 2].map((no) => garden.station(no).Error),
      [1, 1, 0],
    );
  });

  test('of a controller is shown at once, and its eight stations are passed over', () => {
    const stations = Array.from({ length: 10 }, (_, no) => ({ name: `Station ${no}` }));
    const programs = [{ name: 'All', enabled: true, starts: ['06:00'], runTimes: stations.map(() => 5) }];
    const garden = createGarden({ stations, programs });
    garden.plant().controllerFault = 1;
    garden.live(30_000);
    assert.equal(garden.controller().CtrlErr, 1);
    garden.live(hour);
    assert.equal(states(garden), '--------W-');
    garden.plant().controllerFault = 0;
    garden.live(30_000);
    assert.equal(garden.controller().CtrlErr, 0);
  });
});

suite('within one step, things happen in the order of their instants', () => {
  test('a program reaches a station that still waters by hand and passes it over', () => {
    const garden = createGarden({ ...threeStations, manualRunTime: 3 });
    garden.live(10_000);
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.live(20_000);
    garden.command({ RetStnMode: { No: 1, Mode: 1 } });
    garden.live(4 * minute, 240);
    assert.equal(states(garden), '---');
  });

  test('a program reaches a station that a hand has just left and waters it', () => {
    const garden = createGarden({ ...threeStations, manualRunTime: 3 });
    garden.live(10_000);
    garden.command({ RetStnMode: { No: 1, Mode: 1 } });
    garden.live(20_000);
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.live(4 * minute, 240);
    assert.equal(states(garden), '-W-');
  });

  test('a program that comes due after another has ended begins on time, not when that one ended', () => {
    const garden = createGarden({
      ...threeStations,
      programs: [
        { name: 'Late', enabled: true, starts: ['06:01'], runTimes: [5] },
        threeStations.programs![1]!,
      ],
    });
    garden.live(59 * minute - 30_000);
    garden.command({ RetRunProgram: { No: 1, Run: 1 } });
    garden.live(5 * minute, 300);
    assert.equal(garden.plant().run?.ends, Date.parse('2026-05-31T20:06:00Z'));
  });
});

test('a station that is disabled is skipped', () => {
  const garden = createGarden();
  garden.command({ RetStnMode: { No: 0, Mode: 2 } });
  garden.live(hour);
  assert.equal(states(garden), '-W-');
});

test('a year of watering keeps to the definition of its datagrams and survives JSON', () => {
  const garden = createGarden({ ...threeStations, soakPeriods: 2, soakTime: 3 });
  for (let n = 0; n < 73; n++) {
    garden.live(5 * day, 120);
    assert.deepEqual(garden.flaws(), []);
  }
  garden.live(7 * minute + hour);
  const { irrigation } = garden.draft.plant;
  assert.deepEqual(JSON.parse(JSON.stringify(irrigation)), irrigation);
});

test('a house without irrigation lets the time pass', () => {
  const garden = createGarden(null);
  garden.live(day);
  assert.deepEqual(garden.draft.datagrams.irrigation, []);
});

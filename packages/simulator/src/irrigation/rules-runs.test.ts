import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createIrrigatedHouse, minute, threeStations } from './irrigated-house.fixture.ts';

const watering = 2;

suite('a program', () => {
  test("shows a program's name in both members of its datagram", () => {
    const garden = createIrrigatedHouse();
    assert.equal(garden.command({ RetProgName: { No: 8, Name: 'Spring' } }), 'OK');
    assert.equal(garden.program(8).Name, 'Spring');
    assert.equal(garden.controller().Name9, 'Spring');
  });

  test("sets a program's start times and days, from `Tu` of the command to `T`", () => {
    const garden = createIrrigatedHouse();
    const StartTimes = [{ h: 4, m: 5 }];
    const days = { M: 0, Tu: 1, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 };
    assert.equal(garden.command({ RetProgram: { Index: 0, StartTimes, ...days } }), 'OK');
    assert.deepEqual(garden.program(0).StartTimes, StartTimes);
    assert.deepEqual(garden.program(0).Days, { M: 0, T: 1, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 });
    assert.deepEqual(garden.flaws(), []);
  });

  test("sets a program's run time for each station", () => {
    const garden = createIrrigatedHouse();
    assert.equal(garden.command({ RetStRunTime: { Program: 0, No: 2, RunTime: 240 } }), 'OK');
    assert.deepEqual(garden.program(0).RunTimes.slice(0, 4), [{ t: 3 }, { t: 5 }, { t: 240 }, { t: 0 }]);
  });

  test("keeps the program's datagram object if a command changes nothing", () => {
    const garden = createIrrigatedHouse();
    const before = garden.program(0);
    const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
    garden.command({ RetProgram: { Index: 0, StartTimes: [{ h: 6, m: 0 }], ...days } });
    garden.command({ RetStRunTime: { Program: 0, No: 1, RunTime: 5 } });
    garden.command({ RetPrEnable: { No: 0, Enable: 1 } });
    garden.command({ RetProgName: { No: 0, Name: 'Morning' } });
    assert.equal(garden.program(0), before);
  });

  test('runs a program started by command now, whatever its days, times and rain wait', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetPrEnable: { No: 1, Enable: 0 } });
    garden.command({ RetRainWait: 3 });
    assert.equal(garden.command({ RetRunProgram: { No: 1, Run: 1 } }), 'OK');
    assert.deepEqual([garden.controller().CurrentProgram, garden.station(2).State], [1, watering]);
    assert.equal(garden.pump(), 750);
  });

  test('a program runs on the stations whose controllers respond, and is refused if there are none', () => {
    const stations = Array.from({ length: 9 }, (_, no) => ({ name: `Station ${no}` }));
    const programs = [
      { name: 'All', runTimes: Array(9).fill(1) },
      { name: 'Near', runTimes: [1, 1] },
      { name: 'One', runTimes: [1] },
    ];
    const garden = createIrrigatedHouse({ stations, programs });
    const answers = () => [
      ...[0, 1, 2].map((No) => garden.command({ RetRunProgram: { No, Run: 1 } })),
      garden.command({ RetTestMode: 1 }),
    ];
    garden.plant().controllerFault = 1;
    assert.deepEqual(answers(), [
      'OK',
      'Controller 1 does not respond: it drives every station that would run.',
      'Controller 1 does not respond: it drives station 0.',
      'OK',
    ]);
    assert.deepEqual([garden.station(0).State, garden.station(8).State], [0, watering]);
    garden.command({ RetTestMode: 0 });
    garden.command({ RetStnMode: { No: 8, Mode: 2 } });
    const every = 'Controller 1 does not respond: it drives every station that would run.';
    assert.deepEqual(answers(), [every, every, 'Controller 1 does not respond: it drives station 0.', every]);
    assert.deepEqual([garden.controller().TestMode, garden.controller().CurrentProgram], [0, 255]);
    garden.plant().controllerFault = 2;
    assert.equal(garden.command({ RetTestMode: 1 }), 'OK');
  });

  test('a program started during another run waits until that run ends', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    assert.equal(garden.command({ RetRunProgram: { No: 1, Run: 1 } }), 'OK');
    assert.equal(garden.controller().CurrentProgram, 0);
    garden.advance(8 * minute);
    assert.equal(garden.controller().CurrentProgram, 1);
    garden.advance(2 * minute);
    assert.equal(garden.controller().CurrentProgram, 255);
  });

  test('a program started while it already runs does not run twice', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    assert.equal(garden.command({ RetRunProgram: { No: 0, Run: 1 } }), 'OK');
    garden.advance(8 * minute);
    assert.equal(garden.controller().CurrentProgram, 255);
  });

  test('a program can be stopped, and the waiting one starts', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.command({ RetRunProgram: { No: 1, Run: 1 } });
    assert.equal(garden.command({ RetRunProgram: { No: 0, Run: 0 } }), 'OK');
    assert.deepEqual([garden.station(0).State, garden.station(2).State], [0, watering]);
    assert.equal(garden.command({ RetRunProgram: { No: 1, Run: 0 } }), 'OK');
    assert.deepEqual([garden.controller().CurrentProgram, garden.pump()], [255, 0]);
  });

  test('a program stopped while it waits does not run', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.command({ RetRunProgram: { No: 1, Run: 1 } });
    garden.command({ RetRunProgram: { No: 1, Run: 0 } });
    garden.advance(8 * minute);
    assert.equal(garden.controller().CurrentProgram, 255);
  });

  test('refuses a program that would water no station', () => {
    const garden = createIrrigatedHouse();
    const run = (No: number) => garden.command({ RetRunProgram: { No, Run: 1 } });
    assert.equal(run(5), 'Program 5 is not available: it is unused; give it a name first.');
    garden.command({ RetStnMode: { No: 2, Mode: 2 } });
    assert.equal(run(1), 'Program 1 is not available: none of its automatic stations has a run time.');
    garden.command({ RetStnMode: { No: 2, Mode: 0 } });
    garden.command({ RetStRunTime: { Program: 1, No: 2, RunTime: 0 } });
    assert.equal(run(1), 'Program 1 is not available: none of its automatic stations has a run time.');
    garden.command({ RetRatio: 0 });
    assert.equal(run(0), 'Program 0 is not available: the ratio is 0 %.');
    garden.command({ RetEnable: 0 });
    assert.equal(run(0), 'Program 0 is not available: irrigation is disabled.');
  });
});

test('disabling irrigation stops all stations and programs, including the waiting ones', () => {
  const garden = createIrrigatedHouse();
  garden.command({ RetRunProgram: { No: 0, Run: 1 } });
  garden.command({ RetRunProgram: { No: 1, Run: 1 } });
  garden.command({ RetStnMode: { No: 1, Mode: 1 } });
  garden.command({ RetStnMode: { No: 2, Mode: 1 } });
  assert.equal(garden.command({ RetEnable: 0 }), 'OK');
  assert.deepEqual(
    garden.draft.datagrams.station.map(({ State, Mode }) => [State, Mode]),
    [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  );
  assert.deepEqual([garden.controller().CurrentProgram, garden.pump()], [255, 0]);
  garden.command({ RetEnable: 1 });
  garden.advance(30 * minute);
  assert.equal(garden.controller().CurrentProgram, 255);
});

suite('the irrigation test', () => {
  test('the irrigation test waters each station for the test time, then ends', () => {
    const garden = createIrrigatedHouse({ ...threeStations, testTime: 2, ratio: 50, soakPeriods: 3 });
    assert.equal(garden.command({ RetTestMode: 1 }), 'OK');
    const course: string[] = [];
    for (let n = 0; n < 4; n++) {
      const { TestMode } = garden.controller();
      course.push(`${garden.draft.datagrams.station.map(({ State }) => State).join('')} ${TestMode}`);
      garden.advance(2 * minute);
    }
    assert.deepEqual(course, ['200 1', '020 1', '002 1', '000 0']);
  });

  test('the irrigation test skips disabled stations and finds faults', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetStnMode: { No: 0, Mode: 2 } });
    garden.plant().faults[1] = 1;
    garden.command({ RetTestMode: 1 });
    assert.deepEqual([garden.station(1).Error, garden.station(2).State], [1, watering]);
  });

  test('the irrigation test replaces the running program and can be stopped', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.command({ RetRunProgram: { No: 1, Run: 1 } });
    assert.equal(garden.command({ RetTestMode: 1 }), 'OK');
    assert.deepEqual([garden.controller().CurrentProgram, garden.controller().TestMode], [255, 1]);
    assert.equal(garden.command({ RetTestMode: 0 }), 'OK');
    assert.deepEqual([garden.controller().CurrentProgram, garden.controller().TestMode], [255, 0]);
    assert.equal(garden.pump(), 0);
  });

  test('starting a running irrigation test continues it, and stopping an ended one does nothing', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetTestMode: 1 });
    garden.advance(2 * minute);
    assert.equal(garden.command({ RetTestMode: 1 }), 'OK');
    assert.equal(garden.station(1).State, watering);
    garden.command({ RetTestMode: 0 });
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    assert.equal(garden.command({ RetTestMode: 0 }), 'OK');
    assert.equal(garden.controller().CurrentProgram, 0);
  });

  test('programs wait until the test has ended', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetTestMode: 1 });
    assert.equal(garden.command({ RetRunProgram: { No: 1, Run: 1 } }), 'OK');
    assert.equal(garden.controller().CurrentProgram, 255);
    garden.advance(6 * minute);
    assert.deepEqual([garden.controller().CurrentProgram, garden.controller().TestMode], [1, 0]);
  });

  test('refuses a test without a test time or while irrigation is disabled', () => {
    const garden = createIrrigatedHouse({ ...threeStations, testTime: 0 });
    assert.equal(garden.command({ RetTestMode: 1 }), 'The test is not available: its time is 0 minutes.');
    const other = createIrrigatedHouse();
    other.command({ RetEnable: 0 });
    assert.equal(other.command({ RetTestMode: 1 }), 'The test is not available: irrigation is disabled.');
  });
});

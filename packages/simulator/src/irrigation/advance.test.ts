import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createIrrigatedHouse, day, hour, minute, states, threeStations } from './irrigated-house.fixture.ts';

suite('the rain wait', () => {
  test('the rain wait counts down at local midnight, and no program starts until it is over', () => {
    const garden = createIrrigatedHouse();
    assert.equal(garden.command({ RetRainWait: 2 }), 'OK');
    garden.advance(19 * hour - 1000, 1000);
    assert.equal(garden.controller().RainWait, 2);
    garden.advance(1000);
    assert.equal(garden.controller().RainWait, 1);
    assert.equal(garden.station(0).LastRun, 7);
    garden.advance(day);
    assert.equal(garden.controller().RainWait, 0);
    garden.advance(6 * hour);
    assert.equal(garden.controller().CurrentProgram, 0);
  });

  test('the rain wait ends before a program that starts at midnight', () => {
    const garden = createIrrigatedHouse({
      ...threeStations,
      programs: [{ name: 'Night', enabled: true, starts: ['00:00'], runTimes: [3] }],
    });
    garden.command({ RetRainWait: 1 });
    garden.advance(19 * hour);
    assert.equal(garden.controller().CurrentProgram, 0);
  });
});

suite('LastRun', () => {
  test('LastRun is 0 on the day a station waters and grows by one each local midnight, up to 7', () => {
    const garden = createIrrigatedHouse();
    assert.equal(garden.station(0).LastRun, 7);
    garden.advance(hour);
    assert.deepEqual([garden.station(0).LastRun, garden.station(1).LastRun], [0, 7]);
    garden.advance(8 * minute);
    garden.command({ RetEnable: 0 });
    const shown: number[] = [];
    for (let n = 0; n < 9; n++) {
      garden.advance(day);
      shown.push(garden.station(0).LastRun);
    }
    assert.deepEqual(shown, [1, 2, 3, 4, 5, 6, 7, 7, 7]);
  });

  test('LastRun is still 0 for a station that waters over midnight', () => {
    const garden = createIrrigatedHouse({
      ...threeStations,
      programs: [{ name: 'Late', enabled: true, starts: ['23:59'], runTimes: [3] }],
    });
    garden.advance(19 * hour + minute);
    assert.equal(states(garden), 'W--');
    assert.equal(garden.station(0).LastRun, 0);
  });
});

suite('an irrigation fault', () => {
  const faulty = (fault: number, change?: Record<string, unknown>) => {
    const garden = createIrrigatedHouse();
    garden.plant().faults[0] = fault;
    if (change)
      Object.assign(garden.draft.datagrams.irrigation, { 0: { ...garden.controller(), ...change } });
    garden.advance(hour);
    return garden;
  };

  test('reports a faulty wire when its station is started and skips the station', () => {
    for (const fault of [1, 2]) {
      const garden = faulty(fault);
      assert.equal(garden.station(0).Error, fault);
      assert.equal(garden.station(0).LastRun, 7);
      assert.equal(states(garden), '-W-');
    }
  });

  test('reports a faulty wire when its station starts, and clears it after a later good start', () => {
    const garden = createIrrigatedHouse();
    garden.plant().faults[0] = 2;
    garden.advance(30 * minute);
    assert.equal(garden.station(0).Error, 0);
    garden.advance(hour);
    garden.plant().faults[0] = 0;
    assert.equal(garden.station(0).Error, 2);
    garden.advance(day);
    assert.equal(garden.station(0).Error, 0);
  });

  test('ignores an open wire if low current is ignored, but never a short circuit', () => {
    const ignoring = { IgnoreLowCurrentFault: 1 };
    assert.deepEqual([faulty(1, ignoring).station(0).Error, states(faulty(1, ignoring))], [0, 'W--']);
    assert.deepEqual([faulty(2, ignoring).station(0).Error, states(faulty(2, ignoring))], [2, '-W-']);
  });

  test('reports a wire that fails while its station waters, and waters the next station', () => {
    const garden = createIrrigatedHouse();
    garden.advance(hour + minute);
    assert.equal(states(garden), 'W--');
    garden.plant().faults[0] = 1;
    garden.advance(30_000);
    assert.deepEqual([garden.station(0).Error, states(garden), garden.pump()], [1, '-W-', 750]);
    garden.plant().faults[1] = 2;
    garden.advance(30_000);
    assert.deepEqual([garden.station(1).Error, states(garden), garden.pump()], [2, '---', 0]);
    assert.equal(garden.controller().CurrentProgram, 255);
  });

  test('a faulty wire also ends a manual run, and the station returns to its previous mode', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetStnMode: { No: 2, Mode: 1 } });
    assert.equal(states(garden), '--W');
    garden.plant().faults[2] = 2;
    garden.advance(30_000);
    const { Error: error, Mode } = garden.station(2);
    assert.deepEqual([error, Mode, states(garden), garden.plant().byHand], [2, 0, '---', []]);
  });

  test('an open wire does not stop a station if low current is ignored', () => {
    const garden = createIrrigatedHouse({ ...threeStations, ignoreOpenWires: true });
    garden.advance(hour + minute);
    garden.plant().faults[0] = 1;
    garden.advance(30_000);
    assert.deepEqual([garden.station(0).Error, states(garden)], [0, 'W--']);
  });

  test('a controller fault shuts the station that the controller drives', () => {
    const garden = createIrrigatedHouse();
    garden.advance(hour + minute);
    garden.plant().controllerFault = 1;
    garden.advance(30_000);
    assert.deepEqual([garden.controller().CtrlErr, states(garden), garden.pump()], [1, '---', 0]);
  });

  test('a wire that fails between two parts of a run ends the station', () => {
    const garden = createIrrigatedHouse({ ...threeStations, soakPeriods: 1, soakTime: 4 });
    garden.advance(hour + 6 * minute);
    garden.plant().faults[1] = 2;
    garden.advance(4 * minute);
    assert.equal(states(garden), '---');
    assert.equal(garden.station(1).Error, 2);
    assert.equal(garden.controller().CurrentProgram, 255);
  });

  test('a wire that fails between two parts of a run ends the watering of its station', () => {
    const garden = createIrrigatedHouse();
    garden.plant().faults = [1, 1, 1];
    garden.advance(hour);
    assert.equal(garden.controller().CurrentProgram, 255);
    assert.deepEqual(
      [0, 1, 2].map((no) => garden.station(no).Error),
      [1, 1, 0],
    );
  });

  test('shows a controller fault immediately and skips its eight stations', () => {
    const stations = Array.from({ length: 10 }, (_, no) => ({ name: `Station ${no}` }));
    const programs = [{ name: 'All', enabled: true, starts: ['06:00'], runTimes: stations.map(() => 5) }];
    const garden = createIrrigatedHouse({ stations, programs });
    garden.plant().controllerFault = 1;
    garden.advance(30_000);
    assert.equal(garden.controller().CtrlErr, 1);
    garden.advance(hour);
    assert.equal(states(garden), '--------W-');
    garden.plant().controllerFault = 0;
    garden.advance(30_000);
    assert.equal(garden.controller().CtrlErr, 0);
  });
});

suite('order of events within a step', () => {
  test('a program skips a station that still waters in manual mode', () => {
    const garden = createIrrigatedHouse({ ...threeStations, manualRunTime: 3 });
    garden.advance(10_000);
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.advance(20_000);
    garden.command({ RetStnMode: { No: 1, Mode: 1 } });
    garden.advance(4 * minute, 240);
    assert.equal(states(garden), '---');
  });

  test('a program waters a station whose manual run has just ended', () => {
    const garden = createIrrigatedHouse({ ...threeStations, manualRunTime: 3 });
    garden.advance(10_000);
    garden.command({ RetStnMode: { No: 1, Mode: 1 } });
    garden.advance(20_000);
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.advance(4 * minute, 240);
    assert.equal(states(garden), '-W-');
  });

  test('a program starts on time if it becomes due later in the step in which another one ends', () => {
    const garden = createIrrigatedHouse({
      ...threeStations,
      programs: [
        { name: 'Late', enabled: true, starts: ['06:01'], runTimes: [5] },
        threeStations.programs![1]!,
      ],
    });
    garden.advance(59 * minute - 30_000);
    garden.command({ RetRunProgram: { No: 1, Run: 1 } });
    garden.advance(5 * minute, 300);
    assert.equal(garden.plant().run?.ends, Date.parse('2026-05-31T20:06:00Z'));
  });
});

test('irrigation datagrams are valid and survive JSON after a year of watering', () => {
  const garden = createIrrigatedHouse({ ...threeStations, soakPeriods: 2, soakTime: 3 });
  for (let n = 0; n < 73; n++) {
    garden.advance(5 * day, 120);
    assert.deepEqual(garden.flaws(), []);
  }
  garden.advance(7 * minute + hour);
  const { irrigation } = garden.draft.plant;
  assert.deepEqual(JSON.parse(JSON.stringify(irrigation)), irrigation);
});

test('a house without irrigation can be advanced in time', () => {
  const garden = createIrrigatedHouse(null);
  garden.advance(day);
  assert.deepEqual(garden.draft.datagrams.irrigation, []);
});

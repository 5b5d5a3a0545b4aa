import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { createIrrigatedHouse, minute } from './irrigated-house.fixture.ts';
import { irrigationRules } from './rules.ts';

const watering = 2;

test('there is a rule for each irrigation command of the catalogue', () => {
  const names = [...catalogue.values()]
    .filter((one) => one.subsystem === 'irrigation')
    .map(({ name }) => name);
  assert.equal(names.length, 16);
  assert.deepEqual(Object.keys(irrigationRules), names);
});

test('a house without irrigation refuses every irrigation command', () => {
  const garden = createIrrigatedHouse(null);
  assert.equal(garden.command({ RetEnable: 1 }), 'This house has no irrigation controller.');
  assert.equal(
    garden.command({ RetRunProgram: { No: 0, Run: 1 } }),
    'This house has no irrigation controller.',
  );
});

test('there are nine irrigation programs, and the unused ones have no name', () => {
  const { draft, controller, flaws } = createIrrigatedHouse();
  const { Name1, Name2, Name3, Name9 } = controller();
  assert.deepEqual([Name1, Name2, Name3, Name9], ['Morning', 'Pots', '', '']);
  assert.deepEqual(
    draft.datagrams.program.map(({ Name }) => Name),
    ['Morning', 'Pots', '', '', '', '', '', '', ''],
  );
  assert.equal(draft.datagrams.program[0]!.RunTimes.length, 24);
  assert.deepEqual(flaws(), []);
});

suite('settings of the irrigation controller', () => {
  for (const [command, key, value] of [
    [{ RetRatio: 150 }, 'Ratio', 150],
    [{ RetRainWait: 7 }, 'RainWait', 7],
    [{ RetSoakIntervals: 15 }, 'SoakPeriods', 15],
    [{ RetSoakTime: 240 }, 'SoakTime', 240],
    [{ RetSetManRunTime: 1 }, 'ManualRunTime', 1],
    [{ RetTag2: { Tag: 'Back garden' } }, 'Tag2', 'Back garden'],
    [{ RetEnable: 0 }, 'Enable', false],
  ] as const) {
    test(`${JSON.stringify(command)} sets ${key}`, () => {
      const garden = createIrrigatedHouse();
      assert.equal(garden.command(command), 'OK');
      assert.equal(garden.controller()[key], value);
      assert.deepEqual(garden.flaws(), []);
    });
  }
});

suite('an irrigation station', () => {
  test("sets a station's name and soak pauses", () => {
    const garden = createIrrigatedHouse();
    assert.equal(garden.command({ RetPrRetStNameogName: { No: 2, Name: 'Herb pots' } }), 'OK');
    assert.equal(garden.command({ RetStSoak: { No: 2, Soak: 1 } }), 'OK');
    assert.deepEqual([garden.station(2).Name, garden.station(2).Soak], ['Herb pots', 1]);
  });

  test('refuses a station that is not installed', () => {
    const sentence = (command: string) =>
      `${command}.No: There is no station 3 in this house; its stations are 0, 1 and 2.`;
    const garden = createIrrigatedHouse();
    for (const [command, rest] of [
      ['RetStnMode', { Mode: 1 }],
      ['RetStSoak', { Soak: 1 }],
      ['RetPrRetStNameogName', { Name: 'None' }],
      ['RetStRunTime', { Program: 0, RunTime: 1 }],
    ] as const)
      assert.equal(garden.command({ [command]: { No: 3, ...rest } }), sentence(command));
  });

  test('a station set to manual waters for the manual run time, then is automatic again', () => {
    const garden = createIrrigatedHouse();
    assert.equal(garden.command({ RetSetManRunTime: 4 }), 'OK');
    assert.equal(garden.command({ RetStnMode: { No: 2, Mode: 1 } }), 'OK');
    assert.deepEqual([garden.station(2).Mode, garden.station(2).State], [1, watering]);
    assert.deepEqual([garden.station(2).LastRun, garden.pump()], [0, 750]);
    garden.advance(4 * minute - 1);
    assert.equal(garden.station(2).State, watering);
    garden.advance(1);
    assert.deepEqual([garden.station(2).Mode, garden.station(2).State, garden.pump()], [0, 0, 0]);
  });

  test('a disabled station set to manual is disabled again afterwards', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetStnMode: { No: 2, Mode: 2 } });
    garden.command({ RetStnMode: { No: 2, Mode: 1 } });
    assert.equal(garden.station(2).State, watering);
    garden.advance(10 * minute);
    assert.deepEqual([garden.station(2).Mode, garden.station(2).State], [2, 0]);
  });

  test('setting a station to manual again does not extend its watering', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetStnMode: { No: 2, Mode: 1 } });
    garden.advance(6 * minute);
    assert.equal(garden.command({ RetStnMode: { No: 2, Mode: 1 } }), 'OK');
    garden.advance(4 * minute);
    assert.equal(garden.station(2).State, 0);
  });

  test('a program skips a station that is set to manual, and continues with the next', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.advance(minute);
    garden.command({ RetStnMode: { No: 0, Mode: 1 } });
    assert.deepEqual([garden.station(0).State, garden.station(1).State], [watering, watering]);
    garden.advance(5 * minute);
    assert.deepEqual([garden.station(0).State, garden.station(1).State], [watering, 0]);
  });

  test('setting a manual station back to automatic or disabled stops it immediately', () => {
    for (const mode of [0, 2]) {
      const garden = createIrrigatedHouse();
      garden.command({ RetStnMode: { No: 2, Mode: 1 } });
      assert.equal(garden.command({ RetStnMode: { No: 2, Mode: mode } }), 'OK');
      assert.deepEqual([garden.station(2).Mode, garden.station(2).State, garden.pump()], [mode, 0, 0]);
      garden.advance(20 * minute);
      assert.equal(garden.station(2).Mode, mode);
    }
  });

  test('disabling a station stops it, and its program continues with the next station', () => {
    const garden = createIrrigatedHouse();
    garden.command({ RetRunProgram: { No: 0, Run: 1 } });
    garden.command({ RetStnMode: { No: 0, Mode: 2 } });
    assert.deepEqual([garden.station(0).State, garden.station(1).State], [0, watering]);
  });

  test('a faulty station does not water in manual mode and shows its fault', () => {
    const garden = createIrrigatedHouse();
    garden.plant().faults[2] = 2;
    assert.equal(garden.command({ RetStnMode: { No: 2, Mode: 1 } }), 'OK');
    assert.deepEqual([garden.station(2).Mode, garden.station(2).State, garden.station(2).Error], [0, 0, 2]);
  });

  test('refuses to set a station to manual if irrigation is disabled or does not respond', () => {
    const garden = createIrrigatedHouse();
    garden.plant().controllerFault = 1;
    assert.equal(
      garden.command({ RetStnMode: { No: 2, Mode: 1 } }),
      'Controller 1 does not respond: it drives station 2.',
    );
    garden.plant().controllerFault = 2;
    garden.command({ RetEnable: 0 });
    assert.equal(
      garden.command({ RetStnMode: { No: 2, Mode: 1 } }),
      'Station 2 by hand is not available: irrigation is disabled.',
    );
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, HALL, KITCHEN, LIVING, zoneMode } from './ducted.fixture.ts';

type Ducted = ReturnType<typeof createDucted>;

suite('the sleep timer', () => {
  test('the sleep timer shows the minutes left and switches off at the end', () => {
    const house = createDucted();
    house.command({ SysSleepTimer: 3 });
    const shown = () => [house.unit().SysOn, house.unit().SleepTimer, house.unit().SleepTimerM];
    assert.deepEqual(house.sample(4, shown), [
      [1, 3, 2],
      [1, 3, 1],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('counts the sleep timer from the time at which it is set, with minutes rounded up', () => {
    const house = createDucted();
    house.advance(0.5);
    house.command({ SysSleepTimer: 1 });
    house.advance(0.5);
    assert.deepEqual([house.unit().SysOn, house.unit().SleepTimerM], [1, 1]);
    house.advance(0.5);
    assert.equal(house.unit().SysOn, 0);
  });
});

test('the sleep timer counts real minutes through a repeated hour', () => {
  const house = createDucted({ at: Date.parse('2026-04-05T01:50:00+11:00') });
  house.command({ SysSleepTimer: 90 });
  const on = house.sample(120, () => house.unit().SysOn);
  assert.equal(on.indexOf(0) + 1, 90);
});

suite('AutoOff', () => {
  const noConstant = [
    { name: 'Living', room: 'Living', type: 'auto' },
    { name: 'Kitchen', room: 'Kitchen', type: 'open/close' },
  ] as const;
  const close = (house: Ducted, ...places: number[]) => {
    for (const Index of places) house.command({ ZoneMode: { Index, Mode: zoneMode.close } });
  };

  test('AutoOff does not switch off a unit if the controller may not switch it (HvacOnOff)', () => {
    const house = createDucted({ zones: noConstant, unit: { settings: { HvacOnOff: 0 } } });
    close(house, 0, 1);
    house.advance(5);
    assert.equal(house.unit().SysOn, 1);
  });

  test('AutoOff switches off a minute after the last zone was closed', () => {
    const house = createDucted({ zones: noConstant });
    assert.equal(house.unit().AutoOff, 1, 'the setup has no constant zones');
    close(house, 0);
    house.advance(5);
    assert.equal(house.unit().SysOn, 1);
    close(house, 1);
    house.advance(0.5);
    assert.equal(house.unit().SysOn, 1);
    house.advance(0.5);
    assert.equal(house.unit().SysOn, 0);
  });

  test('AutoOff does nothing if a zone is opened in time', () => {
    const house = createDucted({ zones: noConstant });
    close(house, 0, 1);
    house.advance(0.5);
    house.command({ ZoneMode: { Index: 1, Mode: zoneMode.open } });
    house.advance(0.5);
    close(house, 1);
    house.advance(0.5);
    assert.equal(house.unit().SysOn, 1);
  });

  test('AutoOff counts a zone in constant mode as closed, but not an open one', () => {
    const house = createDucted();
    house.install({ AutoOff: 1 });
    close(house, LIVING, BEDROOM, KITCHEN);
    house.command({ ZoneMode: { Index: HALL, Mode: zoneMode.open } });
    house.advance(5);
    assert.equal(house.unit().SysOn, 1);
    house.command({ ZoneMode: { Index: HALL, Mode: zoneMode.constant } });
    house.advance(2);
    assert.equal(house.unit().SysOn, 0);
  });

  test('AutoOff does nothing if the unit is off or cannot be commanded', () => {
    const spilling = createDucted();
    assert.equal(spilling.unit().AutoOff, 0, 'constant zones protect the unit');
    close(spilling, LIVING, BEDROOM, KITCHEN, HALL);
    spilling.advance(5);
    assert.equal(spilling.unit().SysOn, 1);
    const own = createDucted({ zones: noConstant, unit: { control: 'zones' } });
    own.install({ AutoOff: 1 });
    close(own, 0, 1);
    own.advance(5);
    assert.equal(own.unit().SysOn, 1);
  });
});

suite('a fault', () => {
  const fail = (house: Ducted, code: string) => {
    house.override((plant) => {
      plant.unit!.fault = code;
    });
    house.advance(1);
  };
  const hot = { air: { temperature: 27 }, weather: { temperature: 35 } };

  test('a fault shows its three characters and stops the compressor but not the fan', () => {
    const house = createDucted(hot);
    house.advance(5);
    assert.deepEqual([house.unit().ACError, house.plant().running], [' OK', 'cool']);
    fail(house, 'E04');
    assert.equal(house.unit().ACError, 'E04');
    assert.deepEqual([house.plant().running, house.plant().fanSpeed], ['idle', 1]);
    assert.equal(house.loads().unit, 15);
    fail(house, '');
    assert.equal(house.unit().ACError, ' OK');
    house.advance(5);
    assert.equal(house.plant().running, 'cool');
  });

  test('the fault history shows the local date and time of at most eleven faults, newest first', () => {
    const at = Date.parse('2026-12-31T13:29:00Z');
    const house = createDucted({ ...hot, at });
    const unused = { Code: '', D: 0, M: 0, Y: 0, H: 0, Min: 0 };
    assert.deepEqual(house.faults(), Array(11).fill(unused));
    fail(house, 'E04');
    const first = { Code: 'E04 ', D: 1, M: 1, Y: 2027, H: 0, Min: 29 };
    assert.deepEqual(house.faults(), [first, ...Array(10).fill(unused)]);
    fail(house, '');
    assert.equal(house.faults()[1]!.Code, '', 'the timer has no end');
    for (let n = 0; n < 11; n++) fail(house, `F${String(n).padStart(2, '0')}`);
    assert.deepEqual(
      house.faults().map(({ Code }) => Code),
      ['F10 ', 'F09 ', 'F08 ', 'F07 ', 'F06 ', 'F05 ', 'F04 ', 'F03 ', 'F02 ', 'F01 ', 'F00 '],
    );
  });

  test('a persistent fault is in the history once', () => {
    const house = createDucted(hot);
    fail(house, 'E04');
    const before = house.state.datagrams.faults[0];
    house.advance(60);
    assert.equal(house.state.datagrams.faults[0], before);
  });
});

suite('the filter', () => {
  const month = (365.25 / 12) * 86_400;
  const age = (house: Ducted, seconds: number) => {
    house.override((plant) => {
      plant.unit!.filterSeconds = seconds;
    });
    house.advance(0.5);
    return house.unit().Warnings;
  };

  test('warns that the filter is due after the set number of months, until the filter is changed', () => {
    const house = createDucted({ unit: { filterMonths: 2 } });
    house.advance(2);
    assert.equal(age(house, 2 * month - 60), 'none');
    assert.equal(age(house, 2 * month - 30), 'filter');
    house.command({ SysOn: 0 });
    house.advance(1);
    assert.equal(house.unit().Warnings, 'filter');
    assert.equal(age(house, 0), 'none');
  });

  test('the filter ages by the calendar from its first use, even while the fan is off', () => {
    const house = createDucted({ unit: { on: false } });
    house.advance(60);
    assert.equal(house.plant().filterSeconds, 0, 'no air has passed the filter yet');
    house.command({ SysOn: 1 });
    house.advance(5);
    const { filterSeconds } = house.plant();
    assert.ok(filterSeconds >= 240 && filterSeconds <= 300, `${filterSeconds}`);
    house.command({ SysOn: 0 });
    house.advance(24 * 60);
    assert.equal(house.plant().filterSeconds, filterSeconds + 86_400);
  });

  test('a filter life of 0 months never causes a warning', () => {
    const house = createDucted({ unit: { filterMonths: 0 } });
    assert.equal(age(house, 100 * month), 'none');
  });
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, fan, LIVING, mode, zoneMode } from '../unit/ducted.fixture.ts';

const favourites = [
  {
    name: 'Morning',
    enabled: true,
    mode: 'heat',
    fan: 'medium',
    start: '06:30',
    stop: '08:00',
    zones: [{ mode: 'auto', setpoint: 21.5 }, { mode: 'close' }],
  },
  { name: 'Noon', mode: 'vent', fan: 'low', start: '12:00' },
] as const;
/** Monday 2026-06-01 05:00 in Sydney. */
const create = (more: Parameters<typeof createDucted>[0] = {}) =>
  createDucted({ favourites, ...more, unit: { on: false, ...more?.unit } });
const shown = ({ unit }: ReturnType<typeof createDucted>) => {
  const { SysOn, SysMode, SysFan } = unit();
  return [SysOn, SysMode, SysFan];
};

suite('a ducted favourite by time', () => {
  test('a favourite starts at its minute with its mode, fan and zones, and stops at its minute', () => {
    const house = create();
    house.advance(89.5);
    assert.deepEqual(shown(house), [0, mode.cool, fan.high]);
    house.advance(0.5);
    assert.deepEqual(shown(house), [1, mode.heat, fan.medium]);
    assert.deepEqual([house.zone(LIVING).Mode, house.zone(LIVING).Setpoint], [zoneMode.auto, 2150]);
    assert.equal(house.zone(BEDROOM).Mode, zoneMode.close);
    house.advance(89.5);
    assert.equal(house.unit().SysOn, 1);
    house.advance(0.5);
    assert.deepEqual(shown(house), [0, mode.heat, fan.medium]);
    assert.equal(house.zone(BEDROOM).Mode, zoneMode.close, 'zones are unchanged');
  });

  test('a favourite starts within the step that reaches its minute, for steps of any length', () => {
    for (const step of [5, 7, 60, 120]) {
      const house = create({ step });
      house.advance(90 + step / 60);
      assert.equal(house.unit().SysOn, 1, `${step}`);
    }
  });

  for (const [change, at, start, stop, seen] of [
    ['spring leaves out, and stops after it', '2026-10-04T01:50:00+10:00', '02:30', '03:15', [10, 25]],
    ['autumn repeats the first time only', '2026-04-05T01:50:00+11:00', '02:30', '02:45', [40, 55]],
    ['autumn repeats, and stops after it', '2026-04-05T01:50:00+11:00', '02:30', '03:15', [40, 145]],
  ] as const)
    test(`a favourite starts in the hour that ${change}`, () => {
      const night = { name: 'Night', enabled: true, mode: 'cool', fan: 'low', start, stop } as const;
      const house = create({ favourites: [night], at: Date.parse(at) });
      const on = house.sample(240, () => house.unit().SysOn);
      assert.deepEqual([on.indexOf(1) + 1, on.lastIndexOf(1) + 2], seen, 'minutes after 01:50');
    });

  test('a favourite in the skipped hour starts at the end of that hour and runs for its usual time', () => {
    const night = {
      name: 'Night',
      enabled: true,
      mode: 'heat',
      fan: 'low',
      start: '02:10',
      stop: '02:50',
    } as const;
    const house = create({ favourites: [night], at: Date.parse('2026-10-04T01:50:00+10:00') });
    const on = house.sample(240, () => house.unit().SysOn);
    assert.deepEqual([on.indexOf(1) + 1, on.lastIndexOf(1) + 2], [10, 50], 'minutes after 01:50');
  });

  test('does not stop the system with a favourite that ends after another has started', () => {
    const early = { ...favourites[0], start: '05:10', stop: '06:00' };
    const late = { ...favourites[0], name: 'Late', mode: 'cool', start: '05:30', stop: '07:00' } as const;
    const house = create({ favourites: [early, late] });
    const on = house.sample(180, () => house.unit().SysOn);
    assert.deepEqual([on.indexOf(1) + 1, on.indexOf(0, 10) + 1], [10, 120], 'minutes after 05:00');
    assert.deepEqual(house.unit().SysMode, mode.cool);
  });

  test('a favourite stops a unit switched on by hand, but no favourite started later', () => {
    const house = create();
    house.advance(95);
    house.command({ FavouriteSet: 2 });
    house.advance(120);
    assert.deepEqual(shown(house), [1, mode.vent, fan.low], 'Morning stopped the unit at 8:00');
    house.command({ SysOn: 0 });
    house.command({ SysOn: 1 });
    house.advance(24 * 60);
    assert.equal(house.unit().SysOn, 0, 'a unit switched on by hand stops when Morning ends the next day');
  });

  test('a favourite without a start switches off a running system at its stop', () => {
    const night = { name: 'Night', enabled: true, mode: 'heat', fan: 'low', stop: '07:00' } as const;
    const house = create({ favourites: [favourites[0], night] });
    house.advance(119.5);
    assert.equal(house.unit().SysOn, 1);
    house.advance(0.5);
    assert.equal(house.unit().SysOn, 0);
  });

  test('a favourite sets every zone as in its datagram, so writing that back changes nothing', () => {
    const run = (isWrittenBack: boolean) => {
      const house = create({ favourites: [{ ...favourites[0], zones: [] }] });
      house.command({ SchedZones: { Index: 0, Zones: [{ Mode: zoneMode.open, Setpoint: 2100 }] } });
      const { Zones } = house.favourite(0);
      if (isWrittenBack) house.command({ SchedZones: { Index: 0, Zones: structuredClone(Zones) } });
      for (const Index of [LIVING, BEDROOM]) {
        house.command({ ZoneMode: { Index, Mode: zoneMode.open } });
        house.command({ ZoneSetpoint: { Index, Setpoint: 1750 } });
      }
      house.advance(95);
      assert.equal(house.unit().SysOn, 1);
      const set = house.state.datagrams.zone.map(({ Mode, Setpoint }) => ({ Mode, Setpoint }));
      assert.deepEqual(set, Zones.slice(0, set.length));
      return set;
    };
    assert.deepEqual(run(true), run(false));
  });

  test('a favourite does not start while it is disabled, nor on a day that is not one of its days', () => {
    const disabled = create();
    disabled.command({ SchedEnable: { Index: 0, Enabled: 0 } });
    disabled.advance(120);
    assert.equal(disabled.unit().SysOn, 0);
    const weekend = create({ favourites: [{ ...favourites[0], days: ['Sa', 'Su'] }] });
    weekend.advance(120);
    assert.equal(weekend.unit().SysOn, 0);
  });

  test('a favourite does not undo commands until it stops', () => {
    const house = create();
    house.advance(95);
    house.command({ SysMode: mode.cool });
    house.command({ SysSleepTimer: 600 });
    house.advance(60);
    assert.deepEqual(shown(house), [1, mode.cool, fan.medium]);
    house.advance(30);
    assert.deepEqual([house.unit().SysOn, house.unit().SleepTimer, house.plant().sleepUntil], [0, 0, 0]);
  });

  test('a favourite changes only the zones if the system controls only zones', () => {
    const house = create({ unit: { control: 'zones', on: true } });
    house.advance(95);
    assert.deepEqual(shown(house), [1, mode.cool, fan.high]);
    assert.equal(house.zone(BEDROOM).Mode, zoneMode.close);
    house.advance(90);
    assert.equal(house.unit().SysOn, 1, 'the stop does not affect the unit either');
  });
});

suite('a ducted favourite started by command', () => {
  test('a favourite started by command runs until its own stop', () => {
    const house = create();
    house.command({ FavouriteSet: 1 });
    assert.equal(house.unit().SysOn, 1);
    house.advance(179);
    assert.equal(house.unit().SysOn, 1);
    house.advance(1);
    assert.equal(house.unit().SysOn, 0);
  });

  test('a disabled favourite can be started by command, and then does not stop automatically', () => {
    const house = create();
    house.command({ FavouriteSet: 2 });
    house.advance(24 * 60);
    assert.equal(house.unit().SysOn, 0, 'the other favourite stopped it at 8:00');
    house.command({ SchedEnable: { Index: 0, Enabled: 0 } });
    house.command({ FavouriteSet: 2 });
    house.advance(24 * 60);
    assert.deepEqual(shown(house), [1, mode.vent, fan.low]);
  });
});

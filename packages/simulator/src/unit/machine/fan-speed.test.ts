import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, fan, HALL, KITCHEN, LIVING, mode, zoneMode } from '../ducted.fixture.ts';
import { findFanSpeed } from './fan-speed.ts';

const hot = { air: { temperature: 28 }, weather: { temperature: 36 } };
type Setting = NonNullable<Parameters<typeof createDucted>[0]>;
const create = (unit: Setting['unit'] = {}, more: Setting = hot) =>
  createDucted({ ...more, unit: { fan: 'auto', ...unit } });

suite('the fan', () => {
  test('runs the fan at the speed of its setting', () => {
    const house = create({ fans: ['low', 'medium', 'high', 'top', 'auto'] });
    for (const [SysFan, share] of [
      [fan.low, 0.5],
      [fan.medium, 0.75],
      [fan.high, 1],
      [fan.top, 1.15],
    ] as const) {
      house.command({ SysFan });
      house.advance(1);
      assert.equal(house.plant().fanSpeed, share);
    }
  });

  test('stops the fan while the system is off or no damper is open', () => {
    const house = create(
      { fan: 'high' },
      { ...hot, zones: [{ name: 'Living', room: 'Living', type: 'auto' }] },
    );
    house.advance(2);
    assert.equal(house.plant().fanSpeed, 1);
    house.install({ AutoOff: 0 });
    house.command({ ZoneMode: { Index: 0, Mode: zoneMode.close } });
    house.advance(2);
    assert.deepEqual([house.plant().fanSpeed, house.plant().running], [0, 'idle']);
    house.command({ ZoneMode: { Index: 0, Mode: zoneMode.open } });
    house.advance(5);
    assert.equal(house.plant().fanSpeed, 1);
    house.command({ SysOn: 0 });
    house.advance(1);
    assert.equal(house.plant().fanSpeed, 0);
  });

  test('stops the fan between two runs of heating, and keeps it on between two of cooling', () => {
    const warm = { air: { temperature: 26 }, weather: { temperature: 26 } };
    const heating = create({ mode: 'heat', fan: 'high' }, warm);
    heating.advance(5);
    assert.deepEqual([heating.plant().running, heating.plant().fanSpeed], ['idle', 0]);
    const cold = { air: { temperature: 18 }, weather: { temperature: 18 } };
    const cooling = create({ mode: 'cool', fan: 'high' }, cold);
    cooling.command({ ZoneMode: { Index: LIVING, Mode: zoneMode.open } });
    cooling.advance(5);
    assert.deepEqual([cooling.plant().running, cooling.plant().fanSpeed], ['idle', 1]);
    cooling.install({ GasHeat: { ...cooling.unit().GasHeat, CycleFanCool: 1 } });
    cooling.advance(5);
    assert.equal(cooling.plant().fanSpeed, 0);
  });

  test('treats a pause in auto like one of heating or cooling, by the direction of auto', () => {
    const house = create(
      { mode: 'auto', fan: 'high' },
      { air: { temperature: 23 }, weather: { temperature: 22 } },
    );
    house.command({ ZoneMode: { Index: LIVING, Mode: zoneMode.open } });
    const speed = (leaning: 'cool' | 'heat', cycles: { CycleFanCool: number; CycleFanHeat: number }) => {
      house.install({ GasHeat: { ...house.unit().GasHeat, ...cycles }, Temp: 2250 });
      house.override(({ unit }) => {
        unit!.leaning = leaning;
      });
      house.advance(0.5);
      assert.equal(house.plant().running, 'idle');
      return house.plant().fanSpeed;
    };
    assert.equal(speed('cool', { CycleFanCool: 0, CycleFanHeat: 1 }), 1);
    assert.equal(speed('cool', { CycleFanCool: 1, CycleFanHeat: 0 }), 0);
    assert.equal(speed('heat', { CycleFanCool: 1, CycleFanHeat: 0 }), 1);
    assert.equal(speed('heat', { CycleFanCool: 0, CycleFanHeat: 1 }), 0);
  });

  test('follows demand with the fan in auto', () => {
    const house = create({ minimumOff: 0 });
    house.advance(5);
    assert.deepEqual(
      [house.plant().load, house.plant().fanSpeed],
      [1, 1],
      'all zones are open and far from the setpoint',
    );
    house.command({ ZoneMode: { Index: BEDROOM, Mode: zoneMode.close } });
    house.command({ ZoneMode: { Index: KITCHEN, Mode: zoneMode.close } });
    house.advance(2);
    assert.equal(house.plant().fanSpeed, 0.5, 'one zone of three is open');
    assert.equal(house.unit().SysFan, fan.auto);
    assert.equal(house.zone(HALL).ConstA, 0);
  });

  test("uses only the speeds of the fan's type in auto", () => {
    const speeds = {
      'two-speed': [0.5, 1],
      'three-speed': [0.5, 0.75, 1],
      'four-speed': [0.5, 0.75, 1, 1.15],
    } as const;
    for (const [fanAuto, allowed] of Object.entries(speeds)) {
      const house = create({ fanAuto: fanAuto as keyof typeof speeds });
      const seen = new Set(house.sample(240, () => house.plant().fanSpeed));
      seen.delete(0);
      for (const speed of seen)
        assert.ok((allowed as readonly number[]).includes(speed), `${fanAuto} ${speed}`);
      assert.ok(seen.size > 1, fanAuto);
    }
    const variable = create({ fanAuto: 'variable' });
    const seen = new Set(variable.sample(240, () => variable.plant().fanSpeed));
    seen.delete(0);
    assert.ok(seen.size > 3);
    for (const speed of seen) assert.ok(speed >= 0.3 && speed <= 1 && Number.isInteger(speed * 20));
  });

  test('does not change the fan speed for small differences in auto', () => {
    const house = create();
    const { unit, plant } = house;
    const from = (fanSpeed: number, open: number) =>
      findFanSpeed(
        unit(),
        { ...plant(), running: 'cool', load: 1, fanSpeed },
        {
          open,
          house: house.house,
          returned: plant().supply,
        },
      );
    const wanted = [0.6, 0.65, 0.7].map((speed) => speed / 1.2);
    assert.deepEqual(
      wanted.map((open) => from(0.5, open)),
      [0.5, 0.5, 0.75],
    );
    assert.deepEqual(
      wanted.map((open) => from(0.75, open)),
      [0.75, 0.75, 0.75],
    );
    assert.equal(from(0.75, 0.55 / 1.2), 0.5);
  });

  test("the fan's power grows with the cube of its speed", () => {
    const house = create({ fan: 'high', fans: ['low', 'high'], mode: 'vent' });
    house.advance(3);
    const high = house.loads().fan;
    house.command({ SysFan: fan.low });
    house.advance(1);
    assert.ok(Math.abs(house.loads().fan / high - 1 / 8) < 1e-9);
    assert.equal(house.unit().SysMode, mode.vent);
    house.command({ SysOn: 0 });
    house.advance(1);
    assert.equal(house.loads().fan, 0);
  });
});

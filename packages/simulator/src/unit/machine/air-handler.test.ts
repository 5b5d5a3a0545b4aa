import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { advanceState } from '../../advance.ts';
import { createHouseModel } from '../../model/house-model.ts';
import { BEDROOM, createDucted, HALL, KITCHEN, LIVING, MINUTE, mode, zoneMode } from '../ducted.fixture.ts';

const summer = { air: { temperature: 28 }, weather: { temperature: 35, cloud: 0.5 } };
const winter = { air: { temperature: 14 }, weather: { temperature: 4, cloud: 1 } };

suite('the air of the house', () => {
  test('cools each zone to its own setpoint in summer', () => {
    const house = createDucted({
      ...summer,
      unit: { returnAir: 'zones', fan: 'auto', cooling: 11, airflow: 650 },
    });
    house.command({ ZoneSetpoint: { Index: LIVING, Setpoint: 2450 } });
    house.command({ ZoneSetpoint: { Index: BEDROOM, Setpoint: 2300 } });
    house.advance(6 * 60);
    for (const [place, setpoint] of [
      [LIVING, 24.5],
      [BEDROOM, 23],
    ] as const)
      assert.ok(Math.abs(house.air(place) - setpoint) < 0.5, `zone ${place} has ${house.air(place)}`);
    assert.ok(house.zone(LIVING).DmpPos % 5 === 0 && house.zone(LIVING).DmpPos > 0);
  });

  test('heats the house to its setpoint in winter', () => {
    const house = createDucted({ ...winter, unit: { mode: 'heat', returnAir: 'zones', fan: 'auto' } });
    house.advance(6 * 60);
    for (const place of [LIVING, BEDROOM])
      assert.ok(Math.abs(house.air(place) - 22) < 0.3, `zone ${place} has ${house.air(place)}`);
  });

  test('returns from a setback of 6 K, and passes the setpoint by no more than half a degree', () => {
    for (const [setting, unitMode, temperature, way] of [
      [winter, 'heat', 16, 1],
      [summer, 'cool', 28, -1],
    ] as const) {
      const house = createDucted({
        ...setting,
        air: { temperature },
        unit: { mode: unitMode, returnAir: 'zones', fan: 'auto', cooling: 11, heating: 12, airflow: 650 },
      });
      const past = house.sample(8 * 60, () =>
        Math.max(...[LIVING, BEDROOM].map((place) => way * (house.air(place) - 22))),
      );
      assert.ok(past[0]! < -4, 'it begins far from the setpoint');
      const most = Math.max(...past);
      assert.ok(most > 0 && most < 0.5, `${unitMode}: ${most}`);
    }
  });

  test('lets the temperature of the house follow the weather while the system is off', () => {
    const [off, other] = [
      createDucted({ ...summer, unit: { on: false } }),
      createDucted({ ...summer, without: true }),
    ];
    off.advance(60);
    other.advance(60);
    assert.deepEqual(off.state.plant.climate, other.state.plant.climate);
    assert.deepEqual([off.loads().unit, off.loads().fan], [15, 0], 'standby');
  });

  test('lets a closed zone get warmer while the others are cooled', () => {
    const house = createDucted(summer);
    house.command({ ZoneMode: { Index: KITCHEN, Mode: zoneMode.close } });
    house.advance(60);
    assert.ok(
      house.air(KITCHEN) > 28 && house.air(LIVING) < 27,
      `${house.air(KITCHEN)} ${house.air(LIVING)}`,
    );
  });

  test('supplies every room if the unit has no zones', () => {
    const house = createDucted({ ...summer, zones: [] });
    house.advance(60);
    for (const room of [0, 1, 2, 3]) assert.ok(house.air(room) < 27.5, `${room}: ${house.air(room)}`);
    assert.equal(house.unit().NoOfZones, 0);
  });

  test('dehumidifies the house by cooling it', () => {
    const house = createDucted({ ...summer, air: { temperature: 28, relativeHumidity: 65 } });
    const before = house.state.plant.climate.humidity[LIVING]!;
    house.advance(60);
    assert.ok(house.state.plant.climate.humidity[LIVING]! < before - 0.001);
  });
});

suite('the air handler', () => {
  test('shows supply air that differs from return air only while the unit runs', () => {
    for (const [setting, unitMode, least, most] of [
      [summer, 'cool', 600, 1800],
      [winter, 'heat', 2600, 5000],
    ] as const) {
      const house = createDucted({ ...setting, unit: { mode: unitMode } });
      house.advance(15);
      const { Supply } = house.unit();
      assert.ok(Supply > least && Supply < most, `${Supply}`);
      assert.equal(Supply % 10, 0);
      house.command({ SysOn: 0 });
      house.advance(120);
      const { Temp, Supply: still } = house.unit();
      assert.ok(Math.abs(Temp - still) <= 100, `${Temp} ${still}`);
    }
  });

  test('limits its load at low airflow, so that its coil does not freeze', () => {
    const house = createDucted({ ...summer, unit: { fan: 'low', setpoint: 16 } });
    house.command({ ZoneMode: { Index: LIVING, Mode: zoneMode.close } });
    const coldest = Math.min(...house.sample(30, () => house.unit().Supply));
    assert.equal(house.plant().load, 1);
    assert.ok(coldest > 750, `${coldest}`);
  });

  test('draws power in proportion to its load, with the fan separate from the compressor', () => {
    const house = createDucted(summer);
    house.advance(10);
    const full = house.loads();
    assert.ok(full.unit > 1500 && full.unit < 4000, `${full.unit}`);
    assert.ok(full.fan > 200 && full.fan < 400, `${full.fan}`);
    house.command({ SysMode: mode.vent });
    house.advance(2);
    assert.equal(house.loads().unit, 15);
    assert.equal(house.loads().fan, full.fan);
  });

  test('supplies less air through fewer dampers', () => {
    const house = createDucted({ ...summer, unit: { mode: 'vent' } });
    house.advance(3);
    const all = house.loads().fan;
    house.command({ ZoneMode: { Index: LIVING, Mode: zoneMode.close } });
    house.command({ ZoneMode: { Index: KITCHEN, Mode: zoneMode.close } });
    house.advance(3);
    assert.ok(house.loads().fan < 0.8 * all, `${house.loads().fan} of ${all}`);
  });

  test('reads the return air of the rooms whose dampers are open', () => {
    const house = createDucted({ ...summer, unit: { mode: 'vent' } });
    house.command({ ZoneMode: { Index: LIVING, Mode: zoneMode.close } });
    house.command({ ZoneMode: { Index: BEDROOM, Mode: zoneMode.close } });
    house.advance(2);
    house.override(({ climate }) => {
      climate.air.fill(20);
      climate.air[KITCHEN] = 30;
    });
    house.advance(1);
    assert.ok(house.air(LIVING) < 21 && house.air(KITCHEN) > 27);
    // The constant zone of the hall is open too: 8 m² in addition to the kitchen's 16.
    const drawn = (2 * house.air(KITCHEN) + house.air(HALL)) / 3;
    assert.ok(Math.abs(house.unit().Temp / 100 - drawn) < 0.1, `${house.unit().Temp} ${drawn}`);
  });
});

test('a ducted house has the same states in one call, in many, and restored from JSON', () => {
  const house = createDucted({
    ...summer,
    unit: { mode: 'auto', fan: 'auto', returnAir: 'zones', iSave: true },
  });
  house.command({ iSave: 1 });
  house.command({ SysSleepTimer: 400 });
  const { state } = house;
  const until = state.at + 7 * 60 * MINUTE;
  const model = createHouseModel(house.house);
  const whole = advanceState(model, state, until);
  let pieces = state;
  for (let at = state.at; at <= until; at += 17 * 30_000) {
    pieces = advanceState(model, pieces, at);
    pieces = { ...pieces, plant: { ...pieces.plant, ...JSON.parse(JSON.stringify(pieces.plant)) } };
  }
  pieces = advanceState(createHouseModel(structuredClone(house.house)), pieces, until);
  assert.deepEqual(pieces, whole);
});

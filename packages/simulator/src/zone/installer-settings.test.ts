import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { maxOpening, minOpening } from '@plenum/protocol/zone';
import { BEDROOM, createDucted, HALL, KITCHEN, LIVING, zoneMode } from '../unit/ducted.fixture.ts';

const warm = { air: { temperature: 26 }, weather: { temperature: 34 } };

suite('the balance of a zone', () => {
  test('balance keeps the damper of a zone between its limits unless the zone is closed', () => {
    const house = createDucted(warm);
    house.install({}, { BalanceMin: 15, BalanceMax: 60 }, LIVING);
    house.setMode(LIVING, zoneMode.open);
    house.advance(2);
    assert.equal(house.zone(LIVING).DmpPos, 60);
    house.setMode(LIVING, zoneMode.auto);
    house.command({ ZoneSetpoint: { Index: LIVING, Setpoint: 3000 } });
    house.advance(2);
    assert.equal(house.zone(LIVING).DmpPos, 15);
    house.setMode(LIVING, zoneMode.close);
    house.advance(2);
    assert.equal(house.zone(LIVING).DmpPos, 0);
  });

  test('balance takes precedence over MinAir and MaxAir', () => {
    const zone = createDucted().zone(LIVING);
    for (const [MinAir, MaxAir, expected] of [
      [0, 100, [20, 80]],
      [30, 70, [30, 70]],
      [0, 10, [20, 20]],
      [90, 100, [80, 80]],
    ] as const) {
      const set = { ...zone, MinAir, MaxAir, BalanceMin: 20, BalanceMax: 80 };
      assert.deepEqual([minOpening(set), maxOpening(set)], expected);
    }
  });

  test('balance applies to a constant zone that is forced open', () => {
    const house = createDucted(warm);
    house.install({}, { BalanceMax: 75 }, HALL);
    for (const place of [LIVING, BEDROOM, KITCHEN]) house.setMode(place, zoneMode.close);
    house.advance(2);
    assert.deepEqual([house.zone(HALL).DmpPos, house.zone(HALL).ConstA], [75, 1]);
  });
});

suite('a skipped damper', () => {
  const zones = [
    { name: 'Living', room: 'Living', type: 'auto', settings: { DamperSkip: 1 } },
    { name: 'Hall', room: 'Hall', type: 'constant', mode: 'close' },
  ] as const;

  test('a skipped damper is open from the start and never moves', () => {
    const house = createDucted({ ...warm, zones });
    assert.equal(house.zone(0).DmpPos, 100);
    for (const Mode of [zoneMode.close, zoneMode.open, zoneMode.auto]) {
      house.setMode(0, Mode);
      house.advance(3);
      assert.equal(house.zone(0).DmpPos, 100);
    }
    house.command({ SysOn: 0 });
    house.advance(3);
    assert.equal(house.zone(0).DmpPos, 100);
  });

  test('a skipped damper is not monitored, so a stuck motor is not a fault', () => {
    const house = createDucted({ ...warm, zones });
    house.override(({ zones: plants }) => {
      for (const plant of plants) plant.damperStuck = true;
    });
    house.setMode(0, zoneMode.close);
    house.setMode(1, zoneMode.open);
    house.advance(3);
    assert.deepEqual([house.zone(0).DmpFlt, house.zone(1).DmpFlt], [0, 1]);
  });

  test('spill protection does not force a skipped damper open', () => {
    const skipped = [
      { ...zones[0], settings: {} },
      { ...zones[1], settings: { DamperSkip: 1 } },
    ];
    const house = createDucted({ ...warm, zones: skipped });
    house.override(({ zones: plants }) => {
      plants[1]!.position = 5;
    });
    house.setMode(0, zoneMode.close);
    house.advance(3);
    assert.deepEqual([house.zone(1).DmpPos, house.zone(1).ConstA], [5, 0]);
  });
});

suite('the airflow lock', () => {
  const locked = (what: string, name: string) =>
    `${name}: Changing the ${what} airflow is not available: the installer has locked it.`;

  for (const [settings, highest, lowest] of [
    [{}, 'free', 'free'],
    [{ AirflowLock: 1 }, 'locked', 'locked'],
    [{ AirflowMinLock: 1 }, 'free', 'locked'],
  ] as const)
    test(`${JSON.stringify(settings)} leaves the highest airflow ${highest} and the lowest ${lowest}`, () => {
      const house = createDucted({ unit: { settings } });
      const max = house.command({ ZoneMaxAir: { Index: 0, MaxAir: 90 } });
      const min = house.command({ ZoneMinAir: { Index: 0, MinAir: 10 } });
      assert.equal(max, highest === 'free' ? 'OK' : locked('highest', 'ZoneMaxAir.MaxAir'));
      assert.equal(min, lowest === 'free' ? 'OK' : locked('lowest', 'ZoneMinAir.MinAir'));
    });
});

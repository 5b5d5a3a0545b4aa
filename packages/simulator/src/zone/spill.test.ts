import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, HALL, KITCHEN, LIVING, zoneMode } from '../unit/ducted.fixture.ts';

/** A warm house on a hot day. It cools by return air temperature, so that only the dampers react to the zones. */
const warm = { air: { temperature: 25 }, weather: { temperature: 34 } };
type Ducted = ReturnType<typeof createDucted>;

suite('spill protection', () => {
  const closeAll = (house: Ducted) => {
    for (const place of [LIVING, BEDROOM, KITCHEN]) house.setMode(place, zoneMode.close);
  };

  test('forces a constant zone open while too few ducts are open, and releases it', () => {
    const house = createDucted(warm);
    house.advance(2);
    assert.deepEqual([house.zone(HALL).DmpPos, house.zone(HALL).ConstA], [0, 0]);
    closeAll(house);
    house.advance(2);
    assert.deepEqual([house.zone(HALL).DmpPos, house.zone(HALL).ConstA], [100, 1]);
    assert.equal(house.zone(HALL).Mode, zoneMode.close, 'the mode is unchanged');
    house.setMode(LIVING, zoneMode.open);
    house.advance(2);
    assert.deepEqual([house.zone(HALL).DmpPos, house.zone(HALL).ConstA], [0, 0]);
  });

  test('waits until less than 30 % of the airflow is open', () => {
    // The kitchen has 16 of 68 m²: 44 % with the bedroom's 14, 24 % alone.
    const house = createDucted(warm);
    house.setMode(LIVING, zoneMode.close);
    house.setMode(BEDROOM, zoneMode.open);
    house.advance(2);
    assert.equal(house.zone(HALL).ConstA, 0);
    house.setMode(BEDROOM, zoneMode.close);
    house.advance(2);
    assert.equal(house.zone(HALL).ConstA, 1);
  });

  test('opens constant zones one after another, in the order of their constant numbers', () => {
    const zones = [
      { name: 'Living', room: 'Living', type: 'auto', airflow: 300 },
      { name: 'Bath', room: 'Kitchen', type: 'constant', airflow: 100 },
      { name: 'Hall', room: 'Hall', type: 'constant', airflow: 100 },
    ] as const;
    const house = createDucted({ ...warm, zones });
    assert.deepEqual([house.zone(0).Const, house.zone(1).Const, house.zone(2).Const], [255, 1, 2]);
    const active = () => [house.zone(1).ConstA, house.zone(2).ConstA];
    const open = (percent: number) => {
      house.command({ ZoneMaxAir: { Index: 0, MaxAir: percent } });
      house.advance(2);
    };
    house.setMode(0, zoneMode.open);
    open(100);
    assert.deepEqual(active(), [0, 0]);
    open(30);
    assert.deepEqual(active(), [1, 0]);
    open(5);
    assert.deepEqual(active(), [1, 1]);
  });

  test('opens a bypass only as far as needed', () => {
    const house = createDucted({
      ...warm,
      zones: [
        { name: 'Living', room: 'Living', type: 'auto', airflow: 200 },
        { name: 'Hall', room: 'Hall', type: 'constant', airflow: 200 },
      ],
    });
    house.install({}, { Bypass: 1 }, 1);
    house.command({ ZoneMaxAir: { Index: 0, MaxAir: 30 } });
    house.setMode(0, zoneMode.open);
    house.advance(2);
    // 15 % of the ducts are open; 30 % (35 % once protection is active) are needed.
    assert.deepEqual([house.zone(1).DmpPos, house.zone(1).ConstA], [40, 1]);
  });

  test('counts floor area if the unit controls constant zones by area', () => {
    const house = createDucted(warm);
    house.install({ CnstCtrlAreaEn: 1, CnstCtrlArea: 40 });
    house.setMode(BEDROOM, zoneMode.close);
    house.advance(2);
    assert.equal(house.zone(HALL).ConstA, 0, '30 and 16 m² are open');
    house.setMode(KITCHEN, zoneMode.close);
    house.advance(2);
    assert.equal(house.zone(HALL).ConstA, 1, '30 m² are open');
  });

  test('does not force zones open while the system is off', () => {
    const house = createDucted({ ...warm, unit: { on: false } });
    closeAll(house);
    house.advance(2);
    assert.deepEqual([house.zone(HALL).DmpPos, house.zone(HALL).ConstA], [0, 0]);
  });
});

suite('constant zones', () => {
  test('keeps a constant zone at its lowest opening while the system runs', () => {
    const house = createDucted(warm);
    house.command({ ZoneMinAir: { Index: HALL, MinAir: 25 } });
    house.setMode(HALL, zoneMode.constant);
    house.advance(2);
    assert.deepEqual([house.zone(HALL).DmpPos, house.zone(HALL).ConstA], [25, 0]);
    house.setMode(HALL, zoneMode.open);
    house.advance(2);
    assert.deepEqual([house.zone(HALL).DmpPos, house.zone(HALL).ConstA], [100, 0]);
  });
});

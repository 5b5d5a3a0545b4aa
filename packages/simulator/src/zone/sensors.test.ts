import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, KITCHEN, LIVING } from '../unit/ducted.fixture.ts';

const warm = { air: { temperature: 25 }, weather: { temperature: 34 } };

suite('zone sensors', () => {
  test('shows the air temperature of the room to within a tenth of a degree', () => {
    const house = createDucted(warm);
    const seen = house.sample(120, () => {
      const { Temp } = house.zone(LIVING);
      assert.equal(Temp % 10, 0);
      assert.ok(Math.abs(Temp / 100 - house.air(LIVING)) <= 0.1, `${Temp} ${house.air(LIVING)}`);
      return Temp;
    });
    assert.ok(new Set(seen).size > 5, 'the temperature changes');
  });

  test("adds the sensor's calibration to the reading", () => {
    const zones = [
      { name: 'Living', room: 'Living', type: 'auto' },
      { name: 'Too', room: 'Living', type: 'auto', calibration: -1.5 },
    ] as const;
    const house = createDucted({ ...warm, zones });
    assert.deepEqual([house.zone(0).Calibration, house.zone(1).Calibration], [0, -15]);
    house.advance(10);
    const difference = house.zone(1).Temp - house.zone(0).Temp;
    assert.ok(Math.abs(difference + 150) <= 10, `${difference}`);
  });

  test('shows humidity for a zone that measures it and no reading for a zone without a sensor', () => {
    const house = createDucted({ ...warm, air: { temperature: 25, relativeHumidity: 60 } });
    house.advance(10);
    assert.ok(house.zone(LIVING).Rh >= 40 && house.zone(LIVING).Rh <= 70, `${house.zone(LIVING).Rh}`);
    assert.deepEqual([house.zone(KITCHEN).Temp, house.zone(KITCHEN).Rh], [0, 0]);
  });

  test('a failed sensor keeps its last readings, shows the fault, and opens its damper', () => {
    const house = createDucted({ air: { temperature: 19 }, weather: { temperature: 10 } });
    house.advance(5);
    assert.equal(house.zone(LIVING).DmpPos, 0);
    const { Temp } = house.zone(LIVING);
    house.override(({ zones }) => {
      zones[LIVING]!.sensorFault = true;
    });
    house.advance(60);
    const { SensorFault, DmpPos, Temp: kept } = house.zone(LIVING);
    assert.deepEqual({ SensorFault, DmpPos, kept }, { SensorFault: 1, DmpPos: 100, kept: Temp });
    house.override(({ zones }) => {
      zones[LIVING]!.sensorFault = false;
    });
    house.advance(1);
    assert.equal(house.zone(LIVING).SensorFault, 0);
    assert.ok(house.zone(LIVING).Temp < Temp);
  });

  test('a wireless sensor drains its battery in three years, then stops measuring', () => {
    const house = createDucted({ unit: { on: false } });
    const { battery } = house.state.plant.zones[LIVING]!;
    house.advance(24 * 60);
    const lost = battery - house.state.plant.zones[LIVING]!.battery;
    assert.ok(Math.abs(lost * 3 * 365.25 - 1) < 1e-6, `${lost}`);
    for (const [charge, BattVolt, SensorFault] of [
      [1, 0, 0],
      [0.41, 0, 0],
      [0.39, 1, 0],
      [0.13, 1, 0],
      [0.11, 2, 1],
      [0, 2, 1],
    ] as const) {
      house.override(({ zones }) => {
        zones[LIVING]!.battery = charge;
      });
      house.advance(1);
      const shown = house.zone(LIVING);
      assert.deepEqual([shown.BattVolt, shown.SensorFault], [BattVolt, SensorFault], `${charge}`);
    }
  });

  test('a wireless sensor shows its signal level and fails out of range', () => {
    const house = createDucted({ unit: { on: false } });
    for (const [radio, RfSignal, SensorFault] of [
      [0.9, 0, 0],
      [0.48, 1, 0],
      [0.22, 2, 0],
      [0, 3, 1],
    ] as const) {
      house.override(({ zones }) => {
        zones[BEDROOM]!.radio = radio;
      });
      house.advance(1);
      const shown = house.zone(BEDROOM);
      assert.deepEqual([shown.RfSignal, shown.SensorFault], [RfSignal, SensorFault], `${radio}`);
    }
  });

  test('a wired sensor has neither battery nor radio', () => {
    const zones = [{ name: 'Living', room: 'Living', type: 'auto', sensor: 'wired' }] as const;
    const house = createDucted({ zones });
    house.advance(24 * 60);
    assert.deepEqual([house.zone(0).BattVolt, house.zone(0).RfSignal], [0, 0]);
    assert.equal(house.state.plant.zones[0]!.battery, 1);
  });
});

test('keeps the same datagram object for a zone that does not change', () => {
  const house = createDucted({
    unit: { on: false },
    air: { temperature: 22 },
    weather: { temperature: 22, cloud: 1 },
  });
  house.advance(60);
  const before = house.zone(KITCHEN);
  house.advance(60);
  assert.equal(house.zone(KITCHEN), before);
  house.install({}, { Temp: 2500 }, LIVING);
  house.advance(1);
  assert.notEqual(house.zone(LIVING).Temp, 2500, "the sensor's own reading replaces a written value");
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { unitStatus } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { BEDROOM, createDucted, fan, KITCHEN, LIVING, mode } from '../ducted.fixture.ts';
import { toControlExcess } from './evaporative.ts';

type Setting = NonNullable<Parameters<typeof createDucted>[0]>;
const desert = { temperature: 38, relativeHumidity: 20, cloud: 0.3 };
const create = (unit: Setting['unit'] = {}, settings: Partial<DatagramOf<'unit'>['Evap']> = {}) => {
  const house = createDucted({
    unit: { cpu: 'evaporative', airflow: 1500, setpoint: 23, ...unit },
    air: { temperature: 30, relativeHumidity: 30 },
    weather: desert,
  });
  house.install({ Evap: { ...house.unit().Evap, ...settings } });
  return house;
};
const evap = (house: ReturnType<typeof createDucted>) => house.unit().Evap;

suite('an evaporative cooler', () => {
  test('washes its pads, then cools and moistens the house with outside air', () => {
    const house = create({}, { PrewTime: 3 });
    assert.deepEqual(
      house.sample(5, () => evap(house).State),
      ['Prewash', 'Prewash', 'Prewash', 'Cooling', 'Cooling'],
    );
    const before = house.air(0);
    const humidity = house.state.plant.climate.humidity[0]!;
    house.advance(60);
    assert.ok(house.air(0) < before - 2, `${house.air(0)}`);
    assert.ok(house.state.plant.climate.humidity[0]! > humidity + 0.002);
    assert.ok(house.unit().IneCO2 < 480 && house.unit().IneCO2 >= 410, `${house.unit().IneCO2}`);
    assert.ok(evap(house).RhRead > 40 && evap(house).RhRead === house.unit().InRh);
  });

  test('starts immediately without prewash, or drains after prewash if that is set', () => {
    const plain = create({}, { PrewEn: 0 });
    plain.advance(1);
    assert.equal(evap(plain).State, 'Cooling');
    const drained = create({}, { PrewTime: 1, DrAfPrewEn: 1 });
    assert.deepEqual(
      drained.sample(5, () => evap(drained).State),
      ['Prewash', 'Draining', 'Draining', 'Cooling', 'Cooling'],
    );
  });

  test("runs the cooler's fan at a manual speed or by temperature", () => {
    const house = create({ fan: 'low' }, { PrewEn: 0, FanMax: 90, FanMaxAuto: 80 });
    const speed = (SysFan: number) => {
      house.command({ SysFan });
      house.advance(1);
      return evap(house).FanSpeed;
    };
    assert.deepEqual([speed(fan.low), speed(fan.medium), speed(fan.high)], [36, 63, 90]);
    assert.equal(speed(fan.auto), 80, 'far above the setpoint');
    house.install({ Temp: 2350 });
    house.advance(0.5);
    assert.equal(house.plant().fanSpeed, 0.5, 'half a degree is half way from 20 to 80 %');
    house.install({ Temp: 2200 });
    house.advance(0.5);
    assert.equal(house.plant().fanSpeed, 0.2);
  });

  test('a cooler in auto is off within its deadband', () => {
    const house = create({ mode: 'auto' }, { PrewEn: 0, DeadTemp: 200 });
    const at = (Temp: number) => {
      house.install({ Temp });
      house.advance(0.5);
      return [house.plant().running, house.plant().evaporative!.wet];
    };
    assert.deepEqual(at(2390), ['idle', false]);
    assert.deepEqual(at(2410), ['cool', true]);
    assert.deepEqual(at(2210), ['cool', true]);
    assert.deepEqual(at(2190), ['idle', false]);
    house.install({ Temp: 2300 });
    house.advance(0.5);
    assert.equal(house.plant().fanSpeed, 0);
  });

  test('a cooler in auto cools a room that became too warm, even if it began in the cold', () => {
    const house = createDucted({
      unit: { cpu: 'evaporative', airflow: 1500, setpoint: 22, mode: 'auto', returnAir: 'zones' },
      air: { temperature: 18, relativeHumidity: 30 },
      weather: { ...desert, temperature: 33 },
    });
    house.install({ Evap: { ...evap(house), PrewEn: 0 } });
    house.warm(LIVING, 27.4);
    house.advance(5);
    assert.deepEqual([house.zone(LIVING).DmpPos, evap(house).State], [100, 'Cooling']);
    house.advance(55);
    assert.ok(house.air(LIVING) < 26.4, `${house.air(LIVING)} °C after an hour`);
  });

  test('a cooler in auto never blows cold outside air into a room that is already cold', () => {
    const house = createDucted({
      unit: { cpu: 'evaporative', airflow: 1500, setpoint: 20, mode: 'auto', returnAir: 'return air' },
      air: { temperature: 18 },
      weather: { temperature: 9, cloud: 1 },
    });
    house.install({ Evap: { ...evap(house), PrewEn: 0 } });
    house.override(({ climate }) => {
      for (const room of [LIVING, KITCHEN]) Object.assign(climate.air, { [room]: 25 });
    });
    const blown = house.sample(15, () => house.plant().fanSpeed);
    assert.ok(Math.max(...blown) > 0, 'the return air is warm at first');
    assert.equal(house.zone(BEDROOM).DmpPos, 0);
  });

  test('a cooler in auto rests in a house that is too cold even if one room is sunny', () => {
    const house = createDucted({
      unit: { cpu: 'evaporative', airflow: 1500, setpoint: 21, mode: 'auto', returnAir: 'zones' },
      air: { temperature: 16 },
      weather: { temperature: 9, cloud: 1 },
    });
    house.install({ Evap: { ...evap(house), PrewEn: 0 } });
    house.warm(LIVING, 25);
    const states = new Set(house.sample(15, () => `${evap(house).State} ${house.plant().fanSpeed}`));
    assert.deepEqual([...states], ['Standby 0']);
    assert.deepEqual(
      [house.zone(LIVING).DmpPos, house.zone(BEDROOM).DmpPos],
      [100, 0],
      'applies when the unit cools',
    );
  });

  test('a cooler neither moves nor cools air while every damper is shut', () => {
    const house = createDucted({
      unit: { cpu: 'evaporative', airflow: 1500 },
      zones: [{ name: 'Living', room: 'Living', type: 'auto', setpoint: 25 }],
      air: { temperature: 23 },
      weather: desert,
    });
    house.install({ Evap: { ...evap(house), PrewEn: 0 } });
    house.advance(3);
    assert.deepEqual([evap(house).State, evap(house).FanSpeed], ['Standby', 1]);
    assert.deepEqual([house.loads().fan, house.plant().evaporative!.wet], [0, false]);
  });

  test('the status reports that the cooler only ventilates while its pump is off', () => {
    const house = create({}, { PrewEn: 0, RhSet: 90 });
    house.advance(20);
    const said = () => [evap(house).State, unitStatus(house.unit(), house.state.datagrams.zone).code];
    assert.deepEqual(said(), ['Cooling', 'cooling']);
    house.install({ Evap: { ...evap(house), RhSet: 10 } });
    house.advance(20);
    assert.equal(house.plant().evaporative!.wet, false);
    assert.deepEqual(said(), ['Venting', 'fan-only']);
    house.command({ SysMode: mode.auto });
    house.command({ SysSetpoint: 3000 });
    house.install({ Evap: { ...evap(house), RhSet: 90 } });
    house.advance(90);
    assert.equal(evap(house).State, 'Standby');
    assert.notEqual(said()[1], 'cooling');
  });

  test("stops the cooler's pump above the humidity setpoint", () => {
    const house = create({}, { PrewEn: 0, RhSet: 60 });
    const at = (RhRead: number) => {
      house.install({ Evap: { ...evap(house), RhRead } });
      house.advance(0.5);
      return house.plant().evaporative!.wet;
    };
    assert.deepEqual([at(54), at(59), at(60), at(56), at(54)], [true, true, false, false, true]);
  });

  test('a cooler has separate modes that ventilate, exhaust and run only its pump', () => {
    const house = create({ mode: 'vent', fan: 'high' }, { ExhMax: 70 });
    const seen = (SysMode: number) => {
      house.command({ SysMode });
      house.advance(1);
      return [evap(house).State, evap(house).FanSpeed, house.plant().evaporative!.wet];
    };
    assert.deepEqual(seen(mode.vent), ['Venting', 100, false], 'dry pads are not prewashed');
    assert.deepEqual(seen(mode.exhaust), ['Exhaust', 70, false]);
    assert.deepEqual(seen(mode.pumpOnly), ['Pump only', 1, true]);
    assert.deepEqual([house.loads().fan, house.loads().unit], [0, 60]);
  });

  test('drains after the set hours of wet running, not counting the prewash', () => {
    const house = create({ setpoint: 18 }, { PrewEn: 1, PrewTime: 20, DrCycEn: 1, DrCycPer: 60, RhSet: 90 });
    const states = house.sample(90, () => evap(house).State);
    assert.equal(states.indexOf('Cooling'), 20);
    assert.equal(states.indexOf('Draining'), 80);
    assert.deepEqual(states.slice(79, 84), ['Cooling', 'Draining', 'Draining', 'Cooling', 'Cooling']);
  });

  test('a cooler that is switched off first drains and washes', () => {
    const house = create({}, { PrewEn: 0, PostwEn: 1, DrBfPostwEn: 1, PostwT: 2 });
    house.advance(10);
    house.command({ SysOn: 0 });
    assert.deepEqual(
      house.sample(6, () => evap(house).State),
      ['Draining', 'Draining', 'Post wash', 'Post wash', 'Off', 'Off'],
    );
    assert.deepEqual([evap(house).FanSpeed, house.loads().unit], [1, 0]);
  });

  test('a cooler switches off immediately if its pads stayed dry or no post wash is set', () => {
    const dry = create({ mode: 'vent' });
    const plain = create({}, { PrewEn: 0, PostwEn: 0 });
    for (const house of [dry, plain]) {
      house.advance(5);
      house.command({ SysOn: 0 });
      house.advance(1);
      assert.equal(evap(house).State, 'Off');
    }
  });

  test("counts the hours of the cooler's fan and pump", () => {
    const house = create({}, { PrewEn: 0, DrCycEn: 0, RhSet: 90 });
    house.advance(121);
    assert.deepEqual([evap(house).FanRunH, evap(house).PumpRunH], [2, 2]);
    house.command({ SysMode: mode.vent });
    house.advance(60);
    assert.deepEqual([evap(house).FanRunH, evap(house).PumpRunH], [3, 2]);
  });

  test('a cooler follows its screen or the remote sensor, with their calibration', () => {
    // 2 °C above the setpoint in the return air, 1 °C below it in the zone with the remote sensor.
    const excess = (settings: Partial<DatagramOf<'unit'>['Evap']>) => {
      const house = create({}, settings);
      house.install({ Temp: 2500 });
      return toControlExcess(house.unit(), -100);
    };
    assert.equal(excess({ CtrlSens: 0 }), 200);
    assert.equal(excess({ CtrlSens: 1 }), -100);
    assert.equal(excess({ CtrlSens: 0, CalibTemp: -5 }), 150);
    assert.equal(excess({ CtrlSens: 1, CalibTemp: 50 }), 400);
    const follows = (returnAir: 'return air' | 'zones') => evap(create({ returnAir })).CtrlSens;
    assert.deepEqual([follows('return air'), follows('zones')], [0, 1]);
  });

  test('a cooler without an inverter runs its fan only at full speed or not at all', () => {
    const house = create({ fan: 'low' }, { PrewEn: 0, Inverter: 0 });
    house.advance(1);
    assert.equal(evap(house).FanSpeed, 100);
    house.command({ SysMode: mode.pumpOnly });
    house.advance(1);
    assert.equal(house.plant().fanSpeed, 0);
  });

  test('a fault stops the cooler', () => {
    const house = create({}, { PrewEn: 0 });
    house.advance(5);
    house.override((plant) => {
      plant.unit!.fault = 'E01';
    });
    house.advance(1);
    assert.deepEqual([evap(house).State, house.unit().ACError], ['Fault', 'E01']);
    assert.deepEqual([house.loads().fan, house.loads().unit], [0, 0]);
  });
});

test('a heat pump shows the settings of a cooler that is off', () => {
  const house = createDucted();
  house.advance(60);
  assert.deepEqual([evap(house).State, evap(house).FanSpeed, evap(house).FanRunH], ['Off', 1, 0]);
});

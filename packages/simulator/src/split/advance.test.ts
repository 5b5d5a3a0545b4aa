import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoomUnitHouse, HOUR, MINUTE, near } from '../room-unit/room-unit-house.fixture.ts';

type House = ReturnType<typeof createRoomUnitHouse>;

const LOUNGE = 0;
const plantOf = (house: House, place = LOUNGE) => house.state().plant.splits[place]!;

/** Creates the lodge without scheduled favourites and with the lounge's split on. */
const openLounge = (
  { Mode = 1, Setpoint = 2400, Fan = 4 }: { Mode?: number; Setpoint?: number; Fan?: number },
  setting: Parameters<typeof createRoomUnitHouse>[0] = {},
) => {
  const house = createRoomUnitHouse(setting);
  house.command({ SplitSystemScheduleEnable: { Index: 0, En: 0 } });
  house.command({ SplitSystemZoneMode: { Index: 0, Mode } });
  house.command({ SplitSystemZoneSetpoint: { Index: 0, Setpoint } });
  house.command({ SplitSystemZoneFan: { Index: 0, Fan } });
  house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } });
  return house;
};

test('a split cools its room to the setpoint and holds it, while other rooms stay hot', () => {
  const house = openLounge({}, { outdoors: { temperature: 35 } });
  house.advance(HOUR);
  for (let round = 0; round < 24; round++) {
    house.advance(10 * MINUTE);
    near(house.air('Lounge'), 24, 0.2);
  }
  assert.ok(house.air('Garage') > 30);
});

test('a split heats its room to the setpoint on a cold day', () => {
  const house = openLounge({ Mode: 2, Setpoint: 2100 }, { outdoors: { temperature: 4 }, indoors: 12 });
  house.advance(2 * HOUR);
  near(house.air('Lounge'), 21, 0.2);
  assert.ok(plantOf(house).sensible > 0);
});

test('only ventilates with a split in vent, which warms its room by the power of its fan', () => {
  const house = openLounge({ Mode: 3, Fan: 3 });
  house.advance(10 * MINUTE);
  const { sensible, moisture, power } = plantOf(house);
  near(sensible, power - 3, 1e-9);
  assert.equal(moisture, 0);
});

test('dehumidifies with a split in dry, which stops cooling two degrees below its setpoint', () => {
  const wet = { temperature: 24, humidityRatio: 0.016, relativeHumidity: 85 };
  const house = openLounge({ Mode: 4 }, { outdoors: wet, indoors: 24 });
  const idle = createRoomUnitHouse({ outdoors: wet, indoors: 24 });
  for (const each of [house, idle]) each.advance(6 * HOUR);
  assert.ok(house.humidity('Lounge') < idle.humidity('Lounge') - 1, `${house.humidity('Lounge')}`);
  assert.ok(house.air('Lounge') >= 22);
});

test('cools a room that is too warm with a split in auto, and heats it once it is too cold', () => {
  const house = openLounge({ Mode: 5, Setpoint: 2200 }, { outdoors: { temperature: 34 } });
  house.advance(3 * HOUR);
  assert.equal(plantOf(house).acting, 'cool');
  near(house.air('Lounge'), 22, 0.2);
  house.weather.temperature = 2;
  house.advance(10 * HOUR);
  assert.equal(plantOf(house).acting, 'heat');
  near(house.air('Lounge'), 22, 0.4);
});

test('the fan runs at 45, 70 and 100 % at its plain speeds, and in auto follows the load', () => {
  const flows = [1, 2, 3].map((Fan) => {
    const house = openLounge({ Fan });
    house.advance(MINUTE);
    return plantOf(house).airflow;
  });
  near(flows[0]! / flows[2]!, 0.45, 1e-9);
  near(flows[1]! / flows[2]!, 0.7, 1e-9);
  const auto = openLounge({ Fan: 4 });
  auto.advance(MINUTE);
  near(plantOf(auto).airflow, flows[2]!, 1e-9);
  auto.advance(3 * HOUR);
  assert.ok(plantOf(auto).airflow < 0.7 * flows[2]!);
});

test('the five speeds of a brand set rise from quiet to full, and value 1 of the set is auto', () => {
  const flows = [1, 2, 3, 4, 5, 6, 7].map((Fan) => {
    const house = createRoomUnitHouse();
    house.command({ SplitSystemZoneMode: { Index: 3, Mode: 3 } });
    house.command({ SplitSystemZoneFan: { Index: 3, Fan } });
    house.command({ SplitSystemZoneOn: { Index: 3, On: 1 } });
    house.advance(MINUTE);
    return plantOf(house, 1).airflow;
  });
  const [auto, ...speeds] = flows;
  for (const [place, speed] of speeds.slice(1).entries()) assert.ok(speed > speeds[place]!);
  assert.ok(auto! > speeds[0]! && auto! < speeds.at(-1)!);
});

test('the hotter it is outdoors, the less a split cools, and the more power it needs for it', () => {
  const [mild, hot] = [25, 45].map((temperature) => {
    const house = openLounge({ Fan: 3 }, { outdoors: { temperature }, indoors: 34 });
    house.advance(MINUTE);
    return plantOf(house);
  });
  assert.deepEqual([mild!.load, hot!.load], [1, 1]);
  assert.ok(hot!.sensible > mild!.sensible, 'less cooling is a smaller negative number');
  assert.ok(hot!.power / hot!.sensible < (1.1 * mild!.power) / mild!.sensible);
});

test('a compressor that was switched off stays off for three minutes', () => {
  const house = openLounge({});
  house.advance(10 * MINUTE);
  house.command({ SplitSystemZoneOn: { Index: 0, On: 0 } });
  house.advance(30_000);
  house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } });
  house.advance(150_000);
  assert.equal(plantOf(house).load, 0);
  house.advance(60_000);
  assert.ok(plantOf(house).load > 0);
});

test('a split that is off draws its standby power, and the load of all splits is their sum', () => {
  const house = createRoomUnitHouse({ at: Date.parse('2026-01-12T06:00:00Z') });
  house.advance(MINUTE);
  assert.equal(house.state().plant.loads.splits, 9);
  house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } });
  house.advance(10 * MINUTE);
  near(house.state().plant.loads.splits, 6 + plantOf(house).power, 1e-9);
});

test('a sleep timer switches its split off exactly at the end of its time', () => {
  const house = openLounge({});
  house.command({ SplitSystemZoneSleepTimer: { Index: 0, Sleep: 1 } });
  house.advance(29.5 * MINUTE);
  assert.deepEqual([house.split(0).On, house.split(0).Sleep], [1, 1]);
  house.advance(0.5 * MINUTE);
  assert.deepEqual([house.split(0).On, house.split(0).Sleep], [0, 0]);
  house.advance(MINUTE);
  assert.equal(plantOf(house).sensible, 0);
});

test('setting a sleep timer again restarts it; setting it or the unit off ends it', () => {
  const house = openLounge({});
  const sleep = (Sleep: number) => house.command({ SplitSystemZoneSleepTimer: { Index: 0, Sleep } });
  sleep(1);
  house.advance(20 * MINUTE);
  sleep(1);
  house.advance(20 * MINUTE);
  assert.equal(house.split(0).On, 1);
  sleep(0);
  house.advance(20 * MINUTE);
  assert.equal(house.split(0).On, 1);
  sleep(1);
  house.command({ SplitSystemZoneOn: { Index: 0, On: 0 } });
  assert.equal(house.split(0).Sleep, 0);
  house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } });
  house.advance(40 * MINUTE);
  assert.equal(house.split(0).On, 1);
});

test('a split with a fault is off until repaired, and an unreachable one shows it in Act', () => {
  const house = openLounge({});
  house.advance(10 * MINUTE);
  house.override(({ plant }) => {
    plant.splits[0]!.fault = 'E04';
    plant.splits[0]!.silent = true;
  });
  house.advance(2 * MINUTE);
  assert.deepEqual([plantOf(house).acting, plantOf(house).power, house.split(0).Act], ['off', 3, 0]);
  house.override(({ plant }) => {
    plant.splits[0]!.fault = '';
    plant.splits[0]!.silent = false;
  });
  house.advance(5 * MINUTE);
  assert.deepEqual([plantOf(house).acting, house.split(0).Act], ['cool', 1]);
});

test('a state that went through JSON continues like the original, in any number of calls', () => {
  const lived = () => {
    const house = createRoomUnitHouse({ outdoors: { temperature: 37 } });
    house.command({ SplitSystemZoneMode: { Index: 0, Mode: 5 } });
    house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } });
    house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } });
    return house;
  };
  const [whole, halves] = [lived(), lived()];
  whole.advance(3 * HOUR);
  for (let round = 0; round < 18; round++) {
    halves.advance(10 * MINUTE);
    halves.restore(JSON.parse(JSON.stringify(halves.state())));
  }
  assert.deepEqual(JSON.parse(JSON.stringify(whole.state())), halves.state());
  const { splits, vrfs } = whole.state().plant;
  assert.deepEqual(JSON.parse(JSON.stringify({ splits, vrfs })), { splits, vrfs });
});

test('halving the step changes the room of a running split by less than 0.1 °C', () => {
  const [whole, half] = [30, 15].map((seconds) => {
    const house = openLounge({ Mode: 5, Setpoint: 2200 }, { outdoors: { temperature: 33 } });
    const course: number[] = [];
    for (let hour = 0; hour < 24; hour++) {
      house.weather.temperature = 22 + 11 * Math.cos((hour * Math.PI) / 12);
      house.advance(HOUR, { seconds });
      course.push(house.air('Lounge'));
    }
    return course;
  });
  for (const [hour, air] of whole!.entries()) near(half![hour]!, air, 0.1);
});

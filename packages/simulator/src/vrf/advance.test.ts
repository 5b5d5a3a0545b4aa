import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoomUnitHouse, HOUR, MINUTE, near } from '../room-unit/room-unit-house.fixture.ts';

type House = ReturnType<typeof createRoomUnitHouse>;

const [COOL, HEAT, VENT, , AUTO] = [1, 2, 3, 4, 5];
const [STUDIO, DEN, ATTIC] = [0, 1, 2];
/** Monday 2026-01-12 20:00 in Sydney, when no favourite starts or stops. */
const evening = Date.parse('2026-01-12T09:00:00Z');
const plantOf = (house: House, place: number) => house.state().plant.vrfs[place]!;
const send = (house: House, Index: number, Mode: number) => {
  assert.equal(house.command({ VrfSystemZoneMode: { Index, Mode } }), 'OK');
  assert.equal(house.command({ VrfSystemZoneOn: { Index, On: 1 } }), 'OK');
};

test('a fan-coil cools its room to the setpoint and holds it there', () => {
  const house = createRoomUnitHouse({ outdoors: { temperature: 36 }, at: evening });
  send(house, 2, COOL);
  house.advance(3 * HOUR);
  near(house.air('Studio'), 23, 0.2);
  near(house.vrf(2).Ra, 2300, 20);
  assert.ok(house.air('Den') > 30);
});

test('units in cool only ventilate after the master changes to heating, until it cools again', () => {
  const house = createRoomUnitHouse({ outdoors: { temperature: 20 }, indoors: 26, at: evening });
  send(house, 2, COOL);
  send(house, 4, COOL);
  house.advance(5 * MINUTE);
  assert.deepEqual([plantOf(house, STUDIO).acting, plantOf(house, DEN).acting], ['cool', 'cool']);
  send(house, 2, HEAT);
  house.advance(5 * MINUTE);
  assert.deepEqual([plantOf(house, STUDIO).acting, plantOf(house, DEN).acting], ['heat', 'fan']);
  assert.deepEqual([house.vrf(4).On, house.vrf(4).Mode], [1, COOL]);
  assert.ok(plantOf(house, DEN).sensible > 0);
  send(house, 2, COOL);
  house.advance(10 * MINUTE);
  assert.equal(plantOf(house, DEN).acting, 'cool');
});

test('a unit in auto follows the master’s direction, and ventilates if it needs the other', () => {
  const house = createRoomUnitHouse({ outdoors: { temperature: 12 }, indoors: 14, at: evening });
  send(house, 2, COOL);
  send(house, 4, AUTO);
  house.advance(2 * MINUTE);
  assert.equal(plantOf(house, DEN).acting, 'fan');
  send(house, 2, HEAT);
  house.advance(2 * MINUTE);
  assert.equal(plantOf(house, DEN).acting, 'heat');
});

test('the lowest running unit sets the direction while the master is off or in vent', () => {
  const house = createRoomUnitHouse({ indoors: 20, at: evening });
  send(house, 2, VENT);
  send(house, 7, HEAT);
  house.override(({ datagrams }) => {
    datagrams.vrf[DEN] = { ...datagrams.vrf[DEN]!, On: 1, Mode: COOL };
  });
  house.advance(2 * MINUTE);
  assert.deepEqual([plantOf(house, DEN).acting, plantOf(house, ATTIC).acting], ['cool', 'fan']);
});

test('a unit with a fault shows it, is off and no longer binds the others', () => {
  const house = createRoomUnitHouse({ indoors: 20, at: evening });
  send(house, 2, HEAT);
  house.override(({ plant }) => {
    plant.vrfs[STUDIO]!.fault = 'E7 ';
  });
  house.advance(2 * MINUTE);
  assert.deepEqual([house.vrf(2).Er, plantOf(house, STUDIO).acting], ['E7 ', 'off']);
  send(house, 4, COOL);
  house.advance(2 * MINUTE);
  assert.equal(plantOf(house, DEN).acting, 'cool');
  house.override(({ plant }) => {
    plant.vrfs[STUDIO]!.fault = '';
  });
  house.advance(5 * MINUTE);
  assert.deepEqual(
    [house.vrf(2).Er, plantOf(house, STUDIO).acting, plantOf(house, DEN).acting],
    [' OK', 'heat', 'fan'],
  );
});

test('a VRF sleep timer shows the minutes left and switches its unit off at the end', () => {
  const house = createRoomUnitHouse({ at: evening });
  send(house, 4, COOL);
  house.command({ VrfSystemZoneSleepTimer: { Index: 4, Timer: 1 } });
  const shown: number[] = [];
  for (let round = 0; round < 60; round++) {
    shown.push(house.vrf(4).TmrL);
    house.advance(30_000);
  }
  assert.deepEqual(shown.slice(0, 5), [30, 30, 29, 29, 28]);
  assert.equal(shown.at(-1), 1);
  const { On, Tmr, TmrL } = house.vrf(4);
  assert.deepEqual({ On, Tmr, TmrL }, { On: 0, Tmr: 0, TmrL: 0 });
});

test('switching a unit off ends its sleep timer for good', () => {
  const house = createRoomUnitHouse({ at: evening });
  send(house, 4, COOL);
  house.command({ VrfSystemZoneSleepTimer: { Index: 4, Timer: 1 } });
  house.command({ VrfSystemZoneOn: { Index: 4, On: 0 } });
  house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } });
  house.advance(40 * MINUTE);
  assert.deepEqual([house.vrf(4).On, house.vrf(4).TmrL], [1, 0]);
});

test('a master in auto changes from cooling to heating when its room has become too cold', () => {
  const house = createRoomUnitHouse({ outdoors: { temperature: 32 }, at: evening });
  send(house, 2, AUTO);
  house.advance(2 * HOUR);
  assert.equal(plantOf(house, STUDIO).acting, 'cool');
  house.weather.temperature = 0;
  house.advance(8 * HOUR);
  assert.equal(plantOf(house, STUDIO).acting, 'heat');
  near(house.air('Studio'), 23, 0.4);
});

test('return air is shown in steps of 0.1 °C', () => {
  const house = createRoomUnitHouse({ outdoors: { temperature: 40 }, indoors: 18, at: evening });
  const seen = new Set<number>();
  house.advance(6 * HOUR, { watch: ({ datagrams }) => seen.add(datagrams.vrf[DEN]!.Ra) });
  assert.ok(seen.size > 20);
  for (const each of seen) assert.equal(each % 10, 0);
  near(house.vrf(4).Ra, 100 * house.air('Den'), 10);
});

test('datagrams stay the same objects while their values are unchanged', () => {
  const house = createRoomUnitHouse({ outdoors: { temperature: 20 }, indoors: 20, at: evening });
  const [before] = house.state().datagrams.vrf;
  house.advance(MINUTE);
  assert.equal(house.state().datagrams.vrf[0], before);
});

test('an unreachable unit shows Ac 0 and its last return air; a lost remote sensor shows Rf 0', () => {
  const house = createRoomUnitHouse({ outdoors: { temperature: 40 }, indoors: 18, at: evening });
  house.override(({ plant }) => {
    plant.vrfs[STUDIO]!.silent = true;
    plant.vrfs[DEN]!.sensorLost = true;
  });
  house.advance(6 * HOUR);
  assert.deepEqual([house.vrf(2).Ac, house.vrf(2).Ra], [0, 1800]);
  assert.deepEqual([house.vrf(4).Ac, house.vrf(4).Rs, house.vrf(4).Rf], [1, 1, 0]);
  assert.ok(house.vrf(4).Ra > 2000);
});

test('a VRF favourite starts and stops at its times, and starts its sleep timer', () => {
  const house = createRoomUnitHouse();
  send(house, 7, COOL);
  house.advance(HOUR - 30_000);
  assert.deepEqual([house.vrf(4).On, house.vrf(7).On], [0, 1]);
  house.advance(30_000);
  const { On, Mode, Sp, Tmr, TmrL } = house.vrf(4);
  assert.deepEqual({ On, Mode, Sp, Tmr, TmrL }, { On: 1, Mode: 1, Sp: 2100, Tmr: 1, TmrL: 30 });
  assert.equal(house.vrf(7).On, 0);
  house.command({ VrfSystemZoneSleepTimer: { Index: 4, Timer: 0 } });
  house.advance(HOUR - 30_000);
  assert.equal(house.vrf(4).On, 1);
  house.advance(30_000);
  assert.equal(house.vrf(4).On, 0);
});

test('a favourite skips an unreachable unit; its stop skips units that it does not switch on', () => {
  const house = createRoomUnitHouse();
  house.override(({ plant }) => {
    plant.vrfs[DEN]!.silent = true;
  });
  house.advance(HOUR);
  assert.deepEqual([house.vrf(4).On, house.vrf(4).Sp], [0, 2300]);
  send(house, 7, COOL);
  house.advance(HOUR);
  assert.equal(house.vrf(7).On, 1);
});

test('the load of the VRF system is that of its units including standby, without unit 0', () => {
  const ducted = { unit: { cooling: 14, airflow: 800 }, zones: [] };
  const house = createRoomUnitHouse({ at: evening, change: { ducted } });
  house.advance(MINUTE);
  assert.equal(house.state().plant.loads.vrf, 3 * 8);
  send(house, 4, COOL);
  house.advance(10 * MINUTE);
  near(house.state().plant.loads.vrf, 2 * 8 + plantOf(house, 2).power, 1e-9);
  assert.ok(plantOf(house, 2).power > 300);
});

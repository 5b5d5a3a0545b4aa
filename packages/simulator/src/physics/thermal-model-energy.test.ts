import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { amount } from './amount.fixture.ts';
import { anyHouse, site, start, weatherOf } from './any-house.fixture.ts';
import { resistanceOf } from './construction/layers.ts';
import { WALLS } from './construction/library.ts';
import { createHeatFlows } from './heat-flows.ts';
import { createThermalModel } from './thermal-model.ts';
import type { Conditions, RoomSpec } from './types.ts';

test('each room’s heat and vapour change by the sum of their flows, for any house and weather', () => {
  fc.assert(
    fc.property(anyHouse, amount(1, 120), fc.infiniteStream(amount(-1, 1)), (rooms, seconds, stream) => {
      const draw = () => stream.next().value;
      const house = createThermalModel(rooms, { ...site, altitude: 1000 + 900 * draw() }, { step: seconds });
      const work = house.toWork(house.createState({ temperature: 20 + 15 * draw() }));
      const weather = weatherOf({
        temperature: 45 * draw(),
        beam: 500 + 500 * draw(),
        diffuse: 300,
        infrared: 300 + 100 * draw(),
        wind: 10 + 10 * draw(),
      });
      const conditions = house.createConditions(weather);
      house.light(conditions, start, weather);
      house.prepare(conditions, {
        middle: start,
        seconds,
        local: { hour: 12 + 11 * draw(), weekend: false },
      });
      const { supply, activity } = conditions;
      for (let room = 0; room < house.size; room++) {
        supply.flow[room] = Math.max(0, 0.3 * draw());
        supply.temperature[room] = 25 + 20 * draw();
        supply.sent[room] = supply.flow[room]! * (1.2 + 0.2 * draw());
        supply.origin[room] = 25 + 20 * draw();
        supply.sensible[room] = 3000 * draw();
        supply.humidity[room] = 0.01 + 0.009 * draw();
        supply.moisture[room] = 2e-4 * draw();
        activity.openWindow[room] = Math.max(0, 0.1 * draw());
        activity.shade[room] = Math.max(0, draw());
      }
      const books = createHeatFlows(house.size);
      const { shell, stored, vapour, unit: _, ...flows } = books;
      const rounds = Math.ceil(2.5 * (house.interval / seconds));
      let intervals = 0;
      for (let round = 0; round < rounds; round++) {
        const before = house.storedIn(work);
        house.step(work, conditions, seconds, books);
        let [between, crossing, moved] = [0, 0, 0];
        for (let room = 0; room < house.size; room++) {
          const sum = Object.values(flows).reduce((total, flow) => total + flow[room]!, 0);
          const size = Object.values(flows).reduce((total, flow) => total + Math.abs(flow[room]!), 0);
          assert.ok(Math.abs(stored[room]! - sum) <= 1e-9 * size + 1e-4, `${stored[room]} ${sum} J`);
          const { stored: wetter, ...sources } = vapour;
          const wet = Object.values(sources).map((flow) => flow[room]!);
          const kilograms = wet.reduce((total, flow) => total + Math.abs(flow), 0);
          const gainedWater = wet.reduce((total, flow) => total + flow, 0);
          assert.ok(
            Math.abs(wetter[room]! - gainedWater) <= 1e-9 * kilograms + 1e-12,
            `${wetter[room]} ${gainedWater} kg`,
          );
          const { sun, people, equipment, infiltration, supply: air, ducts, roomUnits } = flows;
          for (const flow of [sun, people, equipment, infiltration, air, ducts, roomUnits])
            crossing += flow[room]!;
          moved += size;
          between += flows.neighbours[room]!;
        }
        assert.ok(Number.isFinite(between));
        const outer = [shell.outside, shell.sky, shell.sun, shell.ground];
        for (const joules of outer) {
          crossing += joules;
          moved += Math.abs(joules);
        }
        if (shell.stored !== 0) intervals += 1;
        const inside = shell.rooms + outer.reduce((sum, joules) => sum + joules, 0);
        assert.ok(
          Math.abs(shell.stored - inside) <= 1e-9 * (moved + Math.abs(before)),
          `${shell.stored} ${inside} J`,
        );
        const gained = house.storedIn(work) - before;
        assert.ok(
          Math.abs(gained - crossing) <= 1e-9 * (moved + Math.abs(before)),
          `${gained} ${crossing} J`,
        );
      }
      assert.equal(intervals, 2, 'the constructions advanced twice');
    }),
    { numRuns: 200 },
  );
});

/** A room of brick veneer without sun, whose loss is that of its walls alone. */
const box: RoomSpec = {
  name: 'Box',
  area: 20,
  height: 2.5,
  walls: [{ facing: 'S', area: 44.7 }],
  leakage: 0,
  furniture: 0,
  occupants: 0,
  equipment: 300,
  usage: 'always',
};

/** Lets days pass in constant conditions. Returns the air of the first room. */
const settle = (rooms: readonly RoomSpec[], change: (conditions: Conditions) => void, days = 40) => {
  const house = createThermalModel(rooms, site, { step: 120 });
  const work = house.toWork(house.createState({ temperature: 10 }));
  // A sky as warm as the air of 0 °C.
  const weather = weatherOf({ temperature: 0, infrared: 315.6 });
  const conditions = house.createConditions(weather);
  house.light(conditions, start, weather);
  house.prepare(conditions, { middle: start, seconds: 120, local: { hour: 3, weekend: false } });
  change(conditions);
  for (let round = 0; round < days * 720; round++) house.step(work, conditions, 120);
  return { house, work };
};

test('a heated box ends at the temperature that its walls’ and films’ resistance gives', () => {
  const { work } = settle([box], () => {});
  const [air] = work.air;
  const resistance = air! / (300 / 44.7);
  const films = resistance - resistanceOf(WALLS['brick veneer']);
  assert.ok(films > 0.2 && films < 0.45, `${air} °C, ${resistance} m²K/W, of which ${films} in the air`);
});

test('rooms beside each other share heat through their wall, and the colder one is warmed', () => {
  const beside: RoomSpec = { ...box, name: 'Beside', equipment: 0 };
  const alone = settle([box, beside], () => {}).work.air;
  const shared = settle([{ ...box, neighbours: [{ room: 'Beside', area: 12 }] }, beside], () => {}).work.air;
  assert.ok(shared[0]! < alone[0]! - 2, `${shared[0]} ${alone[0]}`);
  assert.ok(shared[1]! > alone[1]! + 2, `${shared[1]} ${alone[1]}`);
});

test('an ideal heater brings each of two joined rooms to its setpoint, and no further', () => {
  const heated = (name: string, setpoint: number): RoomSpec => ({
    ...box,
    name,
    equipment: 0,
    ideal: { heat: [{ at: '00:00', setpoint }], cool: [{ at: '00:00', setpoint: 26 }] },
  });
  const warm = { ...heated('Warm', 22), neighbours: [{ room: 'Cool', area: 10, door: 0.002 }] };
  const { house, work } = settle([warm, heated('Cool', 18)], () => {}, 2);
  assert.ok(Math.abs(work.air[0]! - 22) < 1e-9 && Math.abs(work.air[1]! - 18) < 1e-6, `${work.air}`);
  assert.equal(house.size, 2);
});

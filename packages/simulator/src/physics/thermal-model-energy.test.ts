import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { amount } from './amount.fixture.ts';
import { anyHouse, site, start, weatherOf } from './any-house.fixture.ts';
import { createHeatFlows } from './heat-flows.ts';
import { toNetwork } from './network.ts';
import { solveDense } from './solve-dense.fixture.ts';
import { createThermalModel } from './thermal-model.ts';
import type { RoomSpec } from './types.ts';
import { createClimateState, toWork } from './weather/climate-state.ts';

test('for any house, weather and step, stored heat changes by the sum of all flows', () => {
  fc.assert(
    fc.property(anyHouse, amount(1, 600), fc.infiniteStream(amount(-1, 1)), (rooms, seconds, stream) => {
      const draw = () => stream.next().value;
      const house = createThermalModel(rooms, site);
      const work = toWork(createClimateState(house.size, { temperature: 20 + 15 * draw() }));
      const conditions = house.createConditions(
        weatherOf({
          temperature: 45 * draw(),
          beam: 500 + 500 * draw(),
          diffuse: 300,
          wind: 10 + 10 * draw(),
        }),
      );
      house.prepare(conditions, start, { hour: 12 + 11 * draw(), weekend: false });
      const { supply, activity } = conditions;
      for (let room = 0; room < house.size; room++) {
        supply.flow[room] = Math.max(0, 0.3 * draw());
        supply.temperature[room] = 25 + 20 * draw();
        supply.sensible[room] = 3000 * draw();
        activity.openWindow[room] = Math.max(0, 0.1 * draw());
      }
      const books = createHeatFlows(house.size);
      for (let round = 0; round < 5; round++) {
        house.step(work, conditions, seconds, books);
        let between = 0;
        for (let room = 0; room < house.size; room++) {
          const { stored, ...flows } = books;
          const sum = Object.values(flows).reduce((total, flow) => total + flow[room]!, 0);
          const size = Object.values(flows).reduce((total, flow) => total + Math.abs(flow[room]!), 0);
          assert.ok(Math.abs(stored[room]! - sum) <= 1e-9 * size + 1e-4, `${stored[room]} ${sum} J`);
          between += books.neighbours[room]!;
        }
        assert.ok(Math.abs(between) < 1e-3, 'heat that leaves one room enters the other');
      }
    }),
    { numRuns: 200 },
  );
});

test('a box with a heater follows the analytic solution for its air and structure', () => {
  const box: RoomSpec = {
    name: 'Box',
    area: 20,
    height: 2.5,
    walls: [{ facing: 'S', area: 10, window: 2 }],
    insulation: { wall: 0.6, window: 4.2 },
    leakage: 0,
    mass: 'light',
    occupants: 0,
    equipment: 300,
    usage: 'always',
  };
  const house = createThermalModel([box], site);
  const work = toWork(createClimateState(1, { temperature: 30 }));
  const conditions = house.createConditions(weatherOf({ temperature: 0 }));
  house.prepare(conditions, start, { hour: 3, weekend: false });
  for (let round = 0; round < 20 * 720; round++) house.step(work, conditions, 120);
  const exchange = 2.0496 * (2 * 20 + 4 * Math.sqrt(20) * 2.5);
  const [air, mass] = solveDense(
    [
      [exchange + 2 * 4.2, -exchange],
      [-exchange, exchange + 8 * 0.6],
    ],
    [300 * 0.6, 300 * 0.4],
  );
  assert.ok(Math.abs(work.air[0]! - air!) < 0.1, `${work.air[0]} ${air}`);
  assert.ok(Math.abs(work.mass[0]! - mass!) < 0.1, `${work.mass[0]} ${mass}`);
});

test('in constant weather any house comes within 0.1 °C of its analytic steady state', () => {
  fc.assert(
    fc.property(anyHouse, amount(-10, 38), amount(5, 120), (rooms, temperature, seconds) => {
      const light = rooms.map((room) => ({ ...room, mass: 'light' as const, ground: room.area }));
      const network = toNetwork(light);
      const house = createThermalModel(light, site);
      const size = house.size;
      const work = toWork(createClimateState(size));
      const conditions = house.createConditions(weatherOf({ temperature, wind: 4 }));
      conditions.activity.people.fill(1.5);
      conditions.activity.equipment.fill(120);
      conditions.supply.flow.fill(0.03);
      conditions.supply.temperature.fill(15);
      for (let round = 0; round < 40 * 24 * 60; round++) house.step(work, conditions, Math.max(60, seconds));

      const matrix = Array.from({ length: 2 * size }, () => new Array<number>(2 * size).fill(0));
      const right = new Array<number>(2 * size).fill(0);
      for (let room = 0; room < size; room++) {
        const mass = size + room;
        const draught = 0.606 + 0.03636 * Math.abs(work.air[room]! - temperature) + 0.1177 * 4;
        const outside = network.windowLoss[room]! + 1.2 * 1006 * network.leakage[room]! * draught;
        const supply = 1.2 * 1006 * 0.03;
        const shell = network.wallLoss[room]!;
        const ground = network.groundLoss[room]!;
        const inner = network.airToMass[room]!;
        matrix[room]![room]! += outside + supply + inner;
        matrix[room]![mass]! -= inner;
        matrix[mass]![room]! -= inner;
        matrix[mass]![mass]! += inner + shell + ground;
        right[room] = outside * temperature + supply * 15 + 0.5 * 1.5 * 75 + 0.6 * 120;
        right[mass] = shell * temperature + ground * 17 + 0.5 * 1.5 * 75 + 0.4 * 120;
      }
      for (const { a, b, heat } of network.links) {
        matrix[a]![a]! += heat;
        matrix[b]![b]! += heat;
        matrix[a]![b]! -= heat;
        matrix[b]![a]! -= heat;
      }
      const steady = solveDense(matrix, right);
      for (let room = 0; room < size; room++) {
        assert.ok(Math.abs(work.air[room]! - steady[room]!) < 0.1, `air ${work.air[room]} ${steady[room]}`);
        assert.ok(Math.abs(work.mass[room]! - steady[size + room]!) < 0.1, `mass of room ${room}`);
      }
    }),
    { numRuns: 12 },
  );
});

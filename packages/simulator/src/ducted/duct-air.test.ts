import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ZonePlant } from '../model/state.ts';
import type { Air } from '../physics/index.ts';
import { flowThrough, mixReturnAir, returnThroughDuct, supplyRooms, throttle } from './duct-air.ts';

const work = {
  air: Float64Array.of(20, 26),
  humidity: Float64Array.of(0.006, 0.01),
  co2: Float64Array.of(400, 1000),
};
const air = (): Air => ({ temperature: 0, humidity: 0, co2: 0 });
const ducts = { rooms: [0, 1], shares: [0.5, 0.5], losses: [10, 20], returnLoss: 5, leakage: 0.1 };
const dampers = (...positions: number[]) => positions.map((position) => ({ position }) as ZonePlant);

test('mixes return air from the rooms, weighted by their flow', () => {
  const into = air();
  mixReturnAir(ducts, dampers(75, 25), work, into);
  assert.ok(Math.abs(into.temperature - 21.5) < 1e-12);
  assert.ok(Math.abs(into.humidity - 0.007) < 1e-12);
  assert.ok(Math.abs(into.co2 - 550) < 1e-9);
});

test('returns the mean of the rooms when all dampers are shut', () => {
  const into = air();
  mixReturnAir(ducts, dampers(0, 0), work, into);
  assert.equal(into.temperature, 23);
});

/** Empty supply of two rooms. */
const supplyOf = () => {
  const column = () => new Float64Array(2);
  return {
    flow: column(),
    temperature: column(),
    humidity: column(),
    co2: column(),
    sent: column(),
    origin: column(),
    sensible: column(),
    moisture: column(),
    left: column(),
    leftHumidity: column(),
  };
};

test('slows the fan down so that the static pressure never exceeds its limit', () => {
  // Pressure in the ducts relative to that with every damper open, 45 Pa.
  const pressure = (open: number, speed: number) => (flowThrough(open, speed) / open) ** 2 * 45;
  for (let open = 0.02; open <= 1; open += 0.02)
    for (const speed of [0.5, 1, 1.15, 1.3]) {
      assert.ok(pressure(open, speed) <= 150 + 1e-9, `${open} ${speed}: ${pressure(open, speed)} Pa`);
      assert.ok(flowThrough(open, speed) <= speed * throttle(open));
    }
  assert.equal(flowThrough(1, 1), 1);
  assert.ok(flowThrough(0.2, 1) < throttle(0.2), 'the limit holds with few dampers open');
  assert.equal(flowThrough(0.2, 0.5), 0.5 * throttle(0.2), 'and not at low speed');
  assert.equal(flowThrough(0, 1), 0);
});

test('cold air is warmer at the end of a duct in a hot roof, the more so the slower it flows', () => {
  const arrive = (airflow: number) => {
    const supply = supplyOf();
    const cold = { temperature: 12, humidity: 0.008, co2: 700 };
    supplyRooms(
      ducts,
      dampers(100, 100),
      { airflow, open: 1, air: cold, roof: 50, volumeHeat: 1200 },
      supply,
    );
    return supply;
  };
  const [fast, slow] = [arrive(0.6), arrive(0.2)];
  const expected = 50 - 38 * Math.exp(-10 / (1200 * 0.3 * 0.9));
  assert.ok(Math.abs(fast.temperature[0]! - expected) < 1e-9, `${fast.temperature[0]} ${expected}`);
  assert.ok(fast.temperature[1]! > fast.temperature[0]!, 'a larger duct loses more');
  assert.ok(slow.temperature[0]! > fast.temperature[0]!);
  assert.ok(Math.abs(fast.flow[0]! - 0.27) < 1e-12 && Math.abs(fast.sent[0]! - 0.3) < 1e-12);
  assert.equal(fast.origin[0], 12);
});

test('mixes the air of two ducts that end in one room', () => {
  const supply = supplyOf();
  const warm = { temperature: 40, humidity: 0.006, co2: 500 };
  const one = { ...ducts, rooms: [1, 1] };
  supplyRooms(
    one,
    dampers(50, 100),
    { airflow: 0.3, open: 0.75, air: warm, roof: 0, volumeHeat: 1200 },
    supply,
  );
  const along = (loss: number, flow: number) => 40 * Math.exp(-loss / (1200 * flow));
  const mixed = (along(10, 0.09) * 0.09 + along(20, 0.18) * 0.18) / 0.27;
  assert.ok(Math.abs(supply.temperature[1]! - mixed) < 1e-9);
  assert.ok(Math.abs(supply.flow[1]! - 0.27) < 1e-12 && supply.flow[0] === 0);
});

test('return air takes in air of the roof space, and its warmth through the wall of the duct', () => {
  const back = { temperature: 25, humidity: 0.01, co2: 800 };
  const roof = { temperature: 45, humidity: 0.012, co2: 420 };
  returnThroughDuct(ducts, { roof, stream: 500 }, back);
  assert.ok(Math.abs(back.temperature - (45 - 18 * Math.exp(-5 / 500))) < 1e-9);
  assert.ok(Math.abs(back.humidity - 0.0102) < 1e-12 && Math.abs(back.co2 - 762) < 1e-9);
});

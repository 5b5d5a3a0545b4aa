import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readShippedHouse } from '../house-file/shipped.ts';
import { createSimulator } from '../simulator.ts';
import { type Addition, additions, restoreState } from './restore.ts';
import type { Plant, State } from './state.ts';

const start = Date.UTC(2026, 0, 5);
const house = readShippedHouse('demo');
assert.ok(house.ok);
const simulator = createSimulator(house.value);
const initial = simulator.initial(start);

const store = (state: State): State => JSON.parse(JSON.stringify(state));

test('restoring a complete state returns it unchanged', () => {
  assert.deepEqual(store(restoreState(store(initial), () => initial)), store(initial));
});

test('restoring fills in defaults that a stored state lacks, and keeps what it has', () => {
  type Dusty = Plant & { dust?: number };
  const dustOf = ({ plant }: State) => (plant as Dusty).dust;
  const addDust: Addition = (stored) => ({
    ...stored,
    plant: { ...stored.plant, dust: dustOf(stored) ?? 0 } as Dusty,
  });
  const restore = (stored: State) => restoreState(stored, () => initial, [...additions, addDust]);
  const restored = restore(store(initial));
  assert.equal(dustOf(restored), 0);
  const dusty = store({ ...restored, plant: { ...restored.plant, dust: 7 } as Dusty });
  assert.equal(dustOf(restore(dusty)), 7);
  const later = start + 6 * 3_600_000;
  assert.deepEqual(simulator.advance(restored, later).datagrams, simulator.advance(initial, later).datagrams);
});

test('restoring a state without constructions keeps its air and continues', () => {
  const state = store(simulator.advance(initial, start + 3_600_000));
  const { air, humidity, co2 } = state.plant.climate;
  const before = { ...state, plant: { ...state.plant, climate: { air, humidity, co2 } as never } };
  const restored = simulator.restore(before);
  assert.deepEqual(restored.plant.climate.air, air);
  const later = simulator.advance(restored, restored.at + 3_600_000);
  assert.ok(later.plant.climate.nodes.every((node) => node > 0 && node < 90));
});

test('restoring a ducted unit without return air and integral continues as if it had none', () => {
  const state = store(simulator.advance(initial, start + 3_600_000));
  const { returnHeat: _, returnVapour: __, integral: ___, ...unit } = state.plant.unit!;
  const restored = simulator.restore({ ...state, plant: { ...state.plant, unit: unit as never } });
  const { returnHeat, returnVapour, integral } = restored.plant.unit!;
  assert.deepEqual([returnHeat, returnVapour, integral], [0, 0, 0]);
  const later = simulator.advance(restored, restored.at + 3_600_000);
  assert.ok(later.plant.climate.air.every((air) => air > 0 && air < 60));
});

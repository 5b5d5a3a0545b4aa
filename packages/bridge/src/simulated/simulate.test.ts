import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSimulator, readShippedHouse } from '@plenum/simulator';
import { openHistory } from '../history/history.ts';
import { openMemoryStore } from '../store/open-store.ts';
import { simulate } from './simulate.ts';

const minute = 60_000;
const start = Date.UTC(2026, 0, 14, 6);

/** Simulates the demo house through some times in turn. Returns its last state and its history of each minute. */
const runThrough = (times: readonly number[]) => {
  const house = readShippedHouse('demo');
  assert(house.ok);
  const simulator = createSimulator(house.value);
  const recorder = openHistory(openMemoryStore(), start, {
    timeZone: simulator.status(simulator.initial(start)).timeZone,
  });
  let state = simulator.initial(start);
  for (const until of times) ({ state } = simulate(simulator, { state, until }, { recorder }));
  const range = { from: start, to: times.at(-1)!, step: minute };
  return {
    state,
    history: recorder.read({ series: recorder.names(), ...range }),
    events: recorder.events.read(range),
  };
};

test('reaches the same state and history in many calls as in one long step of the clock', () => {
  const end = start + 180 * minute;
  const times = Array.from({ length: 257 }, (_, n) => start + 1 + n * 41_999);
  assert.deepEqual(runThrough([...times, end]), runThrough([end]));
});

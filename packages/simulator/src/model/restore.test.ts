import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readShippedHouse } from '../house-file/shipped.ts';
import { createInstallation } from '../installation.ts';
import { restoreState, type StoredState } from './restore.ts';
import type { State } from './state.ts';

const start = Date.UTC(2026, 0, 5);
const house = readShippedHouse('demo');
assert.ok(house.ok);
const installation = createInstallation(house.value);

/** A state as builds before 2026-11-22 stored it: without what runs by which favourite. */
const toOldSnapshot = (state: State): StoredState =>
  JSON.parse(JSON.stringify(state, (key, value) => (key === 'favourite' ? undefined : value)));

const apply = (state: State, command: Parameters<typeof installation.apply>[1]): State => {
  const done = installation.apply(state, command);
  assert.ok(done.ok);
  return done.value;
};

suite('a state that an earlier build stored', () => {
  const old = toOldSnapshot(installation.initial(start));

  test('lacks members', () => {
    assert.equal('favourite' in old.plant.unit!, false);
    assert.equal('favourite' in old.plant.splits[0]!, false);
  });

  test('gets them in the meaning of that build: no favourite runs', () => {
    const restored = restoreState(old, installation.initial(start));
    assert.equal(restored.plant.unit!.favourite, -1);
    for (const machine of [...restored.plant.splits, ...restored.plant.vrfs])
      assert.equal(machine.favourite, -1);
  });

  test('shows the same datagrams, and lives on', () => {
    const restored = restoreState(old, installation.initial(start));
    assert.deepEqual(restored.datagrams, old.datagrams);
    const kept = installation.initial(start);
    const later = start + 6 * 3_600_000;
    assert.deepEqual(
      installation.advance(restored, later).datagrams,
      installation.advance(kept, later).datagrams,
    );
  });

  test('keeps the meaning of StageOffset, now in tenths of a degree, and of a lock of the lowest airflow alone', () => {
    const [unit] = old.datagrams.unit;
    const { wiredReversed: _, ...plant } = old.plant.unit!;
    const stored = {
      ...old,
      datagrams: {
        ...old.datagrams,
        unit: [{ ...unit!, AirflowLock: 2, GasHeat: { ...unit!.GasHeat, StageOffset: 150 } }],
      },
      plant: { ...old.plant, unit: plant },
    } as unknown as StoredState;
    const [shown] = restoreState(stored, installation.initial(start)).datagrams.unit;
    assert.equal(shown!.GasHeat.StageOffset, 15);
    assert.deepEqual([shown!.AirflowLock, shown!.AirflowMinLock], [0, 1]);
  });

  test('has lighting whose sensors have seen nobody', () => {
    const state = installation.initial(start);
    const { switches, ...lighting } = state.plant.lighting!;
    const stored = { ...state, plant: { ...state.plant, lighting } } as unknown as StoredState;
    assert.ok(switches.length > 0);
    assert.deepEqual(restoreState(stored, state).plant.lighting!.switches, switches);
  });

  test('has favourites that do what their datagrams show', () => {
    const named = apply(restoreState(old, installation.initial(start)), {
      name: 'SchedName',
      body: { Index: 8, Name: 'Old' },
    });
    const opened = apply(named, { name: 'ZoneSetpoint', body: { Index: 1, Setpoint: 2850 } });
    const begun = apply(opened, { name: 'FavouriteSet', body: 9 });
    assert.equal(begun.datagrams.zone[1]!.Setpoint, begun.datagrams.schedule[8]!.Zones[1]!.Setpoint);
  });
});

test('a state of this build comes back as it is', () => {
  const state = installation.initial(start);
  const stored = JSON.parse(JSON.stringify(state));
  assert.deepEqual(JSON.parse(JSON.stringify(restoreState(stored, state))), stored);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnyCommand } from '@plenum/protocol/command';
import { componentKinds, kinds } from '@plenum/protocol/component';
import { toSentence } from '@plenum/protocol/refusal';
import fc from '@plenum/testbed/fast-check';
import { times } from '@plenum/testbed/full-run';
import { anyCommand, anyValue } from './any-command.fixture.ts';
import { anyOverride } from './any-override.fixture.ts';
import { houseNames, readShippedHouse } from './house-file/shipped.ts';
import type { HouseFile } from './house-schema/house.ts';
import { unitSettings, zoneSettings } from './house-schema/settings-of-ducted.ts';
import { changesBetween } from './model/draft.ts';
import type { State } from './model/state.ts';
import type { HouseOverride } from './override/rules.ts';
import type { Simulator } from './simulator.ts';
import { createSimulator } from './simulator.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 0, 5);

const readShipped = (name: (typeof houseNames)[number]): HouseFile => {
  const house = readShippedHouse(name);
  assert.ok(house.ok, house.ok ? '' : toSentence(house.refusal));
  return house.value;
};

const createShipped = (name: (typeof houseNames)[number], step?: number): Simulator =>
  createSimulator({ ...readShipped(name), ...(step !== undefined && { step }) });

type Ducted = NonNullable<HouseFile['ducted']>;

/** Generates the demo house with any possible installer settings. */
const anyInstalled: fc.Arbitrary<HouseFile> = fc
  .record({
    unit: anyValue(unitSettings) as fc.Arbitrary<Ducted['unit']['settings'] & {}>,
    zone: anyValue(zoneSettings) as fc.Arbitrary<Ducted['zones'][number]['settings'] & {}>,
    evaporative: fc.boolean(),
  })
  .map(({ unit, zone, evaporative }) => {
    const { BalanceMin = 0, BalanceMax = 100 } = zone;
    const settings = {
      ...zone,
      BalanceMin: Math.min(BalanceMin, BalanceMax),
      BalanceMax: Math.max(BalanceMin, BalanceMax),
    };
    const demo = readShipped('demo');
    const { mode: _, modes: __, ...plain } = demo.ducted!.unit;
    return {
      ...demo,
      step: 60,
      ducted: {
        ...demo.ducted!,
        unit: { ...plain, cpu: evaporative ? 'evaporative' : 'standard', settings: unit },
        zones: demo.ducted!.zones.map((each, n) => (n % 3 === 0 ? { ...each, settings } : each)),
      },
    };
  });

interface Operation {
  readonly wait: number;
  readonly what: AnyCommand | HouseOverride;
  readonly by: 'client' | 'operator';
}

const anyOperation: fc.Arbitrary<Operation> = fc
  .record({
    wait: fc.integer({ min: 0, max: 90 * minute }),
    what: fc.oneof({ weight: 4, arbitrary: anyCommand }, { weight: 1, arbitrary: anyOverride }),
  })
  .map(({ wait, what }) => ({ wait, what, by: isOverride(what) ? 'operator' : 'client' }));

const isOverride = (what: AnyCommand | HouseOverride): what is HouseOverride =>
  /^(Weather|People|ZoneWindow|ZoneSensor|ZoneDamper|UnitFault|VrfFault|StationFault)/.test(what.name);

const run = (simulator: Simulator, state: State, { wait, what }: Operation): State => {
  const now = simulator.advance(state, state.at + wait);
  const result = isOverride(what) ? simulator.applyOverride(now, what) : simulator.apply(now, what);
  return result.ok ? result.value : now;
};

const runAll = (simulator: Simulator, operations: readonly Operation[]): State =>
  operations.reduce((state, operation) => run(simulator, state, operation), simulator.initial(start));

/**
 * Returns the lowest temperature a room can have in a summer, in 0.01 °C: the coldest override of the weather, less a
 * margin because the sky is colder than the air.
 */
const coldestRoom = (operations: readonly Operation[]): number => {
  const outside = operations.flatMap(({ what }) =>
    what.name === 'Weather' ? [(what.body as { Temperature?: number }).Temperature ?? 0] : [],
  );
  return (Math.min(0, ...outside) - 3) * 100;
};

/** Returns the path of the first number in a state that would not survive JSON, if any. */
const findUnkeepable = (value: unknown, path = ''): string | undefined => {
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return `${path} = ${value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = findUnkeepable(member, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Returns the missing fields of components. For lamps only required fields count, because each kind of lamp has fields
 * that the others lack.
 */
const missingFields = (state: State): string[] =>
  componentKinds.flatMap((kind) =>
    state.datagrams[kind].flatMap((datagram) =>
      (kind === 'lamp' ? kinds.lamp.fields.required : Object.keys(kinds[kind].fields.properties))
        .filter((key) => (datagram as Record<string, unknown>)[key] === undefined)
        .map((key) => `${kind}.${key}`),
    ),
  );

describe('the simulator', () => {
  for (const name of houseNames) {
    it(`shows every field of every component of the ${name} house`, () => {
      const state = createShipped(name).initial(start);
      assert.deepEqual(missingFields(state), []);
      assert.equal(findUnkeepable(state), undefined);
    });
  }

  it('writes the members of datagrams in the order of the interface', () => {
    const { unit } = createShipped('demo').initial(start).datagrams;
    assert.match(
      JSON.stringify(unit[0]),
      /^\{"SysOn":\d,"SysMode":\d,"SysFan":\d,"SleepTimer":\d+,"Supply":\d+/,
    );
  });

  it('returns bit-identical states for the same seed, commands and times', () => {
    const [one, other] = [createShipped('demo'), createShipped('demo')];
    fc.assert(
      fc.property(fc.array(anyOperation, { maxLength: 12 }), (operations) => {
        assert.equal(JSON.stringify(runAll(one, operations)), JSON.stringify(runAll(other, operations)));
      }),
      { numRuns: times({ usual: 10, full: 100 }) },
    );
  });

  it('returns bit-identical states for one long call and many short ones', () => {
    const simulator = createShipped('demo');
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 * minute }), { minLength: 1, maxLength: 20 }),
        (pieces) => {
          let state = simulator.initial(start);
          let until = start;
          for (const piece of pieces) {
            until += piece;
            state = simulator.advance(state, until);
          }
          const atOnce = simulator.advance(simulator.initial(start), until);
          assert.equal(JSON.stringify(state), JSON.stringify(atOnce));
        },
      ),
      { numRuns: times({ usual: 10, full: 100 }) },
    );
  });

  it('continues bit-identically from a state that went through JSON into another simulator', () => {
    const simulator = createShipped('demo');
    fc.assert(
      fc.property(
        fc.array(anyOperation, { maxLength: 12 }),
        fc.integer({ min: 1, max: 600 }),
        (operations, minutes) => {
          const state = runAll(simulator, operations);
          const restored: State = JSON.parse(JSON.stringify(state));
          const later = state.at + minutes * minute;
          const kept = simulator.advance(state, later);
          assert.equal(JSON.stringify(createShipped('demo').advance(restored, later)), JSON.stringify(kept));
        },
      ),
      { numRuns: times({ usual: 10, full: 100 }) },
    );
  });

  it('shows a one-minute soak pause for any step length of the house file', () => {
    for (const step of [5, 60, 90, 120]) {
      const simulator = createShipped('demo', step);
      let state = simulator.initial(start);
      const commands: AnyCommand[] = [
        { name: 'RetSoakTime', body: 1 },
        { name: 'RetSoakIntervals', body: 2 },
        { name: 'RetStSoak', body: { No: 0, Soak: 1 } },
        { name: 'RetStRunTime', body: { Program: 0, No: 0, RunTime: 9 } },
        { name: 'RetRunProgram', body: { No: 0, Run: 1 } },
      ];
      for (const command of commands) {
        const done = simulator.apply(state, command);
        assert.ok(done.ok, done.ok ? '' : toSentence(done.refusal));
        state = done.value;
      }
      let pauses = 0;
      for (let soaked = false, passed = 0; passed < 12; passed++) {
        state = simulator.advance(state, state.at + minute);
        const soaks = state.datagrams.station[0]!.State === 1;
        if (soaks && !soaked) pauses++;
        soaked = soaks;
      }
      assert.equal(pauses, 2, `steps of ${step} s`);
    }
  });

  it('never modifies a given state', () => {
    const simulator = createShipped('demo');
    fc.assert(
      fc.property(fc.array(anyOperation, { maxLength: 6 }), anyOperation, (operations, last) => {
        const state = runAll(simulator, operations);
        const written = JSON.stringify(state);
        run(simulator, state, last);
        assert.equal(JSON.stringify(state), written);
      }),
      { numRuns: times({ usual: 15, full: 100 }) },
    );
  });

  it('stays valid and within the limits of the interface for any commands and overrides', () => {
    const simulator = createShipped('large');
    fc.assert(
      fc.property(fc.array(anyOperation, { maxLength: 20 }), (operations) => {
        const state = simulator.advance(runAll(simulator, operations), start + 2 * day);
        assert.equal(findUnkeepable(state), undefined);
        assert.deepEqual(missingFields(state), []);
        for (const zone of state.datagrams.zone) {
          assert.ok(zone.MinAir <= zone.MaxAir, `${zone.Name}: ${zone.MinAir} above ${zone.MaxAir}`);
          assert.ok(zone.DmpPos >= 0 && zone.DmpPos <= 100, `${zone.Name}: damper at ${zone.DmpPos}`);
          assert.ok(zone.Temp > coldestRoom(operations) && zone.Temp < 6000, `${zone.Name}: ${zone.Temp}`);
        }
      }),
      { numRuns: times({ usual: 15, full: 200 }) },
    );
  });

  it('stays valid and plausible with any installer settings, in every mode', () => {
    fc.assert(
      fc.property(anyInstalled, fc.array(anyOperation, { maxLength: 8 }), (house, operations) => {
        const simulator = createSimulator(house);
        const state = simulator.advance(runAll(simulator, operations), start + day);
        assert.equal(findUnkeepable(state), undefined);
        for (const zone of state.datagrams.zone) {
          assert.ok(zone.DmpPos >= 0 && zone.DmpPos <= 100, `${zone.Name}: damper at ${zone.DmpPos}`);
          assert.ok(zone.Temp > coldestRoom(operations) && zone.Temp < 6000, `${zone.Name}: ${zone.Temp}`);
        }
        const { fanSpeed, load } = state.plant.unit!;
        assert.ok(fanSpeed >= 0 && fanSpeed <= 1.15 && load >= 0 && load <= 1, `${fanSpeed} ${load}`);
      }),
      { numRuns: times({ usual: 15, full: 300 }) },
    );
  });

  it('returns unchanged datagrams for a command without effect', () => {
    const simulator = createShipped('demo');
    const state = simulator.initial(start);
    const { Index, Setpoint } = state.datagrams.zone[0]!;
    const result = simulator.apply(state, { name: 'ZoneSetpoint', body: { Index, Setpoint } });
    assert.ok(result.ok);
    assert.deepEqual(changesBetween(state.datagrams, result.value.datagrams), []);
  });

  it('finds the components that a command changed', () => {
    const simulator = createShipped('demo');
    const state = simulator.initial(start);
    const result = simulator.apply(state, { name: 'ZoneName', body: { Index: 2, Name: 'Atelier' } });
    assert.ok(result.ok);
    assert.deepEqual(changesBetween(state.datagrams, result.value.datagrams), [{ kind: 'zone', index: 2 }]);
  });
});

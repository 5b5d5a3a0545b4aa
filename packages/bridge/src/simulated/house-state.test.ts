import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import type { Simulator } from '@plenum/simulator';
import { smallHouse } from '../fixture/small-house.fixture.ts';
import type { Recorder } from '../history/history.ts';
import { createHouseState } from './house-state.ts';

const minute = 60_000;

/** A house on a machine that takes a given number of ms to simulate each minute. */
const open = ({ scale, toReach = monday }: { readonly scale: number; readonly toReach?: number }) => {
  const clock = createFakeClock();
  const machine = { perMinute: 0 };
  let last = monday;
  const recorder = {
    last: () => last,
    events: { see: () => {} } as Partial<Recorder['events']> as Recorder['events'],
    sample: (at: number) => {
      last = at;
      clock.set(clock.now() + machine.perMinute);
    },
  } as Partial<Recorder> as Recorder;
  const { simulator } = smallHouse as { readonly simulator: Simulator };
  const house = createHouseState({
    simulator,
    recorder,
    clock,
    log: silent,
    toReach,
    state: simulator.initial(monday),
    houseClock: { anchorSim: monday, anchorWall: monday, scale, paused: false },
  });
  return {
    house,
    machine,
    clock,
    /** Lets a number of ms pass on the machine, and advances the house. */
    pass: (milliseconds: number) => {
      clock.set(clock.now() + milliseconds);
      house.advanceTo(clock.now());
    },
    minutes: () => (house.current().at - monday) / minute,
  };
};

describe('a house whose machine is too slow', () => {
  it('skips simulated time that the machine is too slow for at a scale above 1', () => {
    const { house, machine, pass, minutes } = open({ scale: 600 });
    pass(1_000);
    assert.equal(minutes(), 10);
    machine.perMinute = 30;
    // in real time, skips no simulated time and stays behind until the house has caught up
    pass(6_000);
    assert.equal(minutes(), 12);
    assert.equal(house.isBehind(), false);
    machine.perMinute = 0;
    pass(1_000);
    assert.equal(minutes(), 22);
  });

  it('stops catching up only once an advance has taken more than 50 ms', () => {
    const { machine, pass, minutes } = open({ scale: 600 });
    machine.perMinute = 25;
    pass(6_000);
    assert.equal(minutes(), 3);
  });

  it('skips no simulated time in real time, and is behind until the house has caught up', () => {
    const { house, machine, clock, pass, minutes } = open({ scale: 1 });
    machine.perMinute = 60;
    pass(5 * minute);
    assert.deepEqual([minutes(), house.isBehind()], [1, true]);
    machine.perMinute = 0;
    pass(0);
    assert.deepEqual([house.current().at, house.isBehind()], [clock.now(), false]);
    pass(minute);
    assert.equal(house.current().at, clock.now());
  });

  it('skips no simulated time in real time if it also has to catch up', () => {
    const { house, machine, clock, pass } = open({ scale: 1, toReach: monday + 1_000 });
    machine.perMinute = 60;
    pass(5 * minute);
    assert.equal(house.isBehind(), true);
    machine.perMinute = 0;
    pass(0);
    assert.deepEqual([house.current().at, house.isBehind()], [clock.now(), false]);
  });

  it('catches up to the latest time that the house had reached before, at any scale', () => {
    const { house, machine, pass, minutes } = open({ scale: 600, toReach: monday + 30 * minute });
    machine.perMinute = 60;
    pass(0);
    assert.deepEqual([minutes(), house.isBehind()], [1, true]);
    machine.perMinute = 0;
    pass(0);
    assert.equal(house.isBehind(), false);
    assert.ok(minutes() >= 30);
  });
});

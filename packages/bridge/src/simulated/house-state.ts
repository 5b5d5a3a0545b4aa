import type { Runtime } from '@plenum/platform';
import type { Stepping } from '@plenum/protocol/simulation';
import type { Simulator, State } from '@plenum/simulator';
import { changesBetween } from '../device/changes.ts';
import type { Changes } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Recorder } from '../history/history.ts';
import { boundClock, type HouseClock, setClock, simulatedAt } from './house-clock.ts';
import { simulate } from './simulate.ts';

/** The state of a simulated house, and its clock. */
export interface SimulatedHouseState {
  /**
   * Advances to a time of the machine's clock, in ms UTC, and reports the changes. Never goes back. Stops early if one
   * advance takes more than `most` ms (`isBehind`).
   */
  advanceTo(now: number, most?: number): void;
  /** Returns the time reached, in ms UTC of the house, and the state at that time. Reading changes nothing. */
  current(): { readonly at: number; readonly state: State };
  /** Replaces the current state, and reports the changes. */
  replace(state: State): void;
  clock(): HouseClock;
  /** Continues with another clock, and simulates all time up to a given time, however long that takes. */
  setClock(clock: HouseClock, toReach?: number): void;
  /** True if it has not yet reached its target time. */
  isBehind(): boolean;
  /** Returns the time that it is catching up on; undefined if it is not behind. */
  stepping(): Stepping | undefined;
  subscribe(listener: (changes: Changes) => void): () => void;
}

export interface HouseDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly simulator: Simulator;
  readonly recorder: Recorder;
  readonly state: State;
  readonly houseClock: HouseClock;
  /** The latest time that the house had reached before, and has to reach again first, in ms UTC. */
  readonly toReach: number;
}

/** Maximum time that one advance may block the process from serving clients and signals, in ms. */
const maxBusy = 50;

export function createHouseState(deps: HouseDeps): SimulatedHouseState {
  const { simulator, recorder, clock, log } = deps;
  const listeners = createListeners<Changes>(log);
  let { state, houseClock } = deps;
  let reached = state.at;
  let goal = deps.toReach;
  let from = reached;
  let isNotifying = false;

  const replace = (next: State, at = reached) => {
    const before = state;
    if (next === before) return;
    state = next;
    const changed = changesBetween(before.datagrams, next.datagrams);
    if (changed.length === 0) return;
    recorder.events.see(at, next.datagrams, next.plant.exceptions);
    isNotifying = true;
    listeners.notify({ at: reached, changed, datagrams: next.datagrams });
    isNotifying = false;
  };

  const simulateUntil = (until: number, shouldStop: () => boolean) => {
    if (until <= reached) return;
    const next = simulate(simulator, { state, until }, { recorder, shouldStop });
    reached = next.reached;
    replace(next.state, next.state.at);
  };

  const advanceTo = (now: number, most = maxBusy) => {
    // If a listener advanced the house, the listeners after it would receive a later change before this one.
    if (isNotifying) return;
    const target = Math.max(reached, goal);
    if (reached >= goal) from = reached;
    houseClock = boundClock(houseClock, now, target);
    // In real time, a missed period (while a machine slept) has to be simulated; at another scale it is skipped.
    if (houseClock.scale === 1) goal = Math.max(target, simulatedAt(houseClock, now));
    // Setting the machine's clock back does not lower the goal.
    const until = Math.max(simulatedAt(houseClock, now), goal);
    simulateUntil(until, () => clock.now() - now > most);
    // If the machine is too slow for the scale, the house runs as fast as it can and skips the rest.
    if (reached >= goal && reached < until) houseClock = setClock(houseClock, clock.now(), reached);
  };

  return {
    advanceTo,
    current: () => ({ at: reached, state }),
    replace: (next) => replace(next),
    clock: () => houseClock,
    setClock: (changed, toReach = reached) => {
      if (reached >= goal) from = reached;
      houseClock = changed;
      goal = toReach;
    },
    isBehind: () => reached < goal,
    stepping: () => (reached < goal ? { from, at: reached, to: goal } : undefined),
    subscribe: listeners.add,
  };
}

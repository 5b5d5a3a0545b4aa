import type { Installation, State } from '@plenum/installation';
import type { Wall } from '@plenum/machine';
import { changesBetween } from '../device/changes.ts';
import type { Changes } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Recorder } from '../history/recorder.ts';
import type { Log } from '../log/log.ts';
import { boundClock, type Clock, setClock, simulatedAt } from './clock.ts';
import { live } from './live.ts';

/** A state that lives by a clock. Whoever looks at it sees it as it stands at that very instant of the house. */
export interface RunningHouse {
  /** Lives up to now: the instant of the house in ms UTC, which never runs backwards, and the state at it. */
  look(): { readonly at: number; readonly state: State };
  /** Puts another state in place of the one last looked at, and tells what changed. */
  install(state: State): void;
  clock(): Clock;
  /** Goes on by another clock, and leaves nothing out up to an instant, however long that takes. */
  setClock(clock: Clock, toReach?: number): void;
  /** Whether the house is still on its way to the instant it has to reach. */
  isBehind(): boolean;
  subscribe(listener: (changes: Changes) => void): () => void;
}

export interface HouseParts {
  readonly installation: Installation;
  readonly recorder: Recorder;
  readonly wall: Wall;
  readonly log: Log;
  readonly state: State;
  readonly clock: Clock;
  /** An instant it had reached before, and has to reach again first, ms UTC. */
  readonly toReach: number;
}

/** The most wall milliseconds a house in a hurry may keep the process busy at once: clients and signals wait so long. */
const mostBusy = 50;

export const createRunningHouse = (parts: HouseParts): RunningHouse => {
  const { installation, recorder, wall, log } = parts;
  const listeners = createListeners<Changes>(log);
  let { state, clock } = parts;
  let reached = state.at;
  let goal = parts.toReach;
  let telling = false;

  const install = (next: State) => {
    const before = state;
    if (next === before) return;
    state = next;
    const changed = changesBetween(before.datagrams, next.datagrams);
    if (changed.length === 0) return;
    // A listener that looks at the house sees the state it is told of, so that all are told in order.
    telling = true;
    listeners.tell({ at: reached, changed, datagrams: next.datagrams });
    telling = false;
  };

  const liveUntil = (until: number, isEnough: () => boolean) => {
    if (until <= reached) return;
    const next = live(installation, state, until, { recorder, isEnough });
    reached = next.reached;
    install(next.state);
  };

  const catchUp = () => {
    const now = wall.now();
    if (reached >= goal) {
      clock = boundClock(clock, now, reached);
      // What is missed in real time (a machine that slept) is owed; at another scale it is not.
      if (clock.scale === 1) goal = simulatedAt(clock, now);
    }
    // A wall clock that was set back takes nothing of what is owed.
    const until = Math.max(simulatedAt(clock, now), goal);
    liveUntil(until, () => wall.now() - now > mostBusy);
    // Where the machine is too slow for the scale, the house runs as fast as it can and owes nothing.
    if (reached >= goal && reached < until) clock = setClock(clock, wall.now(), reached);
  };

  return {
    look: () => {
      if (!telling) catchUp();
      return { at: reached, state };
    },
    install,
    clock: () => clock,
    setClock: (changed, toReach = reached) => {
      clock = changed;
      goal = toReach;
    },
    isBehind: () => reached < goal,
    subscribe: listeners.add,
  };
};

import type { Installation, State } from '@plenum/installation';
import type { Clock } from '@plenum/machine';
import { changesBetween } from '../device/changes.ts';
import type { Changes } from '../device/device.ts';
import { createListeners } from '../device/listeners.ts';
import type { Recorder } from '../history/recorder.ts';
import type { Log } from '../log/log.ts';
import { boundClock, type HouseClock, setClock, simulatedAt } from './house-clock.ts';
import { live } from './live.ts';

/** A state that lives by a clock. Whoever looks at it sees it as it stands at that very instant of the house. */
export interface RunningHouse {
  /** Lives up to now: the instant of the house in ms UTC, which never runs backwards, and the state at it. */
  look(): { readonly at: number; readonly state: State };
  /** Puts another state in place of the one last looked at, and tells what changed. */
  install(state: State): void;
  clock(): HouseClock;
  /** Goes on by another clock, and leaves nothing out up to an instant, however long that takes. */
  setClock(clock: HouseClock, toReach?: number): void;
  /** Whether the house is still on its way to the instant it has to reach. */
  isBehind(): boolean;
  subscribe(listener: (changes: Changes) => void): () => void;
}

export interface HouseDeps {
  readonly installation: Installation;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly log: Log;
  readonly state: State;
  readonly houseClock: HouseClock;
  /** An instant it had reached before, and has to reach again first, ms UTC. */
  readonly toReach: number;
}

/** The most real milliseconds a house in a hurry may keep the process busy at once: clients and signals wait so long. */
const maxBusy = 50;

export const createRunningHouse = (parts: HouseDeps): RunningHouse => {
  const { installation, recorder, clock, log } = parts;
  const listeners = createListeners<Changes>(log);
  let { state, houseClock } = parts;
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
    const now = clock.now();
    if (reached >= goal) {
      houseClock = boundClock(houseClock, now, reached);
      // What is missed in real time (a machine that slept) is owed; at another scale it is not.
      if (houseClock.scale === 1) goal = simulatedAt(houseClock, now);
    }
    // A wall clock that was set back takes nothing of what is owed.
    const until = Math.max(simulatedAt(houseClock, now), goal);
    liveUntil(until, () => clock.now() - now > maxBusy);
    // Where the machine is too slow for the scale, the house runs as fast as it can and owes nothing.
    if (reached >= goal && reached < until) houseClock = setClock(houseClock, clock.now(), reached);
  };

  return {
    look: () => {
      if (!telling) catchUp();
      return { at: reached, state };
    },
    install,
    clock: () => houseClock,
    setClock: (changed, toReach = reached) => {
      houseClock = changed;
      goal = toReach;
    },
    isBehind: () => reached < goal,
    subscribe: listeners.add,
  };
};

import type { HouseOverride, Installation, State } from '@plenum/installation';
import { type Cancel, type Clock, every } from '@plenum/machine';
import type { SimulationStatus } from '@plenum/protocol/extension';
import type { Identity } from '@plenum/protocol/query';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { AnyOverride } from '@plenum/protocol/simulation';
import type { Device } from '../device/device.ts';
import { applyClockOverride } from './clock-override.ts';
import { type ClockOverride, type Deed, doDeed } from './deed.ts';
import { createGroupCommit } from './group-commit.ts';
import { type HouseClock, maxCatchUp } from './house-clock.ts';
import { createKeep, type KeepDeps } from './keep.ts';
import { createRunningHouse } from './running-house.ts';

/** A house that lives in this process, in a time of its own. Disposing of it keeps its state. */
export interface SimulatedDevice extends Device, Disposable {
  /** How the simulation stands: clock, weather, people, open windows, faults. */
  status(): SimulationStatus;
  /** Applies a checked override, durable as a command is; a step of the clock is over when it resolves. */
  applyOverride(override: AnyOverride): Promise<Result<undefined>>;
}

export interface SimulatedDeps extends KeepDeps {
  readonly installation: Installation;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly state: State;
  readonly houseClock: HouseClock;
  /** The instant the house had reached before, ms UTC. */
  readonly toReach: number;
}

/** The state is kept this often, and after so much time of the house that a start lives through at most. */
const keepEvery = 15 * 60_000;
const progressEvery = 60_000;
/** Deeds after which the state is kept early, so that a start never has more of them to do again. */
const maxDeeds = 5_000;

/** Often enough to see each step of simulated time soon after its end, never more than ten times a second. */
const tickEvery = (scale: number) => Math.min(1000, Math.max(100, 1000 / scale));

const isClockOverride = (override: AnyOverride): override is ClockOverride =>
  override.name.startsWith('Clock');

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

export const createSimulatedDevice = (parts: SimulatedDeps): SimulatedDevice => {
  const { installation, identity, recorder, clock, log } = parts;
  const house = createRunningHouse(parts);
  const keep = createKeep(house, parts);
  let deeds = 0;
  let keptAt = parts.state.at;
  let closed = false;

  const keepState = () => {
    keptAt = house.look().at;
    if (keep.state().ok) deeds = 0;
  };

  const attempt = (state: State, deed: Deed): Result<State> => {
    try {
      return doDeed(installation, state, deed);
    } catch (error) {
      log.error({ err: error, deed }, 'a rule failed');
      return refuse('internal');
    }
  };

  const doAll = (batch: readonly Deed[]): Result<undefined>[] => {
    const now = house.look();
    let { state } = now;
    const done: Deed[] = [];
    const answers = batch.map((deed): Result<undefined> => {
      const result = attempt(state, deed);
      if (!result.ok) return result;
      state = result.value;
      done.push(deed);
      return ok(undefined);
    });
    if (done.length === 0) return answers;
    const stored = keep.deeds(now.at, done);
    if (!stored.ok) return answers.map((answer) => (answer.ok ? stored : answer));
    house.install(state);
    deeds += done.length;
    if (deeds >= maxDeeds) keepState();
    return answers;
  };
  const commits = createGroupCommit(doAll);
  const enter = (deed: Deed): Promise<Result<undefined>> =>
    closed ? Promise.resolve(refuse('not-stored', { facts: { why: 'it is stopping' } })) : commits.add(deed);

  const liveOn = () => {
    const { at } = house.look();
    if (at - keptAt >= maxCatchUp) keepState();
    else if (recorder.isFull()) keep.progress();
  };

  let cancelTick: Cancel = () => {};
  const tick = () => {
    cancelTick();
    let wait = tickEvery(house.clock().scale);
    try {
      liveOn();
      if (house.isBehind()) wait = 0;
    } catch (error) {
      log.error({ err: error }, 'the house could not live on');
    }
    if (!closed) cancelTick = clock.after(wait, tick);
  };
  tick();
  const cancelKeep = every(clock, keepEvery, keepState);
  const cancelProgress = every(clock, progressEvery, keep.progress);

  const turn = async (override: ClockOverride): Promise<Result<undefined>> => {
    house.look();
    const { clock: turned, toReach } = applyClockOverride(house.clock(), clock.now(), override);
    const stored = keep.clock(turned);
    if (!stored.ok) return stored;
    house.setClock(turned, toReach);
    tick();
    while (house.isBehind() && !closed) {
      await nextTurn();
      liveOn();
    }
    return stored;
  };

  return {
    identity,
    timeZone: installation.status(parts.state).timeZone,
    at: () => house.look().at,
    datagrams: () => house.look().state.datagrams,
    command: (...commands) => enter({ commands }),
    applyOverride: (override) =>
      isClockOverride(override) ? turn(override) : enter({ intervention: override as HouseOverride }),
    subscribe: house.subscribe,
    status: () => {
      const { at, state } = house.look();
      const { scale, paused } = house.clock();
      return { clock: { at, scale, paused }, ...installation.status(state) };
    },
    [Symbol.dispose]: () => {
      if (closed) return;
      commits.flush();
      closed = true;
      for (const cancel of [cancelTick, cancelKeep, cancelProgress]) cancel();
      keepState();
    },
  };
};

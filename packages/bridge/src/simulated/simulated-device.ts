import type { Extras } from '@plenum/insight/explain';
import { type Cancel, type Clock, createBatchQueue, every } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import type { ComponentRef } from '@plenum/protocol/component';
import type { Identity } from '@plenum/protocol/query';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { AnyOverride, SimulationStatus } from '@plenum/protocol/simulation';
import type { HouseFile, HouseOverride, Simulator, State } from '@plenum/simulator';
import type { Device } from '../device/device.ts';
import type { ExceptionStore } from '../exceptions/exception-store.ts';
import type { Recorder } from '../history/history.ts';
import { applyOperation, type Operation } from './apply-operation.ts';
import { applyClockOverride, type ClockOverride, maxCatchUp } from './house-clock.ts';
import { createHouseState, type HouseDeps, type SimulatedHouseState } from './house-state.ts';
import { createPersistence, type Persistence, type PersistenceDeps } from './persistence.ts';
import { type Turns, wholeTurns } from './turns.ts';

/** A house that is simulated in this process, with its own clock. Disposing of it writes its state. */
export interface SimulatedDevice extends Device, Disposable {
  /** Returns the simulation at the time of the house: clock, weather, people, open windows, faults. */
  status(): Omit<SimulationStatus, 'quirks'>;
  /** Returns the house file for its current configuration. */
  exportHouse(): HouseFile;
  /** True if it has not yet reached the time to which its clock was set. */
  isBehind(): boolean;
  /** Writes its state, and returns a copy of its whole store. */
  copyStore(): Uint8Array<ArrayBuffer>;
  /** Returns the data that explain a component in addition to its datagrams. */
  explain(ref: ComponentRef): Pick<Extras, 'heat' | 'next'>;
  /** The dates on which its favourites differ from the weekly pattern. */
  readonly exceptions: ExceptionStore;
  /** Checks an override of this house. */
  checkOverride(name: string, body: unknown): Result<AnyOverride>;
  /**
   * Applies a checked override, as durable as a command; resolves when the simulation has completed a step of the
   * clock.
   */
  applyOverride(override: HouseOverride | ClockOverride): Promise<Result<undefined>>;
}

interface SimulatedDeps extends PersistenceDeps, HouseDeps {
  readonly identity: Identity;
  /** Turns in which it catches up; by default as much of the time as possible. */
  readonly turns?: Turns | undefined;
}

const snapshotEvery = 15 * 60_000;
const progressEvery = 60_000;
/**
 * Number of operations after which a snapshot is written early. This limits the number of operations that a start has
 * to repeat.
 */
const maxOperations = 5_000;

/** Runs soon after the end of each step of simulated time, at most ten times per second. */
const tickEvery = (scale: number) => Math.min(1000, Math.max(100, 1000 / scale));

const isClockOverride = (override: HouseOverride | ClockOverride): override is ClockOverride =>
  override.name.startsWith('Clock');

const notAdvanced = 'the house could not be advanced';

/**
 * Marks a copy of a database as one without a write-ahead log, because a database in memory cannot have one
 * (https://www.sqlite.org/fileformat2.html, 1.3.3).
 */
const toMemoryFormat = (copy: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => copy.fill(1, 18, 20);

/**
 * Applies batches of operations at the current time of a house: the accepted operations are written together, and only
 * then change the house. `applied` is called with the number of accepted operations.
 */
const createBatchRunner = (
  { simulator, house, log }: { simulator: Simulator; house: SimulatedHouseState; log: Log },
  write: (at: number, operations: readonly Operation[]) => Result<undefined>,
  applied: (count: number) => void,
): ((batch: readonly Operation[]) => Result<undefined>[]) => {
  const attempt = (state: State, at: number, operation: Operation): Result<State> => {
    try {
      return applyOperation(simulator, state, { at, operation });
    } catch (error) {
      log.error({ err: error, operation }, 'an operation on the simulated house failed');
      return refuse('internal');
    }
  };
  return (batch) => {
    let { at, state } = house.current();
    const accepted: Operation[] = [];
    const answers = batch.map((operation): Result<undefined> => {
      const result = attempt(state, at, operation);
      if (!result.ok) return result;
      state = result.value;
      accepted.push(operation);
      return ok(undefined);
    });
    if (accepted.length === 0) return answers;
    const stored = write(at, accepted);
    if (!stored.ok) return answers.map((answer) => (answer.ok ? stored : answer));
    house.replace(state);
    applied(accepted.length);
    return answers;
  };
};

/**
 * Writes a snapshot, or only the history, once so much has happened that it should not be lost in a crash, or repeated
 * at the next start.
 */
const createWriter = ({
  house,
  persistence,
  recorder,
}: {
  house: SimulatedHouseState;
  persistence: Persistence;
  recorder: Recorder;
}) => {
  let operations = 0;
  let snapshotAt = house.current().at;
  const snapshot = () => {
    snapshotAt = house.current().at;
    if (persistence.snapshot().ok) operations = 0;
  };
  const isSnapshotDue = () => house.current().at - snapshotAt >= maxCatchUp;
  return {
    snapshot,
    /** Call after operations have been applied. */
    applied: (count: number) => {
      operations += count;
      if (operations >= maxOperations) snapshot();
    },
    /** True if `advanced` would write. */
    isDue: () => isSnapshotDue() || recorder.isFull(),
    /** Call after the house has advanced. */
    advanced: () => {
      if (isSnapshotDue()) snapshot();
      else if (recorder.isFull()) persistence.progress();
    },
  };
};

/**
 * Calls `act` now and then repeatedly at the pace of the house; without a pause while the house is behind, and not
 * while `isCatchingUp` is true.
 */
const createTicker = (
  {
    house,
    clock,
    log,
    isCatchingUp,
  }: { house: SimulatedHouseState; clock: Clock; log: Log; isCatchingUp: () => boolean },
  act: () => void,
): { tick(): void; stop(): void } => {
  let cancel: Cancel = () => {};
  let stopped = false;
  const tick = () => {
    cancel();
    let wait = tickEvery(house.clock().scale);
    try {
      if (!isCatchingUp()) {
        act();
        if (house.isBehind()) wait = 0;
      }
    } catch (error) {
      log.error({ err: error }, notAdvanced);
    }
    if (!stopped) cancel = clock.after(wait, tick);
  };
  return {
    tick,
    stop: () => {
      stopped = true;
      cancel();
    },
  };
};

export function createSimulatedDevice(deps: SimulatedDeps): SimulatedDevice {
  const { simulator, identity, recorder, db, journal, journalCopy, clock, log } = deps;
  const house = createHouseState(deps);
  const persistence = createPersistence(house, deps);
  // If the journal has a copy, the state is only in copies of the store, because this one is lost with the process.
  const { snapshot } = journalCopy === undefined ? persistence : { snapshot: persistence.progress };
  const writer = createWriter({ house, persistence: { ...persistence, snapshot }, recorder });
  const { turns = wholeTurns } = deps;
  let closed = false;

  let catchingUp: Promise<void> | undefined;
  const advanceTo = (now: number) => {
    // A turn of the event loop in which the house catches up would otherwise take twice as long.
    if (catchingUp === undefined) house.advanceTo(now);
  };
  const advance = () => advanceTo(clock.now());

  const runBatch = createBatchRunner({ simulator, house, log }, persistence.operations, writer.applied);
  const commits = createBatchQueue<Operation, Result<undefined>>({
    run: (batch) => {
      advance();
      return runBatch(batch);
    },
  });
  const submit = async (operation: Operation): Promise<Result<undefined>> => {
    if (closed) return refuse('not-stored', { facts: { reason: 'stopping' } });
    const result = await commits.add(operation);
    return result.ok && journalCopy !== undefined ? journalCopy.written() : result;
  };

  const advanceAndWrite = () => {
    house.advanceTo(clock.now());
    writer.advanced();
  };

  const catchUp = async () => {
    try {
      while (house.isBehind() && !closed) {
        await turns.run(() => !closed && house.advanceTo(clock.now(), turns.slice));
        if (!writer.isDue()) continue;
        await turns.run(() => !closed && writer.advanced());
      }
    } finally {
      catchingUp = undefined;
    }
  };

  const ticker = createTicker(
    { house, clock, log, isCatchingUp: () => catchingUp !== undefined },
    advanceAndWrite,
  );
  // Written before clients are told of the change.
  house.subscribe(() => {
    if (recorder.events.isWaiting()) persistence.progress();
  });
  ticker.tick();
  /** Advances as far as possible, so that the last reached state is written. */
  const advanceThen = (write: () => void) => () => {
    try {
      advance();
    } catch (error) {
      log.error({ err: error }, notAdvanced);
    }
    write();
  };
  const cancelSnapshots = every(clock, snapshotEvery, advanceThen(writer.snapshot));
  const cancelProgress = every(clock, progressEvery, advanceThen(persistence.progress));

  const overrideClock = async (override: ClockOverride): Promise<Result<undefined>> => {
    const now = clock.now();
    advanceTo(now);
    const { clock: changed, toReach } = applyClockOverride(house.clock(), now, override);
    const stored = persistence.clock(changed);
    if (!stored.ok) return stored;
    house.setClock(changed, toReach);
    // Before the tick, which would begin to catch up outside the turns.
    if (house.isBehind()) catchingUp ??= catchUp();
    ticker.tick();
    // Steps that overlap wait for one simulation. Otherwise each of them would advance the house in every turn.
    while (house.isBehind() && !closed) {
      catchingUp ??= catchUp();
      await catchingUp;
    }
    return stored;
  };

  const { timeZone } = simulator.status(deps.state);
  return {
    identity,
    timeZone: () => timeZone,
    advanceTo,
    isBehind: house.isBehind,
    at: () => house.current().at,
    datagrams: () => house.current().state.datagrams,
    command: (...commands) => submit({ commands }),
    commandFor: ({ by }, ...commands) => submit({ commands, by }),
    checkOverride: (name, body) => simulator.checkOverride(house.current().state, name, body),
    applyOverride: (override) => (isClockOverride(override) ? overrideClock(override) : submit({ override })),
    health: () => undefined,
    followHealth: () => () => {},
    readAt: () => undefined,
    subscribe: house.subscribe,
    subscribeUnconfirmed: () => () => {},
    status: () => {
      const { at, state } = house.current();
      const { scale, paused } = house.clock();
      const stepping = house.stepping();
      return { clock: { at, scale, paused }, ...(stepping && { stepping }), ...simulator.status(state) };
    },
    exceptions: {
      all: () => house.current().state.plant.exceptions,
      replace: (exceptions) => submit({ exceptions }),
    },
    copyStore: () => {
      commits.flush();
      advanceThen(() => void persistence.snapshot())();
      const copy = toMemoryFormat(db.serialize());
      if (journalCopy !== undefined) {
        journal.dropSnapshot();
        db.exec('PRAGMA incremental_vacuum');
      }
      return copy;
    },
    exportHouse: () => simulator.export(house.current().state),
    explain: (ref) => simulator.explain(house.current().state, ref),
    [Symbol.dispose]: () => {
      if (closed) return;
      commits.flush();
      closed = true;
      for (const cancel of [ticker.stop, cancelSnapshots, cancelProgress]) cancel();
      advanceThen(writer.snapshot)();
    },
  };
}

import type { Log } from '@plenum/platform/quiet-log';
import type { Simulator, State } from '@plenum/simulator';
import type { Recorder } from '../history/history.ts';
import type { Journal } from '../store/journal.ts';
import { applyOperation, type Operation } from './apply-operation.ts';
import { boundClock, changeClock, type HouseClock, setClock } from './house-clock.ts';
import { simulate } from './simulate.ts';

export interface ReplayDeps {
  readonly simulator: Simulator;
  readonly journal: Journal<State, Operation>;
  readonly recorder: Recorder;
  readonly log: Log;
}

/**
 * Returns the state after all acknowledged operations: the last snapshot, then each operation of the journal at its
 * time.
 */
export function replay({ simulator, journal, recorder, log }: ReplayDeps, snapshot: State): State {
  let state = snapshot;
  for (const { at, operation } of journal.entries()) {
    ({ state } = simulate(simulator, { state, until: at }, { recorder }));
    const done = applyOperation(simulator, state, { at, operation });
    if (done.ok) {
      state = done.value;
      // A value that had changed back by the last stored time would otherwise be recorded again.
      if (at >= recorder.events.seenTo()) recorder.events.see(at, state.datagrams, state.plant.exceptions);
    } else
      log.warn(
        { operation, refusal: done.refusal },
        'skipped an operation of the journal that this release refuses',
      );
  }
  return state;
}

/**
 * Returns the clock with which a house continues: in real time that of the machine (limited, see `boundClock`); at
 * another scale or paused, from the time at which it stopped. `scale`, if given, replaces the stored one.
 */
export function restoreClock(
  stored: HouseClock,
  { now, reached, scale }: { now: number; reached: number; scale: number | undefined },
): HouseClock {
  const changed = scale !== undefined && scale !== stored.scale;
  if (stored.paused || stored.scale !== 1 || changed)
    return changeClock(setClock(stored, now, reached), now, { scale });
  return boundClock(stored, now, reached);
}

import type { Installation, State } from '@plenum/installation';
import type { Recorder } from '../history/recorder.ts';
import type { Log } from '../log/log.ts';
import type { Journal } from '../store/journal.ts';
import { type Deed, doDeed } from './deed.ts';
import { boundClock, changeClock, type HouseClock, setClock } from './house-clock.ts';
import { live } from './live.ts';

/** What the state of a house is made again from. */
export interface Remains {
  readonly installation: Installation;
  readonly journal: Journal<State, Deed>;
  readonly recorder: Recorder;
  readonly log: Log;
}

/** The state after everything that was acknowledged: the last kept state, and each deed at its instant. */
export const replay = ({ installation, journal, recorder, log }: Remains, kept: State): State => {
  let state = kept;
  for (const { at, deed } of journal.since()) {
    ({ state } = live(installation, state, at, { recorder }));
    const done = doDeed(installation, state, deed);
    if (done.ok) state = done.value;
    else log.warn({ deed, refusal: done.refusal }, 'a deed of the journal is refused by this release');
  }
  return state;
};

/**
 * The clock a house goes on with: in real time as the wall clock does (bounded, see `boundClock`), at another scale
 * or paused from where it stopped. A scale that is asked for comes before the one that was kept.
 */
export const restoreClock = (
  kept: HouseClock,
  { now, reached, scale }: { now: number; reached: number; scale: number | undefined },
): HouseClock => {
  const changed = scale !== undefined && scale !== kept.scale;
  if (kept.paused || kept.scale !== 1 || changed)
    return changeClock(setClock(kept, now, reached), now, { scale });
  return boundClock(kept, now, reached);
};

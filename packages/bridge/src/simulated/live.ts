import type { Installation, State } from '@plenum/installation';
import type { Recorder } from '../history/recorder.ts';

const minute = 60_000;

/**
 * Lets a house live up to an instant, giving the recorder a sample at each full minute on the way. Stops early, at a
 * full minute, where `isEnough` says so.
 */
export const live = (
  installation: Installation,
  state: State,
  until: number,
  { recorder, isEnough = () => false }: { recorder: Recorder; isEnough?: () => boolean },
): { readonly state: State; readonly reached: number } => {
  let now = state;
  let next = (Math.floor(recorder.last() / minute) + 1) * minute;
  for (; next <= until; next += minute) {
    now = installation.advance(now, next);
    recorder.sample(next, now.datagrams);
    if (isEnough()) return { state: now, reached: next };
  }
  return { state: installation.advance(now, until), reached: until };
};

import type { Installation, State } from '@plenum/installation';
import type { Recorder } from '../history/recorder.ts';
import type { Reading } from '../history/series.ts';

const minute = 60_000;

/** What the air outdoors is in a simulated house, on the scale of the wire, which does not carry it. */
const outdoors = (installation: Installation, state: State): Reading => ({
  name: 'weather.Temperature',
  value: Math.round(installation.weather(state).Temperature * 100),
});

/**
 * Lets a house live up to an instant, giving the recorder a sample at each full minute on the way, or at each full
 * `pace` ms. Stops early, at such an instant, where `isEnough` says so.
 */
export const live = (
  installation: Installation,
  state: State,
  until: number,
  {
    recorder,
    pace = minute,
    isEnough = () => false,
  }: { recorder: Recorder; pace?: number; isEnough?: () => boolean },
): { readonly state: State; readonly reached: number } => {
  let now = state;
  let next = (Math.floor(recorder.last() / pace) + 1) * pace;
  for (; next <= until; next += pace) {
    now = installation.advance(now, next);
    recorder.sample(next, now.datagrams, [outdoors(installation, now)]);
    if (isEnough()) return { state: now, reached: next };
  }
  return { state: installation.advance(now, until), reached: until };
};

import { type Hold, holdMove } from './episode.ts';
import type { EpisodeFollower } from './sight.ts';

/** Longest time for which a room is followed after a stop. */
const longestHold = 90 * 60_000;

/** Follows a room after the unit was switched off until it moves, if its damper was open. */
export function followHold(add: (hold: Hold) => void): EpisodeFollower {
  let stop: { readonly at: number; readonly temperature: number } | undefined;
  return {
    see: ({ reading: { index, temperature }, now: { at, isOn, outdoor }, before, previous }) => {
      if (isOn) stop = undefined;
      else if (before.isOn && (previous?.opening ?? 0) > 0) stop = { at, temperature };
      if (stop === undefined) return;
      const towards = Math.sign(outdoor! - stop.temperature);
      const isOver = at - stop.at >= longestHold;
      if ((temperature - stop.temperature) * towards < holdMove - 0.01 && !isOver) return;
      add({ room: index, at: stop.at, seconds: (at - stop.at) / 1000 });
      stop = undefined;
    },
    forget: () => {
      stop = undefined;
    },
  };
}

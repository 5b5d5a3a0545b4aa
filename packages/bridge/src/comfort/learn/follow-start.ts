import { deadMove, type Start } from './episode.ts';
import { signOf, type Way } from './observe.ts';
import type { EpisodeFollower } from './sight.ts';

/** Longest dead time. */
const longestDead = 60 * 60_000;

/** Follows a room after a start of the compressor until it moves, if its damper is open. */
export function followStart(add: (start: Start) => void): EpisodeFollower {
  /** `extreme` is the temperature farthest against the direction since the start. */
  let start: { readonly way: Way; readonly at: number; extreme: number } | undefined;
  return {
    see: ({ reading: { index, temperature, opening }, now: { way, at }, before, run }) => {
      if (way !== undefined && before.way === undefined && opening > 0)
        start = { way, at: run.startedAt, extreme: temperature };
      if (start === undefined) return;
      if (way !== start.way || opening === 0 || at - start.at > longestDead) {
        start = undefined;
        return;
      }
      const sign = signOf(way);
      if ((start.extreme - temperature) * sign > 0) start.extreme = temperature;
      if ((temperature - start.extreme) * sign < deadMove - 0.01) return;
      add({ room: index, way, at: start.at, seconds: (at - start.at) / 1000 });
      start = undefined;
    },
    forget: () => {
      start = undefined;
    },
  };
}

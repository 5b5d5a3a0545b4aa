import type { Drift } from './episode.ts';
import { extendSpan, type OpenSpan, openSpan } from './open-span.ts';
import type { EpisodeFollower } from './sight.ts';
import { hasSun, type Place } from './sunrise.ts';

const minute = 60_000;
/** Time after the unit stopped from which a room drifts freely, and the length of a drift. */
const settling = 45 * minute;
const driftLength = 120 * minute;

/** Follows a room without the unit. A drift with any sun is left out if the place of the house is known. */
export function followDrift(add: (drift: Drift) => void, place?: Place): EpisodeFollower {
  let span: OpenSpan | undefined;
  return {
    see: ({ reading: { index, temperature }, now, before, run }) => {
      const { at } = now;
      if (now.isOn || now.way !== undefined || at - run.stoppedAt < settling) {
        span = undefined;
        return;
      }
      span ??= openSpan(at, temperature);
      if (at > span.from) extendSpan(span, { ms: at - before.at, inside: temperature }, now);
      span.to = at;
      span.last = temperature;
      if (at - span.from < driftLength) return;
      const { from, to, first, last, outdoor, inside, weight } = span;
      span = undefined;
      if (place !== undefined && hasSun(from, to, place)) return;
      add({
        room: index,
        from,
        to,
        change: last - first,
        outdoor: outdoor / weight,
        inside: inside / weight,
      });
    },
    forget: () => {
      span = undefined;
    },
  };
}

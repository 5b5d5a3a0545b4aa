import type { Recovery } from './episode.ts';
import { hasFullDemand, signOf, type Way } from './observe.ts';
import { extendSpan, type OpenSpan, openSpan } from './open-span.ts';
import type { EpisodeFollower, Sight } from './sight.ts';
import { hasSunrise, type Place } from './sunrise.ts';

const minute = 60_000;
/** Least share of the most power of a run at which a room still recovers at full power. */
const fullPower = 0.85;
/**
 * Least and largest change of a recovery in K, and the time after which it ends: a unit that did not get further by then
 * is saturated.
 */
const leastRecovery = 1;
const largestRecovery = 3;
const longestRecovery = 90 * minute;
/** Time after a start of the compressor in which a recovery begins: later, the walls have taken up what they take first. */
const latestBegin = 12 * minute;

interface OpenRecovery extends OpenSpan {
  readonly way: Way;
  supply: number;
}

const isOver = ({ first, last, from }: OpenSpan, at: number): boolean =>
  at - from > longestRecovery || Math.abs(last - first) >= largestRecovery;

const isFull = ({ now, reading, run: { highest } }: Sight): boolean =>
  hasFullDemand(now, reading) && (now.power ?? highest) >= fullPower * highest;

/**
 * Follows a room while the unit runs at full power into its open damper. A recovery with a sunrise is left out if the
 * place of the house is known.
 */
export function followRecovery(add: (recovery: Recovery) => void, place?: Place): EpisodeFollower {
  let span: OpenRecovery | undefined;
  /** Start of the run in which the last recovery began. */
  let recoveredIn = 0;

  const close = (room: number): void => {
    if (span === undefined || span.weight === 0) return;
    const { way, from, to, first, last, outdoor, inside, sharing, supply, weight } = span;
    if (place !== undefined && hasSunrise(from - 60 * minute, to, place)) return;
    const change = last - first;
    if (change * signOf(way) < leastRecovery) return;
    const means = { outdoor: outdoor / weight, inside: inside / weight, sharing: sharing / weight };
    add({ room, way, from, to, change, ...means, supply });
  };

  return {
    see: (sight) => {
      const { reading, now, before, previous, run } = sight;
      const { index, temperature } = reading;
      const { at, way } = now;
      const isRecovering = isFull(sight);
      if (span !== undefined && (!isRecovering || way !== span.way || isOver(span, at))) {
        close(index);
        span = undefined;
      }
      if (!isRecovering) return;
      // A reading is exact only when it changes, so a span begins and ends with a change.
      const hasChanged = previous !== undefined && previous.temperature !== temperature;
      if (span !== undefined) {
        extendSpan(span, { ms: at - before.at, inside: temperature }, now);
        span.supply = now.supply;
        if (hasChanged) {
          span.to = at;
          span.last = temperature;
        }
      } else if (hasChanged && recoveredIn !== run.startedAt && at - run.startedAt <= latestBegin) {
        span = { ...openSpan(at, temperature), way: way!, supply: now.supply };
        recoveredIn = run.startedAt;
      }
    },
    forget: () => {
      span = undefined;
    },
  };
}

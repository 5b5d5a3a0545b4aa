import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { FavouriteTime } from './favourite-runs.ts';
import { holdMove } from './learn/episode.ts';
import type { HouseFit } from './learn/fit-house.ts';
import { signOf, type Way } from './learn/observe.ts';
import { minute, type StartSettings } from './plan-start.ts';
import { comfortable } from './predict-arrival.ts';

const { auto } = enumerations.zoneMode.values;
const { heat, cool, auto: automatic } = enumerations.sysMode.values;
/** Longest time by which the unit stops early, and the shortest for which a stop is worthwhile. */
const longestRest = 45 * minute;
const shortestRest = 2 * minute;
/** Least and greatest change in K for which the time of a hold is converted. */
const leastMove = holdMove;
const greatestMove = 0.8;

interface RestInput {
  readonly at: number;
  readonly datagrams: Datagrams;
  /** Temperature outdoors in °C; undefined if it is not known. */
  readonly outdoor: number | undefined;
  readonly fit: Pick<HouseFit, 'holds'>;
  readonly settings: Pick<StartSettings, 'roomsOff'>;
}

/** True if every room of a run in progress stays comfortable until its end without the unit. */
export function canRest({ at, datagrams, outdoor, fit, settings }: RestInput, run: FavouriteTime): boolean {
  const left = run.stop! - at;
  if (left > longestRest || left < shortestRest || outdoor === undefined) return false;
  const { Zones, Mode } = datagrams.schedule.find(({ Index }) => Index === run.favourite)!;
  const rooms = datagrams.zone.filter(({ Index }) => Zones[Index]?.Mode === auto);
  return (
    rooms.length > 0 &&
    rooms.every(({ Index, Temp, Setpoint }) => {
      const way = wayOf(Mode, outdoor - Setpoint / 100);
      const hold = fit.holds.find(({ room }) => room === Index);
      if (way === undefined || hold === undefined || settings.roomsOff.includes(Index)) return false;
      const spare = comfortable - (signOf(way) * (Setpoint - Temp)) / 100;
      // A room moves about evenly in the minutes after a stop, so a hold is converted to another distance.
      return spare >= leastMove && (hold.seconds * 1000 * Math.min(greatestMove, spare)) / holdMove >= left;
    })
  );
}

/** Returns the direction in which a favourite holds a room against the outdoor air; undefined if it does not. */
const wayOf = (mode: number, warmer: number): Way | undefined => {
  const against: Way = warmer < 0 ? 'heat' : 'cool';
  const isHeld =
    mode === automatic || (mode === heat && against === 'heat') || (mode === cool && against === 'cool');
  return isHeld ? against : undefined;
};

import type { Datagrams } from '@plenum/protocol/component';
import type { FavouriteTime } from './favourite-runs.ts';

/** Time in ms in which a change counts as the effect of a favourite or of the bridge. */
const effectTime = 3 * 60_000;

/** The settings of the unit and zones when last seen, and the last time at which a person changed them. */
export interface SeenSettings {
  readonly seen?: string;
  readonly handAt: number;
}

interface SettingsNow {
  readonly at: number;
  readonly datagrams: Datagrams;
  readonly runs: readonly FavouriteTime[];
  /** Times of the last acts of the bridge. */
  readonly ownActs: readonly (number | undefined)[];
}

const signatureOf = ({ unit: [unit], zone }: Datagrams): string =>
  JSON.stringify([
    unit?.SysOn,
    unit?.SysMode,
    unit?.Setpoint,
    zone.map(({ Mode, Setpoint }) => [Mode, Setpoint]),
  ]);

/** True if an event happened so recently that the house may only now show its effect. */
export const isRecent = (at: number, event: number | undefined): boolean =>
  event !== undefined && event <= at && at - event <= effectTime;

/** Notes a change of the settings. One that neither a favourite nor the bridge made is that of a person. */
export function noteHand<S extends SeenSettings>(state: S, { at, datagrams, runs, ownActs }: SettingsNow): S {
  const seen = signatureOf(datagrams);
  if (seen === state.seen) return state;
  const isOurs =
    state.seen === undefined ||
    ownActs.some((act) => isRecent(at, act)) ||
    runs.some(({ start, stop }) => isRecent(at, start) || isRecent(at, stop));
  return { ...state, seen, handAt: isOurs ? state.handAt : at };
}

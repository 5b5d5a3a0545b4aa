import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations, type Weekday } from '@plenum/protocol/field';
import { toMinute } from '@plenum/protocol/schedule';

type Program = DatagramOf<'program'>;
type Station = DatagramOf<'station'>;

/** A watering of one station, in minutes since midnight. */
export interface Watering {
  readonly station: number;
  readonly from: number;
  readonly to: number;
}

/** A run of a program within a day, in minutes since midnight. */
interface ProgramRun {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly waterings: readonly Watering[];
}

type Controller = Pick<DatagramOf<'irrigation'>, 'Ratio' | 'SoakPeriods' | 'SoakTime'>;

interface Garden {
  readonly programs: readonly Program[];
  readonly stations: readonly Station[];
  readonly controller: DatagramOf<'irrigation'>;
}

const { auto, manual } = enumerations.stationMode.values;
const still = enumerations.stationState.values['not running'];

/** Returns the days of a program under the keys of favourites, because `T` is Tuesday in programs (interface 2.8). */
export const daysOf = ({
  Days: { T, ...days },
}: Pick<Program, 'Days'>): Readonly<Record<Weekday, number>> => ({
  ...days,
  Tu: T,
});

/** Returns the minutes of the day at which a program starts. */
export const startsOf = ({ StartTimes }: Pick<Program, 'StartTimes'>): readonly number[] =>
  StartTimes.map(({ h, m }) => toMinute(h, m))
    .filter((minute) => minute !== undefined)
    .sort((a, b) => a - b);

/**
 * Returns the waterings of a program that starts at a given minute: each station in turn, its time scaled by the ratio
 * and divided by its soak pauses (interface 2.8).
 */
export function wateringsOf(
  { RunTimes }: Pick<Program, 'RunTimes'>,
  stations: readonly Station[],
  { Ratio, SoakPeriods, SoakTime }: Controller,
  from = 0,
): readonly Watering[] {
  let at = from;
  return stations.flatMap(({ Index: station, Mode, State, Soak }) => {
    const time = ((RunTimes[station]?.t ?? 0) * Ratio) / 100;
    // A manually running station is in manual mode only until it stops.
    const isRunByHand = Mode === manual && State !== still;
    if (time === 0 || (Mode !== auto && !isRunByHand)) return [];
    const pauses = Soak === 1 ? SoakPeriods : 0;
    const part = time / (pauses + 1);
    const begin = at;
    at += time + pauses * SoakTime;
    return Array.from({ length: pauses + 1 }, (_, place) => {
      const start = begin + place * (part + SoakTime);
      return { station, from: start, to: start + part };
    });
  });
}

/** Returns the duration of a program, in minutes, with its soak pauses. */
export const lengthOf = (
  program: Pick<Program, 'RunTimes'>,
  stations: readonly Station[],
  controller: Controller,
): number => wateringsOf(program, stations, controller).at(-1)?.to ?? 0;

/**
 * Returns the runs of all programs on a day, in chronological order. If a program is due while another one runs, it
 * starts after that one.
 */
export function runsOn(day: Weekday, garden: Garden): readonly ProgramRun[] {
  let free = 0;
  return garden.programs
    .filter((program) => program.Name !== '' && program.Enable === 1 && daysOf(program)[day] === 1)
    .flatMap((program) => startsOf(program).map((start) => ({ program, start })))
    .sort((a, b) => a.start - b.start)
    .flatMap(({ program, start }) => {
      const from = Math.max(start, free);
      const waterings = wateringsOf(program, garden.stations, garden.controller, from);
      const to = waterings.at(-1)?.to;
      if (to === undefined) return [];
      free = to;
      return [{ name: program.Name, from, to, waterings }];
    });
}

/** The current minute of the day, and the minute at which somebody started the watering, if that is known. */
interface Moment {
  readonly weekday: Weekday;
  readonly minute: number;
  readonly startedAt: number | undefined;
}

/** Returns the minute of the day at which a station stops; `undefined` if it is not watered or its start is unknown. */
export function wateringEnd(
  station: Station,
  garden: Garden,
  { weekday, minute, startedAt }: Moment,
): number | undefined {
  const { stations, programs, controller } = garden;
  if (station.State === still) return undefined;
  if (station.Mode === manual)
    return startedAt === undefined ? undefined : startedAt + controller.ManualRunTime;
  const program = programs.find(({ Index }) => Index === controller.CurrentProgram);
  if (program === undefined) return undefined;
  const planned = runsOn(weekday, garden).find(
    ({ name, from, to }) => name === program.Name && from <= minute && minute < to,
  );
  const automatic = stations.filter(({ Mode }) => Mode === auto);
  const byHand = startedAt === undefined ? [] : wateringsOf(program, automatic, controller, startedAt);
  return (planned?.waterings ?? byHand).findLast((each) => each.station === station.Index)?.to;
}

/** Returns a key for each running station; the key stays the same during a run. */
export const runningKeys = ({ stations, controller }: Garden): readonly string[] =>
  stations
    .filter(({ State }) => State !== still)
    .map(({ Index }) => `${controller.TestMode}/${controller.CurrentProgram}/${Index}`);

/**
 * Returns the manual runs: a program with all its stations, or a single station. The controller does not report when a
 * run began, so its start is derived from the first appearance of its key.
 */
export function runsByHand(
  garden: Garden,
  planned: readonly ProgramRun[],
  minute: number,
  seenAt: (turn: string) => number,
): readonly ProgramRun[] {
  const { programs, stations, controller } = garden;
  const wet = stations.filter(({ State }) => State !== still);
  const turns = runningKeys(garden).map(seenAt);
  const automatic = stations.filter(({ Mode }) => Mode === auto);
  const program = programs.find(({ Index }) => Index === controller.CurrentProgram);
  const isPlanned = ({ name, from, to }: ProgramRun) =>
    name === program?.Name && from <= minute && minute < to;
  const offset = (station: number) => {
    const all = program === undefined ? [] : wateringsOf(program, automatic, controller);
    return all.find((each) => each.station === station)?.from;
  };
  const single = ({ Index, Name }: Station, place: number): ProgramRun => {
    const from = turns[place]!;
    const to = from + (controller.TestMode === 1 ? controller.TestTime : controller.ManualRunTime);
    return { name: Name, from, to, waterings: [{ station: Index, from, to }] };
  };
  const first = wet.findIndex(({ Index }) => offset(Index) !== undefined);
  const singles = wet.flatMap((station, place) =>
    offset(station.Index) === undefined ? [single(station, place)] : [],
  );
  if (program === undefined || first === -1 || planned.some(isPlanned)) return singles;
  const from = turns[first]! - offset(wet[first]!.Index)!;
  const waterings = wateringsOf(program, automatic, controller, from);
  return [{ name: program.Name, from, to: waterings.at(-1)!.to, waterings }, ...singles];
}

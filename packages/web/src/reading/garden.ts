import { type DatagramOf, enumerations, type Weekday } from '@plenum/protocol';
import { toMinute } from './clock.ts';

type Program = DatagramOf<'program'>;
type Station = DatagramOf<'station'>;

/** A run of a program within a day, in minutes since midnight. */
export interface Run {
  readonly program: number;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const { auto } = enumerations.stationMode.values;

/** The days of a program under the keys favourites have: Tuesday is `T` here (document 2.8). */
export const daysOf = ({
  Days: { T, ...days },
}: Pick<Program, 'Days'>): Readonly<Record<Weekday, number>> => ({
  ...days,
  Tu: T,
});

/** The minutes of the day at which a program starts. */
export const startsOf = ({ StartTimes }: Pick<Program, 'StartTimes'>): readonly number[] =>
  StartTimes.map(({ h, m }) => toMinute(h, m))
    .filter((minute) => minute !== undefined)
    .sort((a, b) => a - b);

/** How long a program waters, in minutes: each station in turn, scaled by the ratio, with its soak pauses. */
export const lengthOf = (
  { RunTimes }: Pick<Program, 'RunTimes'>,
  stations: readonly Station[],
  { Ratio, SoakPeriods, SoakTime }: Pick<DatagramOf<'irrigation'>, 'Ratio' | 'SoakPeriods' | 'SoakTime'>,
): number =>
  stations.reduce((sum, { Index, Mode, Soak }) => {
    const time = ((RunTimes[Index]?.t ?? 0) * Ratio) / 100;
    if (time === 0 || Mode !== auto) return sum;
    return sum + time + (Soak === 1 ? SoakPeriods * SoakTime : 0);
  }, 0);

/** Everything the programs will do on a day, in order of time. */
export const runsOn = (
  day: Weekday,
  garden: {
    readonly programs: readonly Program[];
    readonly stations: readonly Station[];
    readonly controller: DatagramOf<'irrigation'>;
  },
): readonly Run[] =>
  garden.programs
    .filter((program) => program.Name !== '' && program.Enable === 1 && daysOf(program)[day] === 1)
    .flatMap((program) => {
      const length = lengthOf(program, garden.stations, garden.controller);
      return startsOf(program).map((from) => ({
        program: program.Index,
        name: program.Name,
        from,
        to: from + length,
      }));
    })
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);

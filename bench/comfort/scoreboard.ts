import { writeFileSync } from 'node:fs';
import { tableOf } from '@plenum/protocol/field';
import { createCalendar } from '@plenum/simulator';
import { type ControllerName, controllers } from './controllers.ts';
import type { StartResult } from './follow-starts.ts';
import { day, learnHouse } from './learn-house.ts';
import { runDays, type WeekResult } from './run-week.ts';
import type { Situation } from './scenarios.ts';
import { type TariffName, tariffNames, tariffs } from './tariffs.ts';

const learningDays = 14;
const weekDays = 7;

/** The weeks of one house in one season, one for each controller. */
export interface SituationResult {
  readonly situation: Situation;
  readonly known: number;
  readonly zones: number;
  readonly weeks: Readonly<Record<ControllerName, WeekResult>>;
  readonly seconds: number;
}

/** Runs one house in one season with every controller, from the same state. */
export function runSituation(situation: Situation): SituationResult {
  const { house, weather, from } = situation;
  const begun = process.cpuUsage();
  const learnt = learnHouse(house, { weather, from, days: learningDays });
  const weeks = tableOf(controllers, (controller) => runDays(learnt, controller, weekDays));
  const { user, system } = process.cpuUsage(begun);
  const way = situation.season === 'winter' ? 'heat' : 'cool';
  const known = learnt.fit.rooms.filter((one) => one.way === way).length;
  return { situation, known, zones: house.ducted!.zones.length, weeks, seconds: (user + system) / 1e6 };
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0
    ? Number.NaN
    : (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};

/** Returns the cost of a week. */
export function costOf(
  { situation, weeks }: SituationResult,
  controller: ControllerName,
  tariff: TariffName,
): number {
  const calendar = createCalendar(situation.house.place.timeZone);
  const from = situation.from + learningDays * day;
  return sum(
    weeks[controller].hours.map((wattHours, hour) => {
      const local = Math.floor(calendar.civil(from + hour * 3_600_000).minute / 60);
      return (wattHours / 1000) * tariffs[tariff][local]!;
    }),
  );
}

export const discomfortOf = ({ discomfort }: WeekResult): number => sum(discomfort.values());

const startOf = (week: WeekResult, { favourite, start }: StartResult): StartResult | undefined =>
  week.starts.find((one) => one.favourite === favourite && one.start === start);

/** A start that some room needs and that the oracle manages in time, and when the others arrive. */
export interface JudgedStart {
  readonly situation: Situation;
  readonly lead: number;
  readonly arrivals: Readonly<Record<ControllerName, number | undefined>>;
}

/** Returns the starts at which a room is not comfortable by itself and the oracle is in time. */
export function judgedStarts({ situation, weeks }: SituationResult): readonly JudgedStart[] {
  return weeks.favourites.starts.flatMap((plain) => {
    const oracle = startOf(weeks.oracle, plain);
    if (!plain.isNeeded || oracle?.arrival === undefined || oracle.arrival > 0) return [];
    const arrivals = tableOf(controllers, (one) => startOf(weeks[one], plain)?.arrival);
    return { situation, lead: -oracle.startedAt, arrivals };
  });
}

const isNear = (minutes: number | undefined): boolean => minutes !== undefined && Math.abs(minutes) <= 10;

/** The goals of the scoreboard over all scenarios. */
export interface Goals {
  readonly starts: number;
  readonly onTime: Readonly<Record<ControllerName, number>>;
  /** Scenarios in which the oracle saves at least 3 % against the hour, and the median of our share of its saving. */
  readonly saving: { readonly scenarios: number; readonly median: number };
  /** Share of the scenarios in which discomfort is no more than the favourites'. */
  readonly comfortable: number;
  readonly scenarios: number;
  /** Share of one core. */
  readonly core: number;
}

export function judge(results: readonly SituationResult[]): Goals {
  const starts = results.flatMap(judgedStarts);
  const onTime = tableOf(
    controllers,
    (one) => starts.filter(({ arrivals }) => isNear(arrivals[one])).length / starts.length,
  );
  const shares = results.flatMap((result) =>
    tariffNames.flatMap((tariff) => {
      const [hour, ours, oracle] = (['hour early', 'plenum', 'oracle'] as const).map((one) =>
        costOf(result, one, tariff),
      );
      return oracle! > hour! * 0.97 ? [] : (hour! - ours!) / (hour! - oracle!);
    }),
  );
  const calm = results.filter(
    ({ weeks }) => discomfortOf(weeks.plenum) <= discomfortOf(weeks.favourites) + 0.05,
  );
  const computing = results.map(({ weeks }) => weeks.plenum.computing / (weekDays * day));
  return {
    starts: starts.length,
    onTime,
    saving: { scenarios: shares.length, median: median(shares) },
    comfortable: calm.length / results.length,
    scenarios: results.length * tariffNames.length,
    core: Math.max(...computing),
  };
}

const columns = [
  'house',
  'climate',
  'season',
  'seed',
  'tariff',
  'controller',
  'cost',
  'kWh',
  'discomfort K·h',
  'discomfort by room K·h',
  'compressor starts',
  'damper travel',
  'computing ms',
  'arrivals min',
  'leads min',
] as const;

/** Returns every run as CSV. */
export function toCsv(results: readonly SituationResult[]): string {
  const rows = results.flatMap((result) =>
    tariffNames.flatMap((tariff) =>
      controllers.map((controller) => {
        const { name, climate, season, seed } = result.situation;
        const week = result.weeks[controller];
        const rooms = [...week.discomfort].map(([room, value]) => `${room} ${value.toFixed(2)}`).join('; ');
        return [
          name,
          climate,
          season,
          seed,
          tariff,
          controller,
          costOf(result, controller, tariff).toFixed(2),
          (sum(week.hours) / 1000).toFixed(2),
          discomfortOf(week).toFixed(2),
          rooms,
          week.compressorStarts,
          week.damperTravel.toFixed(1),
          week.computing.toFixed(0),
          week.starts.map(({ arrival }) => arrival ?? 'never').join(' '),
          week.starts.map(({ startedAt }) => -startedAt).join(' '),
        ]
          .map((cell) => (/[,;"]/.test(`${cell}`) ? `"${cell}"` : `${cell}`))
          .join(',');
      }),
    ),
  );
  return `${[columns.join(','), ...rows].join('\n')}\n`;
}

const percent = (share: number): string => (Number.isNaN(share) ? 'none' : `${Math.round(100 * share)} %`);

/** Returns the goals and what was reached, as lines of a table. */
export function goalRows({
  starts,
  onTime,
  saving,
  comfortable,
  core,
}: Goals): readonly (readonly string[])[] {
  return [
    [
      `rooms arrive within 10 minutes of the beginning (${starts} starts that the oracle manages)`,
      '90 %',
      percent(onTime.plenum),
    ],
    ['the same with an hour early', '', percent(onTime['hour early'])],
    ['the same with the favourites as they are', '', percent(onTime.favourites)],
    [
      `median share of the oracle’s saving against an hour early (${saving.scenarios} scenarios in which it saves 3 %)`,
      '50 %',
      percent(saving.median),
    ],
    ['scenarios with no more discomfort than the favourites', '95 %', percent(comfortable)],
    ['processor of the controller, share of one core', '1 %', `${(100 * core).toPrecision(2)} %`],
  ];
}

/** Runs situations one after another, prints a line for each, and returns their results. */
export function runScoreboard(situations: readonly Situation[]): readonly SituationResult[] {
  return situations.map((situation) => {
    const result = runSituation(situation);
    const { name, climate, season } = situation;
    console.log(
      `${name}, ${climate}, ${season}: ${result.known} of ${result.zones} zones known, ${result.seconds.toFixed(0)} s`,
    );
    for (const controller of controllers) {
      const week = result.weeks[controller];
      console.log(
        `  ${controller.padEnd(11)} ${(sum(week.hours) / 1000).toFixed(1).padStart(6)} kWh ${discomfortOf(week).toFixed(1).padStart(7)} K·h ` +
          `${String(week.compressorStarts).padStart(4)} starts ${week.damperTravel.toFixed(0).padStart(5)} strokes, ` +
          `arrivals ${week.starts.map((one) => one.arrival ?? '-').join(' ')}`,
      );
    }
    return result;
  });
}

export const writeCsv = (file: string, results: readonly SituationResult[]): void =>
  writeFileSync(file, toCsv(results));

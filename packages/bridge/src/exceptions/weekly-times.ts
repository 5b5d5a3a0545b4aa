import { type AnyCommand, type CommandName, checkCommand } from '@plenum/protocol/command';
import { type Datagrams, findDatagram } from '@plenum/protocol/component';
import { tableOf, weekdays } from '@plenum/protocol/field';
import {
  type DatedKind,
  isHoliday,
  runOf,
  type SetException,
  toDay,
  type WeeklyTimes,
  weekdayOf,
  weeklyTimesOf,
} from '@plenum/protocol/schedule';

/** A favourite with weekly times that commands can change. */
export interface FavouriteRef {
  readonly kind: DatedKind;
  readonly index: number;
}

/** The commands that change the times of a favourite, and the member that enables them. */
const families = {
  schedule: { settings: 'SchedSettings', enable: 'SchedEnable', flag: 'Enabled' },
  splitFavourite: {
    settings: 'SplitSystemScheduleSettings',
    enable: 'SplitSystemScheduleEnable',
    flag: 'En',
  },
} as const satisfies Readonly<
  Record<DatedKind, { settings: CommandName; enable: CommandName; flag: string }>
>;

export const datedKinds = Object.keys(families) as readonly DatedKind[];

type Fields = Readonly<Record<string, unknown>>;

/** Returns the favourite of a house; undefined if it is not used. */
export function favouriteOf(datagrams: Datagrams, { kind, index }: FavouriteRef) {
  const found = findDatagram(datagrams, kind, index);
  return found === undefined || found.Name === '' ? undefined : found;
}

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : undefined;
};

/**
 * Returns the times in a datagram; undefined if it lacks some of them: real devices omit fields arbitrarily
 * (wire facts 2).
 */
export function timesOf(datagram: object | undefined): WeeklyTimes | undefined {
  if (datagram === undefined) return undefined;
  const { Enabled, StartH, StartM, StopH, StopM, DaysEnabled } = datagram as Fields;
  const days = weekdays.map((day) => [day, numberOf((DaysEnabled as Fields | undefined)?.[day])] as const);
  const times = Object.entries({ Enabled, StartH, StartM, StopH, StopM }).map(
    ([name, value]) => [name, numberOf(value)] as const,
  );
  if ([...times, ...days].some(([, value]) => value === undefined)) return undefined;
  return { ...Object.fromEntries(times), DaysEnabled: Object.fromEntries(days) } as WeeklyTimes;
}

/** Returns a value in the form that another datagram uses, since a device may send flags as booleans. */
const inFormOf = (form: unknown, value: number): unknown => (typeof form === 'boolean' ? value === 1 : value);

/** Returns a datagram with other times. */
export function withTimes<Datagram extends object>(datagram: Datagram, times: WeeklyTimes): Datagram {
  const form = datagram as Fields;
  const { DaysEnabled, ...others } = times;
  const days = form.DaysEnabled as Fields | undefined;
  return {
    ...datagram,
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, inFormOf(form[name], value)])),
    DaysEnabled: {
      ...days,
      ...Object.fromEntries(weekdays.map((day) => [day, inFormOf(days?.[day], DaysEnabled[day])])),
    },
  };
}

/** A part of the times that is compared and copied as a unit. */
interface Part {
  readonly isEqual: (one: WeeklyTimes, other: WeeklyTimes) => boolean;
  /** Returns this part of `times`, in a form that replaces the same part of `into`. */
  readonly of: (times: WeeklyTimes, into: WeeklyTimes) => Partial<WeeklyTimes>;
}

const end = (name: 'start' | 'stop', of: Part['of']): Part => ({
  isEqual: (one, other) => weeklyTimesOf(one)[name] === weeklyTimesOf(other)[name],
  of,
});

/** The fields that people change separately: an hour and its minute belong together. */
export const parts: readonly Part[] = [
  { isEqual: (one, other) => one.Enabled === other.Enabled, of: ({ Enabled }) => ({ Enabled }) },
  end('start', ({ StartH, StartM }) => ({ StartH, StartM })),
  end('stop', ({ StopH, StopM }) => ({ StopH, StopM })),
  ...weekdays.map(
    (day): Part => ({
      isEqual: (one, other) => one.DaysEnabled[day] === other.DaysEnabled[day],
      of: (times, into) => ({ DaysEnabled: { ...into.DaysEnabled, [day]: times.DaysEnabled[day] } }),
    }),
  ),
];

/**
 * True if a favourite starts and stops at the same times and days; the code for a switched-off start or stop does not
 * matter.
 */
export const hasSameTimes = (one: WeeklyTimes, other: WeeklyTimes): boolean =>
  parts.every(({ isEqual }) => isEqual(one, other));

const toCommand = (name: CommandName, body: object): AnyCommand => {
  const checked = checkCommand({ [name]: body });
  if (!checked.ok) throw new Error(`The new times of a favourite are invalid: ${checked.refusal.code}.`);
  return checked.value;
};

/** Returns the commands that give a favourite other times; none if it already has these times. */
export function commandsTo(
  { kind, index }: FavouriteRef,
  wanted: WeeklyTimes,
  now: WeeklyTimes,
): readonly AnyCommand[] {
  const { settings, enable, flag } = families[kind];
  const { Enabled, ...week } = wanted;
  const isSameWeek = hasSameTimes(wanted, { ...now, Enabled });
  return [
    ...(isSameWeek ? [] : [toCommand(settings, { Index: index, ...week })]),
    ...(Enabled === now.Enabled ? [] : [toCommand(enable, { Index: index, [flag]: Enabled })]),
  ];
}

/** Returns the change that a command makes to the times of a favourite; undefined for any other command. */
export function changeOf({
  name,
  body,
}: AnyCommand): { readonly of: FavouriteRef; readonly times: Partial<WeeklyTimes> } | undefined {
  for (const kind of datedKinds) {
    const { settings, enable, flag } = families[kind];
    if (name !== settings && name !== enable) continue;
    const { Index, ...times } = body as { Index: number } & Record<string, number>;
    return { of: { kind, index: Index }, times: name === settings ? times : { Enabled: times[flag]! } };
  }
  return undefined;
}

/** Any hour and minute out of range switch a start or stop off; these values do so in every family (interface 2.4). */
const none = { hour: 31, minute: 63 };

/** Returns the times that make a device follow an exception: off, or at other times on that day only. */
export function duringOf(exception: SetException, week: WeeklyTimes): WeeklyTimes {
  const run = isHoliday(exception) ? undefined : runOf(exception);
  if (run?.start === undefined) return { ...week, Enabled: 0 };
  const { start, stop } = run;
  const today = weekdayOf(toDay(exception.date));
  return {
    Enabled: 1,
    StartH: Math.floor(start / 60),
    StartM: start % 60,
    StopH: stop === undefined ? none.hour : Math.floor(stop / 60),
    StopM: stop === undefined ? none.minute : stop % 60,
    DaysEnabled: tableOf(weekdays, (day) => (day === today ? 1 : 0)),
  };
}

import { type AnyCommand, catalogue, effectOf } from '@plenum/protocol/command';
import { type ComponentKind, type Datagrams, findDatagram, kinds } from '@plenum/protocol/component';
import {
  type EventFault,
  type EventOrigin,
  type ExceptionEvent,
  type HistoryEvent,
  pageApp,
  type UnconfirmedEvent,
} from '@plenum/protocol/extension';
import { enumerations } from '@plenum/protocol/field';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { toMinute } from '@plenum/protocol/schedule';
import { toLines } from '../../definition/format-value.ts';
import type { EventGroup } from '../../reading/house/event-marks.ts';
import { formatSetpoint, type Scale } from '../../reading/number/temperature.ts';
import { formatMinute } from '../../reading/time/clock.ts';
import { formatLocalDate } from '../../reading/time/next-run.ts';
import { capital, fieldOf, wordOf } from '../../reading/words.ts';
import { defined } from '../../text/defined.ts';
import { t } from '../../text/text.ts';

/** The context that the text of an event depends on. */
export interface Words {
  readonly datagrams: Datagrams;
  readonly scale: Scale;
}

const stationMode = enumerations.stationMode;
const temperatures = new Set(['Setpoint', 'Sp']);
const modes = new Set(['SysMode', 'Mode']);
const switches = new Set(['SysOn', 'On']);
/** Maximum number of events of a group that are described in full. */
const maxListed = 3;

/** Returns the name of a component. */
const nameOf = (kind: ComponentKind, index: number, { datagrams }: Words): string => {
  if (kind === 'unit') return t('house.airConditioner');
  if (kind === 'power')
    return datagrams.power[0]?.Devices?.[index]?.Name || t('reading.meter', { number: index + 1 });
  const named = findDatagram(datagrams, kind, index) as { readonly Name?: string } | undefined;
  return named?.Name || `${capital(kind)} ${index + 1}`;
};

const toSetting = (kind: ComponentKind, field: string, value: unknown, { scale }: Words): string => {
  const known = Object.hasOwn(kinds[kind].fields.properties, field) ? fieldOf(kind, field) : undefined;
  if (typeof value === 'number') {
    if (temperatures.has(field))
      return t('history.setpointTo', { value: `${formatSetpoint(value, scale)} °${scale}` });
    if (switches.has(field)) return value === 1 ? t('history.on') : t('history.off');
    if (modes.has(field) && known !== undefined) return t('history.mode', { mode: wordOf(known, value) });
  }
  const [line] = known === undefined ? [] : toLines(known, value, scale);
  return line === undefined ? field : t('history.setTo', { what: line.label, value: line.value });
};

interface Times {
  readonly StartH: number;
  readonly StartM: number;
  readonly StopH: number;
  readonly StopM: number;
}

const startAndStop = ({ StartH, StartM, StopH, StopM }: Times, name: string): string => {
  const [start, stop] = [toMinute(StartH, StartM), toMinute(StopH, StopM)];
  if (start === undefined) return t('history.noStart', { name });
  const from = formatMinute(start);
  return stop === undefined
    ? t('history.starts', { name, start: from })
    : t('history.startsAndStops', { name, start: from, stop: formatMinute(stop) });
};

const byTime = (isOn: number, name: string) =>
  t(isOn === 1 ? 'history.runsByTime' : 'history.runsByHandOnly', { name });

type Say = (body: never, name: string, datagrams: Datagrams) => string;

/** Sentences for commands that cannot be described well by the fields they set. */
const sayings: Readonly<Partial<Record<string, Say>>> = {
  SchedSettings: startAndStop,
  SplitSystemScheduleSettings: startAndStop,
  SchedEnable: ({ Enabled }: { Enabled: number }, name) => byTime(Enabled, name),
  SplitSystemScheduleEnable: ({ En }: { En: number }, name) => byTime(En, name),
  RetPrEnable: ({ Enable }: { Enable: number }, name) => byTime(Enable, name),
  RetProgram: ({ StartTimes }: { StartTimes: readonly { h: number; m: number }[] }, name) => {
    const starts = StartTimes.map(({ h, m }) => toMinute(h, m)).filter((each) => each !== undefined);
    if (starts.length === 0) return t('history.noStart', { name });
    return t('history.starts', { name, start: starts.map(formatMinute).join(', ') });
  },
  RetRunProgram: ({ Run }: { Run: number }, name) =>
    t(Run === 1 ? 'history.started' : 'history.stopped', { name }),
  RetStnMode: ({ Mode }: { Mode: number }, name) =>
    Mode === stationMode.values.manual
      ? t('history.watered', { name })
      : `${name}: ${t('history.mode', { mode: wordOf(fieldOf('station', 'Mode'), Mode) })}`,
  LiOn: ({ No, On }: { No: number; On: number }, name, { lamp }) => {
    const type = lamp.find(({ Index }) => Index === No)?.Type;
    if (type !== undefined && abilitiesOf(type).isGarageDoor)
      return t(On === 1 ? 'history.doorOpened' : 'history.doorClosed', { name });
    return t(On === 1 ? 'history.switchedOn' : 'history.switchedOff', { name });
  },
};

const toCommandText = (event: Extract<HistoryEvent, { what: 'command' }>, words: Words): string => {
  const { command, body, kind, index } = event;
  if (command === 'FavouriteSet') return t('history.favourite', { name: nameOf('schedule', index, words) });
  const name = nameOf(kind, index, words);
  const summary = catalogue.get(command)?.summary;
  const plain = `${name}: ${t('history.command', { what: summary === undefined ? command : defined(summary) })}`;
  if (body === undefined) return plain;
  const say = sayings[command];
  // The bridge recorded the body of this command, so it is the one that the sentence needs.
  if (say !== undefined) return say(body as never, name, words.datagrams);
  const fields = effectOf({ name: command, body } as AnyCommand)?.fields ?? [];
  const settings = fields.flatMap(({ path, value }) =>
    path.length === 1 ? toSetting(kind, path[0]!, value, words) : [],
  );
  return settings.length === 0 ? plain : `${name}: ${settings.slice(0, maxListed).join(', ')}`;
};

/** Describes the values of a command that the real bridge did not confirm. */
const toSent = ({ command, kind, field, sent }: UnconfirmedEvent, words: Words): string =>
  field === undefined
    ? t('history.command', { what: defined(catalogue.get(command)?.summary ?? command) })
    : toSetting(kind, field, sent, words);

/** Describes a holiday or an exception of a favourite. */
const toExceptionText = (event: ExceptionEvent, words: Words): string => {
  const { isHoliday, isRemoved, start, stop } = event;
  const date = formatLocalDate(event.date);
  if (isHoliday)
    return isRemoved
      ? t('history.holidayRemoved', { date })
      : t('history.holiday', { date, until: formatLocalDate(event.until!) });
  const name = nameOf(event.kind, event.index, words);
  if (isRemoved) return t('history.exceptionRemoved', { name, date });
  if (start === undefined) return t('history.skipped', { name, date });
  return stop === undefined
    ? t('history.onDate', { name, date, start })
    : t('history.onDateWithStop', { name, date, start, stop });
};

const faultKeys = {
  unit: 'history.faultUnit',
  sensor: 'history.faultSensor',
  damper: 'history.faultDamper',
  silent: 'history.faultSilent',
  battery: 'history.faultBattery',
  filter: 'history.faultFilter',
} as const satisfies Readonly<Record<EventFault, string>>;

/** Describes an event. */
export function eventText(event: HistoryEvent, words: Words): string {
  if (event.what === 'command') return toCommandText(event, words);
  if (event.what === 'exception') return toExceptionText(event, words);
  const name = nameOf(event.kind, event.index, words);
  if (event.what === 'unconfirmed')
    return `${name}: ${t('history.unconfirmed', { what: toSent(event, words) })}`;
  if (event.what === 'change' && event.field === 'Enabled') return byTime(event.value, name);
  if (event.what === 'change') return `${name}: ${toSetting(event.kind, event.field, event.value, words)}`;
  const fault = [t(faultKeys[event.fault]), event.code].filter((part) => part !== undefined).join(' ');
  return `${name}: ${event.isOver ? t('history.faultOver', { fault }) : fault}`;
}

const toOrigin = ({ over, app, account, favourite }: EventOrigin): string => {
  if (over === 'automatic') return t('history.byBridge');
  if (over === 'schedule') return t('history.byFavourite', { name: favourite ?? '' });
  if (over === 'local' && app === pageApp) return t('history.byPage');
  if (over === 'local') return app ?? t('history.byLocal');
  if (over === 'unknown') return t('history.byUnknown');
  if (app !== undefined)
    return account === undefined ? t('history.byApp', { app }) : t('history.byAppOf', { app, account });
  return account === undefined ? t('history.byCloud') : t('history.byAccount', { account });
};

/** The events of a group in a sentence. */
interface GroupText {
  readonly listed: string;
  /** The other events, if there are more than a sentence names. */
  readonly more?: { readonly title: string; readonly events: readonly string[] };
}

/** Describes the first events of a group in a sentence, and each of the others. */
export function describeGroup({ events }: EventGroup, words: Words): GroupText {
  const texts = [...new Set(events.map((event) => eventText(event, words)))];
  const listed = texts.slice(0, maxListed).join('; ');
  const others = texts.slice(maxListed);
  if (others.length === 0) return { listed };
  return { listed, more: { title: t('history.more', { count: others.length }), events: others } };
}

/** Describes events in a sentence, which counts those that it does not name. */
export function groupText(group: EventGroup, words: Words): string {
  const { listed, more } = describeGroup(group, words);
  return more === undefined ? listed : `${listed} ${more.title}`;
}

/** True if the sender of a group is only what it says of itself. */
export const isClaim = ({ by }: EventGroup): boolean => by?.over === 'local' && by.app === pageApp;

export const originText = ({ by }: EventGroup): string | undefined =>
  by === undefined ? undefined : toOrigin(by);

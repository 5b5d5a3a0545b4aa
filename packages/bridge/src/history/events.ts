import type { DatabaseSync } from 'node:sqlite';
import { type AnyCommand, catalogue, effectOf, targetOf } from '@plenum/protocol/command';
import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import {
  type CommandEvent,
  type EventOrigin,
  type HistoryEvent,
  maxEvents,
} from '@plenum/protocol/extension';
import type { DatedKind, SetException } from '@plenum/protocol/schedule';
import {
  type Calendar,
  createCalendar,
  exceptionsFor,
  type FavouriteTimes,
  lastDueFavourite,
} from '@plenum/simulator';
import type { Settings } from '../store/settings.ts';
import { createSettings } from '../store/settings.ts';
import { toStoredCommand } from '../store/without-secret.ts';
import { createEventRows, type EventRows } from './event-rows.ts';
import { type Seen, seenIn } from './seen.ts';

/** The range of a request for events: from a start (inclusive) to an end (exclusive), in ms UTC. */
export interface EventsRequest {
  readonly from: number;
  readonly to: number;
}

/** The events in a house: commands as they are carried out, and other changes from one sample to the next. */
export interface Events {
  /** Stores commands that were carried out; call within the transaction that stores their effect. */
  addCommands(at: number, commands: readonly AnyCommand[], by: EventOrigin): void;
  /** Stores an event that is not a command; call within a transaction. */
  add(event: HistoryEvent): void;
  /** Compares a house with the last sample; `exceptions` are the exceptions of its favourites. */
  sample(at: number, datagrams: Datagrams, exceptions: readonly SetException[]): void;
  /** Writes the events found between samples; call within a transaction. */
  write(): void;
  /** Drops the waiting events after the transaction is committed. */
  forgetWritten(): void;
  /**
   * Returns the newest events of a range, oldest first. If the range has more than a response may contain, returns one
   * more than that maximum.
   */
  read(range: EventsRequest): HistoryEvent[];
}

/** Maximum length of the stored body of a command, in characters. */
const maxBody = 600;
/** Maximum number of events that wait while the store cannot be written; later ones are lost. */
const maxWaiting = 1_000;
/** The longest time between two samples for which a favourite is considered as the cause of a change, in ms. */
const maxSearched = 3_600_000;

const key = 'seen';

/** The favourites that start and stop each kind of component. */
const favouritesOf: { readonly [K in ComponentKind]?: DatedKind | 'vrfFavourite' } = {
  unit: 'schedule',
  zone: 'schedule',
  split: 'splitFavourite',
  vrf: 'vrfFavourite',
};

const nameOf = ({ kind, index, is }: Seen): string =>
  `${kind}.${index}.${'field' in is ? is.field : `fault.${is.fault}`}`;

const toCommandEvent = (at: number, command: AnyCommand, by: EventOrigin): CommandEvent => {
  const { name, body } = toStoredCommand(command);
  const isShort = JSON.stringify(body).length <= maxBody;
  return { what: 'command', at, ...targetOf(command), command: name, ...(isShort && { body }), by };
};

/** True if a change results from a command: the command sets the field, or changes components of the kind. */
const isCausedBy = ({ kind, index, is }: Seen, { command: name, body }: CommandEvent): boolean => {
  if (body === undefined) return true;
  const command = { name, body } as AnyCommand;
  if (catalogue.get(name)?.alsoChanges.includes(kind)) return true;
  const effect = effectOf(command);
  if (effect === undefined || effect.kind !== kind || effect.index !== index) return false;
  return 'field' in is && effect.fields.some(({ path }) => path[0] === is.field);
};

interface EventsDeps {
  readonly rows: EventRows;
  readonly settings: Settings;
  /** IANA name; undefined if it is not known, and then favourites are not reported as a cause. */
  readonly timeZone: string | undefined;
  /** Time of the last sample, in ms UTC. */
  readonly lastSample: number;
}

/** The state of a house at a sample. */
interface Sampled {
  readonly datagrams: Datagrams;
  readonly exceptions: readonly SetException[];
}

/**
 * Returns the cause of a change that no command made: a favourite whose time came between two samples, or an unknown
 * person.
 */
const originOf = (
  { kind }: Seen,
  { datagrams, exceptions }: Sampled,
  { from, to, calendar }: { from: number; to: number; calendar: Calendar | undefined },
): EventOrigin => {
  const favourites = favouritesOf[kind];
  if (favourites === undefined || calendar === undefined || to - from > maxSearched)
    return { over: 'unknown' };
  const all = datagrams[favourites];
  const list = all as readonly unknown[] as readonly FavouriteTimes[];
  const exceptionsAt = favourites === 'vrfFavourite' ? undefined : exceptionsFor(exceptions, favourites, all);
  const due = lastDueFavourite(list, { from, to, calendar }, exceptionsAt);
  return due === undefined ? { over: 'unknown' } : { over: 'schedule', favourite: list[due.place]!.Name };
};

const createDetector = ({ rows, settings, timeZone, lastSample }: EventsDeps) => {
  const stored = settings.read(key) as Record<string, Seen['value']> | undefined;
  const values = new Map(Object.entries(stored ?? {}));
  let last = stored === undefined ? undefined : lastSample;
  const calendar = timeZone === undefined ? undefined : createCalendar(timeZone);
  let before: Datagrams | undefined;
  let isChanged = false;

  const commandsSince = (from: number, to: number): CommandEvent[] =>
    rows.read({ from, to: to + 1, max: maxEvents }).filter((event) => event.what === 'command');

  const toEvent = (
    seen: Seen,
    { at, commands, ...sampled }: Sampled & { at: number; commands: readonly CommandEvent[] },
  ): HistoryEvent[] => {
    const { kind, index, is, value } = seen;
    const earlier = values.get(nameOf(seen));
    if ('fault' in is) {
      const code = value || earlier;
      const isOver = value === undefined;
      return [{ what: 'fault', at, kind, index, fault: is.fault, isOver, ...(code && { code: `${code}` }) }];
    }
    if (typeof value !== 'number' || typeof earlier !== 'number') return [];
    if (commands.some((command) => isCausedBy(seen, command))) return [];
    const by = originOf(seen, sampled, { from: last ?? at, to: at, calendar });
    return [{ what: 'change', at, kind, index, field: is.field, before: earlier, value, by }];
  };

  return {
    /** Returns the events since the last sample. */
    sample: (at: number, { datagrams, exceptions }: Sampled): HistoryEvent[] => {
      const isFirst = last === undefined;
      const seen = seenIn(datagrams, before);
      const changed = seen.filter((one) => values.get(nameOf(one)) !== one.value);
      const commands = isFirst || changed.length === 0 ? [] : commandsSince(last!, at);
      const events = isFirst
        ? []
        : changed.flatMap((one) => toEvent(one, { at, datagrams, exceptions, commands }));
      for (const one of changed) {
        if (one.value === undefined) values.delete(nameOf(one));
        else values.set(nameOf(one), one.value);
      }
      isChanged ||= changed.length > 0 || isFirst;
      [last, before] = [at, datagrams];
      return events;
    },
    write: () => {
      if (isChanged) settings.write(key, Object.fromEntries(values));
    },
    forgetWritten: () => {
      isChanged = false;
    },
  };
};

/** Opens the event log in a store. */
export const createEvents = (db: DatabaseSync, of: Pick<EventsDeps, 'timeZone' | 'lastSample'>): Events => {
  const rows = createEventRows(db);
  const detector = createDetector({ rows, settings: createSettings(db), ...of });
  let waiting: HistoryEvent[] = [];
  return {
    addCommands: (at, commands, by) => {
      for (const command of commands) rows.add(toCommandEvent(at, command, by));
    },
    add: rows.add,
    sample: (at, datagrams, exceptions) => {
      const events = detector.sample(at, { datagrams, exceptions });
      if (waiting.length < maxWaiting) waiting.push(...events);
    },
    write: () => {
      for (const event of waiting) rows.add(event);
      detector.write();
    },
    forgetWritten: () => {
      waiting = [];
      detector.forgetWritten();
    },
    read: ({ from, to }) => {
      const stored = rows.read({ from, to, max: maxEvents + 1 });
      const unwritten = waiting.filter(({ at }) => at >= from && at < to);
      if (unwritten.length === 0) return stored;
      return [...stored, ...unwritten].sort((one, other) => one.at - other.at).slice(-maxEvents - 1);
    },
  };
};

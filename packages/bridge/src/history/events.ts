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
import { createEventRows, type EventRows, type EventsRequest } from './event-rows.ts';
import { type Seen, seenIn } from './seen.ts';

/** The events in a house: commands as they are carried out, and other changes as they are seen. */
export interface Events {
  /** Stores commands that were carried out; call within the transaction that stores their effect. */
  addCommands(at: number, commands: readonly AnyCommand[], by: EventOrigin): void;
  /** Stores an event that is not a command; call within a transaction. */
  add(event: HistoryEvent): void;
  /** Compares a house with what was last seen of it; `exceptions` are the exceptions of its favourites. */
  see(at: number, datagrams: Datagrams, exceptions: readonly SetException[]): void;
  /** Returns the time up to which the stored events are complete, in ms UTC. */
  seenTo(): number;
  /** True if an event waits to be written. */
  isWaiting(): boolean;
  /** Writes the waiting events; call within a transaction. */
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
/** Shortest time between two events of one value, and the time in which a command or favourite takes effect, in ms. */
const minute = 60_000;
/** The longest unseen time for which a favourite is considered as the cause of a change, in ms. */
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
  /** Longest time from the first sight of a command's effect until the command is recorded, in ms; 0 by default. */
  readonly commandDelay?: number | undefined;
}

/** The state of a house. */
interface State {
  readonly datagrams: Datagrams;
  readonly exceptions: readonly SetException[];
}

/**
 * Returns the cause of a change that no command made: a favourite whose time came, or an unknown person.
 */
const originOf = (
  { kind }: Seen,
  { datagrams, exceptions }: State,
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

/** A change that waits to become an event, unless the value changes back before. */
interface Held {
  readonly seen: Seen;
  readonly from: number;
  readonly at: number;
  readonly state: State;
}

const createDetector = ({ rows, settings, timeZone, lastSample, commandDelay = 0 }: EventsDeps) => {
  const stored = settings.read(key) as Record<string, Seen['value']> | undefined;
  const values = new Map(Object.entries(stored ?? {}));
  const held = new Map<string, Held>();
  /** Times of the latest event of each value. */
  const recordedAt = new Map<string, number>();
  const seenTo = Math.max(lastSample, rows.newestSeen() ?? 0);
  let last = stored === undefined ? undefined : seenTo;
  const calendar = timeZone === undefined ? undefined : createCalendar(timeZone);
  let before: Datagrams | undefined;
  let isChanged = false;

  const isCommanded = (seen: Seen, from: number, to: number): boolean =>
    rows
      .read({ from, to: to + 1, what: 'command', max: maxEvents })
      .some((event) => isCausedBy(seen, event as CommandEvent));

  const toEvents = ({ seen, from, at, state }: Held, now: number): HistoryEvent[] => {
    const { kind, index, is, value } = seen;
    const earlier = values.get(nameOf(seen));
    if ('fault' in is) {
      const code = value || earlier;
      const isOver = value === undefined;
      return [{ what: 'fault', at, kind, index, fault: is.fault, isOver, ...(code && { code: `${code}` }) }];
    }
    if (typeof value !== 'number' || typeof earlier !== 'number') return [];
    if (isCommanded(seen, from, now)) return [];
    const by = originOf(seen, state, { from, to: at, calendar });
    return [{ what: 'change', at, kind, index, field: is.field, before: earlier, value, by }];
  };

  const store = (name: string, value: Seen['value']) => {
    isChanged = true;
    if (value === undefined) values.delete(name);
    else values.set(name, value);
  };

  /** True if a value has to wait at a time. The clock may have been set back since its last event. */
  const isWaiting = (name: string, { seen, at }: Held, now: number): boolean =>
    Math.abs(now - (recordedAt.get(name) ?? Number.NEGATIVE_INFINITY)) < minute ||
    ('field' in seen.is && Math.abs(now - at) < commandDelay);

  /** Returns the events of the held changes that no longer have to wait. */
  const release = (now: number): HistoryEvent[] => {
    const events: HistoryEvent[] = [];
    for (const [name, each] of held) {
      if (isWaiting(name, each, now)) continue;
      const found = toEvents(each, now);
      held.delete(name);
      store(name, each.seen.value);
      if (found.length > 0) recordedAt.set(name, now);
      events.push(...found);
    }
    return events;
  };

  return {
    /** Returns the events since the last call. */
    see: (at: number, state: State): HistoryEvent[] => {
      const isFirst = last === undefined;
      const from = Math.min(last ?? at, at - minute);
      const released = release(at);
      for (const seen of seenIn(state.datagrams, before)) {
        const name = nameOf(seen);
        const { value } = seen;
        if (isFirst) store(name, value);
        else if (values.get(name) === value) held.delete(name);
        else if (!held.has(name) || held.get(name)?.seen.value !== value)
          held.set(name, { seen, from, at, state });
      }
      isChanged ||= isFirst;
      [last, before] = [at, state.datagrams];
      return [...released, ...release(at)];
    },
    seenTo: () => last ?? seenTo,
    write: () => {
      if (isChanged) settings.write(key, Object.fromEntries(values));
    },
    forgetWritten: () => {
      isChanged = false;
    },
  };
};

/** Opens the event log in a store. */
export function createEvents(db: DatabaseSync, of: Omit<EventsDeps, 'rows' | 'settings'>): Events {
  const rows = createEventRows(db);
  const detector = createDetector({ rows, settings: createSettings(db), ...of });
  let waiting: HistoryEvent[] = [];
  return {
    addCommands: (at, commands, by) => {
      for (const command of commands) rows.add(toCommandEvent(at, command, by));
    },
    add: rows.add,
    see: (at, datagrams, exceptions) => {
      const events = detector.see(at, { datagrams, exceptions });
      if (waiting.length < maxWaiting) waiting.push(...events);
    },
    seenTo: detector.seenTo,
    isWaiting: () => waiting.length > 0,
    write: () => {
      for (const event of waiting) rows.add(event);
      detector.write();
    },
    forgetWritten: () => {
      waiting = [];
      detector.forgetWritten();
    },
    read: (range) => {
      const { from, to, what } = range;
      const stored = rows.read({ ...range, max: maxEvents + 1 });
      const unwritten = waiting.filter(
        (event) => event.at >= from && event.at < to && event.what === (what ?? event.what),
      );
      if (unwritten.length === 0) return stored;
      return [...stored, ...unwritten].sort((one, other) => one.at - other.at).slice(-maxEvents - 1);
    },
  };
}

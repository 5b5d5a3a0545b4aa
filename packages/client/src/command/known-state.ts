import { isDeepStrictEqual } from 'node:util';
import type { Effect } from '@plenum/protocol/command';
import type { RawComponent } from '../session/components.ts';
import { shows, type Target, targetsOf } from './target.ts';

/**
 * The result of a write, according to later reads. `shown`: the device shows the written values; `different`: it shows
 * neither the old nor the written values, so they were changed elsewhere; `unchanged`: it still shows the old values
 * after the maximum time; `superseded`: a newer write sets the same fields; `unread`: no read succeeded in that time;
 * `unknown`: the device omits these fields.
 */
export type WriteResult = { readonly kind: 'shown' | 'superseded' | 'unread' | 'unknown' } | Difference;

/** A field that differs from its written value. */
export interface Difference {
  readonly kind: 'different' | 'unchanged';
  readonly field: string;
  readonly read: unknown;
  readonly sent: unknown;
}

/** A write that was sent, until its result is known. */
export interface SentWrite {
  readonly effect: Effect;
  /** Undefined while the result is not known. */
  readonly result: () => WriteResult | undefined;
  /** Time from the answer to the start of the read that showed the write, in ms; undefined before that read. */
  readonly appliedAfter: () => number | undefined;
}

/** A component with the values to show, and the time of its last read. */
export interface KnownComponent extends RawComponent {
  readonly readAt: number;
}

/** The start of a request to the device: its time, and its position in the order of requests. */
export interface Mark {
  readonly order: number;
  readonly at: number;
}

/** The known state of a device. The caller passes times in ms. */
export interface KnownState {
  /** Call before a request is sent. */
  readonly mark: (now: number) => Mark;
  /** Stores the components of a read that began at a mark; returns those whose shown values changed. */
  readonly receive: (
    components: readonly RawComponent[],
    began: Mark,
    now: number,
  ) => readonly KnownComponent[];
  /** Call before a write is sent. */
  readonly begin: (effect: Effect) => BegunWrite;
  /**
   * Ends the writes that the device did not show within the maximum time; returns the components whose shown values
   * changed.
   */
  readonly expire: (now: number) => readonly KnownComponent[];
  readonly find: (kind: string, index: number) => KnownComponent | undefined;
  /** True if a component has written values that no read has shown yet. */
  readonly isOpen: (kind: string, index: number) => boolean;
  /** Returns the time of the last read of any component; undefined before the first. */
  readonly readAt: () => number | undefined;
}

/** A write in progress; call the method that matches its result. */
export interface BegunWrite {
  /** Call if the device accepted the write: its values are shown from now on, until a read returns them or others. */
  readonly accepted: (now: number) => {
    readonly write: SentWrite;
    readonly changed: readonly KnownComponent[];
  };
  /**
   * Call if the answer was lost, so the write may have been carried out. Its values are not shown before a read returns
   * them.
   */
  readonly lost: (now: number) => SentWrite;
  /** Call if the command was refused or not sent, or if its result is not needed. */
  readonly forget: () => void;
}

/** Maximum time until the answers of a real device show a command, in ms (wire facts 7). */
export const maxApplyTime = 6_000;

/** Maximum number of values stored from writes whose result was not read. */
const maxUnread = 32;

interface Reading {
  readonly component: RawComponent;
  readonly began: Mark;
  readonly readAt: number;
}

/** One target that an open write sets. */
interface Mask {
  readonly id: string;
  readonly target: Target;
  /**
   * The values that the device showed before the write. They are ignored until the maximum time has passed; empty if
   * the component was not read.
   */
  readonly before: readonly unknown[];
  readonly isShown: boolean;
  readonly answered: Mark;
  readonly until: number;
  readonly end: (result: WriteResult, shownAt?: number) => void;
}

/** A write without an answer so far. */
interface InFlightWrite {
  readonly id: string;
  readonly targets: readonly Target[];
  readonly before: ReadonlyMap<string, unknown>;
  /**
   * Targets that a read has already shown with the written value: any other value read later is newer than the write.
   */
  readonly seen: Set<string>;
}

/**
 * Values that the device may still show for one target besides the last one read; stored until a read that begins later.
 */
interface Unread {
  readonly since: Mark;
  readonly values: readonly unknown[];
}

const idOf = ({ kind, index }: { readonly kind: string; readonly index: number }) => `${kind} ${index}`;

const toDifference = (kind: 'different' | 'unchanged', target: Target, read: unknown): WriteResult => ({
  kind,
  field: target.key,
  read,
  sent: target.value,
});

/** Returns the result of a write for one target according to a read; undefined if the read leaves the result open. */
const judge = (mask: Mask, datagram: object, began: Mark): WriteResult | undefined => {
  const { target, before } = mask;
  const read = target.read(datagram);
  const isBefore = before.length === 0 || before.some((value) => shows(read, value));
  if (began.order < mask.answered.order)
    return shows(read, target.value) && !isBefore ? { kind: 'shown' } : undefined;
  if (read === undefined) return { kind: 'unknown' };
  if (shows(read, target.value)) return { kind: 'shown' };
  if (!isBefore) return toDifference('different', target, read);
  return began.at < mask.until ? undefined : toDifference('unchanged', target, read);
};

const worstFirst = ['different', 'unchanged', 'superseded', 'unread', 'shown', 'unknown'] as const;

/** Combines the results for the targets of a write. */
const joinResults = (results: readonly WriteResult[]): WriteResult =>
  worstFirst.flatMap((kind) => results.find((each) => each.kind === kind) ?? [])[0] ?? { kind: 'unknown' };

/**
 * Creates the known state of a device from its answers. If a read began before a write was answered, it does not decide
 * the result of the write. After the answer, old values are hidden for as long as a device may take to apply a write;
 * any other value is shown. So no shown value is older than the written one, and no wrong value remains (wire facts 7).
 */
export function createKnownState(): KnownState {
  const readings = new Map<string, Reading>();
  const shown = new Map<string, object>();
  let masks: readonly Mask[] = [];
  const inFlight = new Set<InFlightWrite>();
  /** Values of writes that ended before a read showed their result, by component and then by target. */
  const unread = new Map<string, Map<string, Unread>>();
  let order = 0;
  let lastReadAt: number | undefined;

  const mark = (now: number): Mark => ({ order: ++order, at: now });

  const toKnown = (id: string): KnownComponent => {
    const { component, readAt } = readings.get(id)!;
    return { ...component, datagram: shown.get(id) as RawComponent['datagram'], readAt };
  };

  /** Updates the shown values of a component from its last read and the open writes; returns it if they changed. */
  const show = (id: string): readonly KnownComponent[] => {
    const reading = readings.get(id);
    if (reading === undefined) return [];
    const next = masks
      .filter((mask) => mask.id === id && mask.isShown)
      .reduce<object>(
        (datagram, { target }) =>
          target.read(datagram) === undefined ? datagram : target.write(datagram, target.value),
        reading.component.datagram,
      );
    const isSameAsShown = isDeepStrictEqual(shown.get(id), next);
    if (!isSameAsShown) shown.set(id, next);
    return isSameAsShown ? [] : [toKnown(id)];
  };

  const close = (mask: Mask, result: WriteResult, shownAt?: number) => {
    masks = masks.filter((each) => each !== mask);
    mask.end(result, shownAt);
  };

  /** Ends a write whose maximum time has passed: with the result of the last read, or as unread. */
  const end = (mask: Mask, now: number) => {
    const { id, target, before, answered } = mask;
    const reading = readings.get(id);
    const result =
      reading !== undefined && reading.began.order > answered.order
        ? judge(mask, reading.component.datagram, reading.began)
        : undefined;
    if (result !== undefined) return close(mask, result);
    const values = [...(unread.get(id)?.get(target.key)?.values ?? []), ...before, target.value];
    const all = unread.get(id) ?? new Map<string, Unread>();
    unread.set(id, all.set(target.key, { since: mark(now), values: [...new Set(values)].slice(-maxUnread) }));
    close(mask, { kind: 'unread' });
  };

  /** While an older write is open, the value may have been set by that write. */
  const noteSeen = ({ id, targets, before, seen }: InFlightWrite, datagram: object) => {
    const isOpen = (key: string) => masks.some((mask) => mask.id === id && mask.target.key === key);
    for (const { key, value, read } of targets)
      if (shows(read(datagram), value) && !shows(before.get(key), value) && !isOpen(key)) seen.add(key);
  };

  const receiveOne = (component: RawComponent, began: Mark, now: number) => {
    const id = idOf(component);
    // A message from the stream has overtaken the answer to an older request.
    if (began.order < (readings.get(id)?.began.order ?? 0)) return [];
    for (const write of inFlight) if (write.id === id) noteSeen(write, component.datagram);
    readings.set(id, { component, began, readAt: now });
    for (const [key, { since }] of unread.get(id) ?? [])
      if (since.order < began.order) unread.get(id)!.delete(key);
    for (const mask of masks.filter((each) => each.id === id)) {
      const result = judge(mask, component.datagram, began);
      if (result !== undefined) close(mask, result, began.at);
    }
    return show(id);
  };

  /** Opens a mask for each target of a write; older writes to the same targets end. */
  const open = (
    effect: Effect,
    { id, targets, before, seen }: InFlightWrite,
    now: number,
    isShown: boolean,
  ) => {
    const answered = mark(now);
    const results: WriteResult[] = [];
    let shownAt: number | undefined;
    for (const target of targets) {
      const older = masks.filter((mask) => mask.id === id && mask.target.key === target.key);
      for (const mask of older) close(mask, { kind: 'superseded' });
      if (seen.has(target.key)) {
        results.push({ kind: 'shown' });
        shownAt = Math.max(shownAt ?? 0, now);
        continue;
      }
      const values = [
        ...older.flatMap((mask) => [...mask.before, mask.target.value]),
        ...(unread.get(id)?.get(target.key)?.values ?? []),
      ];
      const mask: Mask = {
        id,
        target,
        before: [before.get(target.key), ...values].filter((value) => value !== undefined),
        isShown,
        answered,
        until: now + maxApplyTime,
        end: (result, at) => {
          results.push(result);
          shownAt = Math.max(shownAt ?? 0, at ?? 0);
        },
      };
      masks = [...masks, mask];
    }
    const result = () => (results.length < targets.length ? undefined : joinResults(results));
    const write: SentWrite = {
      effect,
      result,
      appliedAfter: () => (result()?.kind === 'shown' ? Math.max(0, (shownAt ?? now) - now) : undefined),
    };
    return { write, changed: show(id) };
  };

  return {
    mark,
    receive: (components, began, now) => {
      lastReadAt = now;
      return components.flatMap((component) => receiveOne(component, began, now));
    },
    begin: (effect) => {
      const datagram = readings.get(idOf(effect))?.component.datagram;
      const targets = targetsOf(effect);
      const before = new Map(
        datagram === undefined ? [] : targets.map(({ key, read }) => [key, read(datagram)]),
      );
      const write: InFlightWrite = { id: idOf(effect), targets, before, seen: new Set() };
      inFlight.add(write);
      const answered = (now: number, isShown: boolean) => {
        inFlight.delete(write);
        return open(effect, write, now, isShown);
      };
      return {
        accepted: (now) => answered(now, true),
        lost: (now) => answered(now, false).write,
        forget: () => void inFlight.delete(write),
      };
    },
    expire: (now) => {
      const over = masks.filter(({ until }) => until <= now);
      for (const mask of over) end(mask, now);
      return [...new Set(over.map(({ id }) => id))].flatMap(show);
    },
    find: (kind, index) => {
      const id = idOf({ kind, index });
      return shown.has(id) ? toKnown(id) : undefined;
    },
    isOpen: (kind, index) => masks.some(({ id }) => id === idOf({ kind, index })),
    readAt: () => lastReadAt,
  };
}

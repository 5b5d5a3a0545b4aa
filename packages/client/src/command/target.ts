import type { Effect } from '@plenum/protocol/command';
import { isRecord } from '@plenum/protocol/json';

/** One target of a write within a component: a field, or an entry of a list of lists. */
export interface Target {
  /** The location of the target: the keys to a field, or the list and the first item of the entry. */
  readonly path: readonly string[];
  /** Identifies the target within its component; equal for two writes to the same target. */
  readonly key: string;
  /** The value that the write sets. */
  readonly value: unknown;
  /** Reads the value in a datagram: undefined if it is omitted, null if the entry does not exist. */
  readonly read: (datagram: unknown) => unknown;
  /** Returns the datagram with the target set to a value, in the representation that the datagram uses. */
  readonly write: (datagram: object, value: unknown) => object;
}

/**
 * The value of a target in a datagram and the sent one. Null means that an entry does not exist, undefined that the
 * value is omitted.
 */
export interface Comparison {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly read: unknown;
}

type Row = Readonly<Record<string, unknown>>;

const readPath = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Row | undefined | null)?.[key], value);

/**
 * A flag that the device sends as a boolean stays a boolean (interface 2.8); members that a record does not set are
 * unchanged.
 */
const inFormOf = (before: unknown, value: unknown): unknown => {
  if (typeof before === 'boolean' && typeof value === 'number') return value === 1;
  if (Array.isArray(before) && Array.isArray(value))
    return before.map((item, at) => (at < value.length ? inFormOf(item, value[at]) : item));
  if (isRecord(before) && isRecord(value)) {
    const set = Object.entries(value).map(([key, inner]) => [key, inFormOf(before[key], inner)]);
    return { ...before, ...Object.fromEntries(set) };
  }
  return value;
};

const writePath = (value: unknown, [key, ...rest]: readonly string[], next: unknown): unknown => {
  if (key === undefined) return inFormOf(value, next);
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? writePath(item, rest, next) : item));
  return isRecord(value) && Object.hasOwn(value, key)
    ? { ...value, [key]: writePath(value[key], rest, next) }
    : value;
};

const fieldTarget = (path: readonly string[], value: unknown): Target => ({
  path,
  key: path.join('.'),
  value,
  read: (datagram) => readPath(datagram, path),
  write: (datagram, next) => writePath(datagram, path, next) as object,
});

type Entries = readonly (readonly unknown[])[];

const entryTarget = ({ list, first, value }: NonNullable<Effect['entry']>): Target => {
  const key = `${list}[${first}, ...]`;
  const entriesOf = (datagram: unknown) => readPath(datagram, [list]) as Entries | undefined;
  return {
    path: [key],
    key,
    value,
    read: (datagram) => {
      const entries = entriesOf(datagram);
      return Array.isArray(entries) ? (entries.find((entry) => entry?.[0] === first) ?? null) : undefined;
    },
    write: (datagram, next) => {
      const others = (entriesOf(datagram) ?? []).filter((entry) => entry?.[0] !== first);
      return { ...datagram, [list]: next === null ? others : [...others, next] };
    },
  };
};

/** Returns the targets that a command sets, each with its value. */
export const targetsOf = ({ fields, entry }: Effect): readonly Target[] => [
  ...fields.map(({ path, value }) => fieldTarget(path, value)),
  ...(entry === undefined ? [] : [entryTarget(entry)]),
];

/**
 * True if a value that was read matches the sent one; a list may be longer, a flag may be a boolean (interface 2.8).
 */
export function isSame(read: unknown, sent: unknown): boolean {
  if (typeof sent === 'object' && sent !== null)
    return Object.entries(sent).every(([key, value]) => isSame((read as Row | undefined)?.[key], value));
  if (typeof read === 'boolean') return Number(read) === sent;
  return typeof read === 'string' && typeof sent === 'string' ? read.trim() === sent.trim() : read === sent;
}

/** True if a datagram shows a value; null means that the entry does not exist. */
export const shows = (read: unknown, value: unknown): boolean =>
  value === null ? read === null : isSame(read, value);

/** Compares a datagram with everything that a command sets. */
export const compare = (datagram: unknown, effect: Effect): readonly Comparison[] =>
  targetsOf(effect).map(({ path, value, read }) => ({ path, sent: value, read: read(datagram) }));

/** True if the value differs from the sent one and is not omitted. */
export const differs = ({ sent, read }: Comparison): boolean => read !== undefined && !isSame(read, sent);

/**
 * Returns the first target whose value in a datagram differs from the sent one; ignores fields that the device omits.
 */
export const firstDifference = (datagram: unknown, effect: Effect): Comparison | undefined =>
  compare(datagram, effect).find(differs);

import type { Effect } from '@plenum/protocol/command';
import { isRecord } from '@plenum/protocol/json';
import { isSame } from './expectation.ts';

/** One thing of a component that a write sets: a field, or an entry of a list of lists. */
export interface Target {
  /** The same for two writes to the same thing of a component. */
  readonly key: string;
  /** What the write sets it to. */
  readonly value: unknown;
  /** What a datagram shows there: undefined where it leaves it out, null for an entry that is not there. */
  readonly read: (datagram: object) => unknown;
  /** The datagram with a value there, in the form that the datagram has it. */
  readonly write: (datagram: object, value: unknown) => object;
}

type Row = Readonly<Record<string, unknown>>;

const readPath = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Row | undefined | null)?.[key], value);

/** A flag that the device shows as a boolean stays one (interface 2.8); what a record does not set stays as it is. */
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
  key: path.join('.'),
  value,
  read: (datagram) => readPath(datagram, path),
  write: (datagram, next) => writePath(datagram, path, next) as object,
});

type Entries = readonly (readonly unknown[])[];

const entryTarget = ({ list, first, value }: NonNullable<Effect['entry']>): Target => {
  const entriesOf = (datagram: object) => (datagram as Row)[list] as Entries | undefined;
  return {
    key: `${list}[${first}, ...]`,
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

/** The things that a command sets, each with its value. */
export const targetsOf = ({ fields, entry }: Effect): readonly Target[] => [
  ...fields.map(({ path, value }) => fieldTarget(path, value)),
  ...(entry === undefined ? [] : [entryTarget(entry)]),
];

/** Whether a datagram shows a value: null is an entry that is not there. */
export const shows = (read: unknown, value: unknown): boolean =>
  value === null ? read === null : isSame(read, value);

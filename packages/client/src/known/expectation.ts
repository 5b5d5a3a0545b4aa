import type { Effect } from '@plenum/protocol/command';

/** One thing of a datagram beside what was sent: null for an entry that is not there, undefined for one left out. */
export interface Comparison {
  readonly path: readonly string[];
  readonly sent: unknown;
  readonly read: unknown;
}

type Body = Readonly<Record<string, unknown>>;

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Body | undefined | null)?.[key], value);

/** Whether a value read back is the one sent; a list may be longer, a flag may be a boolean (interface 2.8). */
export const isSame = (read: unknown, sent: unknown): boolean => {
  if (typeof sent === 'object' && sent !== null)
    return Object.entries(sent).every(([key, value]) => isSame((read as Body | undefined)?.[key], value));
  if (typeof read === 'boolean') return Number(read) === sent;
  return typeof read === 'string' && typeof sent === 'string' ? read.trim() === sent.trim() : read === sent;
};

const entryOf = (datagram: unknown, { list, first }: NonNullable<Effect['entry']>): unknown => {
  const entries = at(datagram, [list]);
  return Array.isArray(entries) ? (entries.find((entry) => entry?.[0] === first) ?? null) : undefined;
};

/** What a datagram shows of everything a command was to change. */
export const compare = (datagram: unknown, { fields, entry }: Effect): readonly Comparison[] => {
  const compared = fields.map(({ path, value }) => ({ path, sent: value, read: at(datagram, path) }));
  if (entry === undefined) return compared;
  const { list, first, value } = entry;
  return [...compared, { path: [`${list}[${first}, ...]`], sent: value, read: entryOf(datagram, entry) }];
};

/** Whether something shows another value than was sent. */
export const differs = ({ sent, read }: Comparison): boolean => read !== undefined && !isSame(read, sent);

/** The first thing in a datagram that does not show what was sent; fields a device leaves out tell nothing. */
export const firstDifference = (datagram: unknown, expected: Effect): Comparison | undefined =>
  compare(datagram, expected).find(differs);

import type { ComponentKind } from '@plenum/protocol/component';
import type { Dialect } from '@plenum/protocol/dialect';
import type { Query } from '@plenum/protocol/query';
import { fromV1Schedules, fromV1SystemSettings, fromV1Zones, v1Reads } from '@plenum/protocol/v1';
import type { Line } from '../line/line.ts';
import { askV1 } from '../way/ask.ts';
import type { Collected } from './collect.ts';
import { queryOf } from './query-of.ts';
import { type Reading, toReading } from './reading.ts';

type Entry = Readonly<Record<string, unknown>>;
const toEntries = (answer: unknown): readonly Entry[] =>
  (Array.isArray(answer) ? answer : [answer]).filter(
    (entry): entry is Entry => typeof entry === 'object' && entry !== null,
  );

const mappings: Partial<Record<ComponentKind, (entries: readonly Entry[]) => readonly object[]>> = {
  unit: (entries) => entries.map(fromV1SystemSettings),
  zone: fromV1Zones,
  schedule: fromV1Schedules,
};

const toComponents = (kind: ComponentKind, from: number, answer: unknown): Collected[] => {
  const datagrams = mappings[kind]?.(toEntries(answer)) ?? [];
  return (datagrams as readonly Entry[]).map((datagram, at) => {
    if (kind === 'unit') return { kind, index: 0, datagram };
    const index = typeof datagram.Index === 'number' ? datagram.Index : from + at;
    return { kind, index, datagram: { ...datagram, Index: index } };
  });
};

/**
 * Answers a query of the current interface from the original one: the unit, the zones and the favourites, with
 * the fields it tells (wire facts 8). A group of zones is read whole, so `components` has its neighbours too.
 */
export const readV1 = async (line: Line, dialect: Dialect, query: Query, no: number): Promise<Reading> => {
  const read = v1Reads.find(({ kind, from, to }) => queryOf(kind) === query && no >= from && no <= to);
  if (read === undefined) return { kind: 'unoffered' };
  const answer = await askV1(line, dialect, read.path);
  return toReading(answer, (value) => ({
    answer: value,
    components: toComponents(read.kind, read.from, value),
  }));
};

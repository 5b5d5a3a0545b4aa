import type { ComponentKind } from '@plenum/protocol/component';
import type { Dialect } from '@plenum/protocol/dialect';
import type { Query } from '@plenum/protocol/query';
import { fromV1Schedules, fromV1SystemSettings, fromV1Zones, v1Reads } from '@plenum/protocol/v1';
import type { Connection } from '../exchange/connection.ts';
import type { RawComponent } from './components.ts';
import { queryOf } from './query-of.ts';
import { type QueryResult, toQueryResult } from './query-result.ts';
import { requestV1 } from './request.ts';

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

const toComponents = (kind: ComponentKind, from: number, answer: unknown): RawComponent[] => {
  const datagrams = mappings[kind]?.(toEntries(answer)) ?? [];
  return (datagrams as readonly Entry[]).map((datagram, at) => {
    if (kind === 'unit') return { kind, index: 0, datagram };
    const index = typeof datagram.Index === 'number' ? datagram.Index : from + at;
    return { kind, index, datagram: { ...datagram, Index: index } };
  });
};

/**
 * Translates a query of the current interface to the original one: the unit, the zones and the favourites, with the
 * fields that the original interface has (wire facts 8). Zones are read in groups, so `components` contains the whole
 * group.
 */
export async function readV1(
  connection: Connection,
  dialect: Dialect,
  query: Query,
  no: number,
): Promise<QueryResult> {
  const read = v1Reads.find(({ kind, from, to }) => queryOf(kind) === query && no >= from && no <= to);
  if (read === undefined) return { kind: 'unsupported' };
  const answer = await requestV1(connection, dialect, read.path);
  return toQueryResult(answer, (value) => ({
    answer: value,
    components: toComponents(read.kind, read.from, value),
  }));
}

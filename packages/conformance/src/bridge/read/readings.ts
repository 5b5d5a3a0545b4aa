import type { ComponentKind } from '@plenum/protocol/component';
import { kinds } from '@plenum/protocol/component';
import type { Subsystem } from '@plenum/protocol/definition';
import { subsystemNames, subsystems } from '@plenum/protocol/definition';
import { type Dialect, dialects, fromWire, toWireText, toWord } from '@plenum/protocol/dialect';
import { isRecord } from '@plenum/protocol/json';
import { chosenPart, type Part, type Query, queriesOf } from '@plenum/protocol/query';
import { type V1Read, v1Reads } from '@plenum/protocol/v1';
import type { Exchange } from '../wire/exchange.ts';
import type { Recorder } from '../wire/recorder.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One query with its response; `value` is the response with neutral keys, `undefined` if there was none. */
export interface QueryReading {
  readonly query: Query;
  readonly no: number;
  readonly exchange: Exchange | undefined;
  readonly value: Json | undefined;
}

/** One read of the original interface. */
export interface V1Reading {
  readonly read: V1Read;
  readonly exchange: Exchange | undefined;
  readonly value: unknown;
}

/** A datagram in a response; `fields` are the fields that the query selects, unless the response has all. */
export interface FoundDatagram {
  readonly kind: ComponentKind;
  readonly datagram: unknown;
  readonly fields: readonly string[] | undefined;
  readonly reading: QueryReading;
}

/** True if every number in a value is 0 and every text is empty. */
export const isBlank = (value: unknown): boolean =>
  isRecord(value) ? Object.values(value).every(isBlank) : value === 0 || value === '' || value === false;

const idKey = 'HvacDeviceUId';

/** Returns the dialect of a response, from the key of the bridge's id. */
export const dialectOf = (value: unknown): Dialect | undefined =>
  isRecord(value) ? dialects.find((each) => Object.hasOwn(value, toWord(each, 'keys', idKey))) : undefined;

const jsonOf = (exchange: Exchange | undefined): unknown =>
  exchange?.answer?.kind === 'json' ? exchange.answer.value : undefined;

/** Returns the request for one query in a dialect (interface 4.2). */
export function toQueryRequest(query: Query, no: number, dialect: Dialect) {
  const { query: path, root } = subsystems[query.subsystem];
  return {
    method: 'POST',
    path: toWord(dialect, 'paths', path),
    body: toWireText(dialect, { [root]: { Type: query.type, No: no, No1: 0 } }),
  } as const;
}

/** Sends one query, and repeats it after `{BUSY}` and lost responses. */
export async function read(
  recorder: Recorder,
  dialect: Dialect,
  { query, no, mayBeUnknown }: { query: Query; no: number; mayBeUnknown: boolean },
): Promise<QueryReading> {
  const exchange = await recorder.ask(toQueryRequest(query, no, dialect), { mayBeUnknown });
  const json = jsonOf(exchange);
  const value = isRecord(json) ? (fromWire(dialectOf(json) ?? dialect, json) as Json) : undefined;
  return { query, no, exchange, value };
}

/** Returns the bridge's dialect of the current interface; `undefined` if it has only the original one. */
export async function findDialect(
  recorder: Recorder,
  given: Dialect | undefined,
): Promise<Dialect | undefined> {
  const [settings] = queriesOf('ac');
  const [system] = v1Reads;
  while (!recorder.isLost()) {
    let known: Dialect | undefined;
    let isSilent = false;
    for (const dialect of given === undefined ? dialects : [given]) {
      const exchange = await recorder.ask(toQueryRequest(settings!, 0, dialect), { mayBeUnknown: true });
      const found = dialectOf(jsonOf(exchange));
      if (found !== undefined) return found;
      // The bridge has the path but no ducted unit.
      if (exchange?.response?.status === 409) known ??= dialect;
      isSilent ||= exchange?.end === 'timeout';
    }
    if (known !== undefined || !isSilent) return known;
    // A device may not respond at an unknown path. If the original interface does not respond either, the bridge is
    // only stalled, so the check waits.
    const original = await recorder.ask({ method: 'GET', path: system!.path }, { mayBeUnknown: true });
    if (original?.end !== 'timeout') return undefined;
    await recorder.ask({ method: 'GET', path: system!.path });
  }
  return undefined;
}

/** The fields with the number of components from which a query selects one with `No`. */
export const counters: Partial<Record<ComponentKind, string>> = {
  zone: 'NoOfZones',
  station: 'NoOfStations',
  lamp: 'LiNext',
  wallSwitch: 'SWNext',
  lampDiagnostics: 'LiNext',
};

/** Returns the query for the settings of a subsystem: the first query without a selection. */
const settingsOf = (subsystem: Subsystem): Query =>
  queriesOf(subsystem).find((query) => chosenPart(query) === undefined)!;

/** Returns the values of `No` to read: one for each component that the settings count, and one more. */
const numbersOf = (query: Query, settings: Json): readonly number[] => {
  const part = chosenPart(query);
  if (part === undefined) return [0];
  const counter = counters[part.kind];
  const [name = ''] = Object.keys(settingsOf(query.subsystem).answer);
  const counted = counter === undefined ? undefined : (settings[name] as Json | undefined)?.[counter];
  const count = typeof counted === 'number' ? Math.min(Math.max(counted + 1, 1), part.count) : part.count;
  return Array.from({ length: count }, (_, no) => no);
};

/** Sends every query of every installed subsystem (interface 4.2). */
export async function readCurrent(recorder: Recorder, dialect: Dialect): Promise<readonly QueryReading[]> {
  const readings: QueryReading[] = [];
  for (const subsystem of subsystemNames) {
    const first = settingsOf(subsystem);
    const others = queriesOf(subsystem).filter((query) => query !== first);
    const settings = await read(recorder, dialect, {
      query: first,
      no: 0,
      mayBeUnknown: subsystem !== 'ac',
    });
    readings.push(settings);
    if (settings.value === undefined) continue;
    for (const query of others)
      for (const no of numbersOf(query, settings.value))
        readings.push(await read(recorder, dialect, { query, no, mayBeUnknown: false }));
  }
  return readings;
}

/** Reads the original interface (wire facts 8). */
export async function readOriginal(recorder: Recorder, dialect: Dialect): Promise<readonly V1Reading[]> {
  const readings: V1Reading[] = [];
  for (const each of v1Reads) {
    const exchange = await recorder.ask({ method: 'GET', path: each.path }, { mayBeUnknown: true });
    const json = jsonOf(exchange);
    const first = Array.isArray(json) ? json[0] : json;
    readings.push({ read: each, exchange, value: json && fromWire(dialectOf(first) ?? dialect, json) });
  }
  return readings;
}

const datagramsAt = (part: Part, value: unknown, reading: QueryReading): readonly FoundDatagram[] => {
  switch (part.from) {
    case 'one': {
      const { and = {} } = part;
      const own = { kind: part.kind, datagram: value, fields: part.fields, reading };
      return [own, ...membersAt(and, value, reading)];
    }
    case 'nth':
    case 'portion':
      return [{ kind: part.kind, datagram: value, fields: undefined, reading }];
    case 'all':
      return (Array.isArray(value) ? value : []).map((datagram) => ({
        kind: part.kind,
        datagram,
        fields: part.fields,
        reading,
      }));
    case 'firmware':
      return [];
    case 'object':
      return membersAt(part.members, value, reading);
  }
};

const membersAt = (
  members: Readonly<Record<string, Part>>,
  value: unknown,
  reading: QueryReading,
): readonly FoundDatagram[] =>
  Object.entries(members).flatMap(([key, part]) =>
    isRecord(value) && value[key] !== undefined ? datagramsAt(part, value[key], reading) : [],
  );

/** Returns the datagrams in a response, by the definition of its query. */
export const datagramsIn = (reading: QueryReading): readonly FoundDatagram[] =>
  reading.value === undefined ? [] : membersAt(reading.query.answer, reading.value, reading);

/** Returns the name of a datagram for sentences: `ZonesV2 3`. */
export function nameOf({ kind, datagram }: FoundDatagram): string {
  const { name, key } = kinds[kind];
  const index = key === undefined || !isRecord(datagram) ? undefined : datagram[key];
  return typeof index === 'number' ? `${name} ${index}` : name;
}

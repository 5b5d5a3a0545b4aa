import { type AnyCommand, catalogue, checkCommand } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, kinds } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import { type Dialect, neutral, toWireText, toWord } from '@plenum/protocol/dialect';
import { tableOf } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';
import { type Part, type Query, queries } from '@plenum/protocol/query';
import {
  fromV1Schedules,
  fromV1SystemSettings,
  fromV1Zones,
  toV1Command,
  type V1Read,
  v1Reads,
} from '@plenum/protocol/v1';
import {
  datagramsIn,
  type Json,
  type QueryReading,
  read,
  readCurrent,
  readOriginal,
} from '../read/readings.ts';
import type { Recorder } from '../wire/recorder.ts';
import type { Before } from './plan.ts';

/** A command as it is sent. */
interface PostedCommand {
  readonly path: string;
  readonly body: string;
}

/** Reads components and sends commands in one version of the interface. */
export interface WireVersion {
  readonly readComponent: (kind: ComponentKind, index: number) => Promise<Json | undefined>;
  readonly readAll: () => Promise<Before>;
  /**
   * Returns a command by its name, with `v1 SystemON` for the original interface; `undefined` if the version does not
   * have it.
   */
  readonly toPosted: (name: string, body: Json) => PostedCommand | undefined;
}

const toV1Posted = (name: string, body: unknown): PostedCommand => ({
  path: `/${name}`,
  body: JSON.stringify(body),
});

const hasWhole = (part: Part, kind: ComponentKind): boolean => {
  if (part.from === 'object') return Object.values(part.members).some((each) => hasWhole(each, kind));
  return part.from !== 'firmware' && part.kind === kind && !('fields' in part && part.fields !== undefined);
};

const queryOf = (kind: ComponentKind): Query =>
  queries.find(({ answer }) => Object.values(answer).some((part) => hasWhole(part, kind)))!;

/** Collects the components from several responses, by kind. */
export function toBefore(readings: readonly QueryReading[]): Before {
  const found = readings
    .flatMap(datagramsIn)
    .filter(({ fields, datagram }) => fields === undefined && isRecord(datagram));
  return byKind((kind) => found.filter((each) => each.kind === kind).map(({ datagram }) => datagram as Json));
}

const byKind = (of: (kind: ComponentKind) => readonly Json[]): Before => tableOf(componentKinds, of);

/** The current interface, in the dialect of a bridge; it also sends the commands of the original interface. */
export const currentVersion = (recorder: Recorder, dialect: Dialect): WireVersion => ({
  readComponent: async (kind, index) => {
    const reading = await read(recorder, dialect, { query: queryOf(kind), no: index, mayBeUnknown: false });
    const { key } = kinds[kind];
    return datagramsIn(reading)
      .filter((each) => each.kind === kind && isRecord(each.datagram))
      .map(({ datagram }) => datagram as Json)
      .find((each) => key === undefined || each[key] === index);
  },
  readAll: async () => toBefore(await readCurrent(recorder, dialect)),
  toPosted: (name, body) => {
    if (name.startsWith('v1 ')) return toV1Posted(name.slice('v1 '.length), body);
    const { control } = subsystems[catalogue.get(name)!.subsystem];
    return { path: toWord(dialect, 'paths', control), body: toWireText(dialect, body) };
  },
});

const fromV1: Readonly<Record<V1Read['kind'], (entries: readonly Json[]) => readonly object[]>> = {
  unit: (entries) => entries.map(fromV1SystemSettings),
  zone: fromV1Zones,
  schedule: fromV1Schedules,
};

const toDatagrams = ({ kind, from }: V1Read, value: unknown): readonly Json[] =>
  (fromV1[kind]((Array.isArray(value) ? value : [value]).filter(isRecord)) as readonly Json[]).map(
    (datagram, at) => (kind === 'unit' ? datagram : { ...datagram, Index: datagram.Index ?? from + at }),
  );

/**
 * The original interface, for a bridge that has no other: it shows some fields of the current interface (wire facts 8).
 */
export const originalVersion = (recorder: Recorder): WireVersion => ({
  readComponent: async (kind, index) => {
    const found = v1Reads.find((each) => each.kind === kind && index >= each.from && index <= each.to);
    const exchange = found && (await recorder.ask({ method: 'GET', path: found.path }));
    if (found === undefined || exchange?.answer?.kind !== 'json') return undefined;
    return toDatagrams(found, exchange.answer.value).find(
      (each) => found.kind === 'unit' || each.Index === index,
    );
  },
  readAll: async () => {
    const readings = await readOriginal(recorder, neutral);
    const of = (kind: ComponentKind) =>
      readings
        .filter(({ read }) => read.kind === kind)
        .flatMap(({ read, value }) => toDatagrams(read, value));
    const [unit] = of('unit');
    // The list also has entries for zones that are not installed.
    const zones = of('zone').slice(0, Number(unit?.NoOfZones ?? 0));
    return byKind((kind) => (kind === 'zone' ? zones : of(kind)));
  },
  toPosted: (name, body) => {
    if (name.startsWith('v1 ')) return toV1Posted(name.slice('v1 '.length), body);
    const command = checkCommand(body);
    const order = command.ok ? toV1Command(command.value as AnyCommand) : undefined;
    return order && toV1Posted(order.name, { [order.name]: order.value });
  },
});

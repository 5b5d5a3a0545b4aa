import type { ComponentKind } from '@plenum/protocol/component';
import type { Subsystem } from '@plenum/protocol/definition';
import type { Dialect } from '@plenum/protocol/dialect';
import { isRecord } from '@plenum/protocol/json';
import { queriesOf } from '@plenum/protocol/query';
import type { Probes, StreamEvidence } from './read/probes.ts';
import {
  datagramsIn,
  type FoundDatagram,
  isBlank,
  type Json,
  type QueryReading,
  type V1Reading,
} from './read/readings.ts';
import type { DiscoveryEvidence } from './wire/discovery.ts';
import type { Exchange } from './wire/exchange.ts';
import type { ReceivedNotification } from './wire/notifications.ts';
import type { Incident } from './wire/recorder.ts';

/** A command that was sent, and what followed. */
export interface CommandAttempt {
  readonly command: string;
  readonly body: unknown;
  /** Whether its values are within the limits. */
  readonly isInside: boolean;
  readonly exchange: Exchange | undefined;
  readonly result: 'done' | 'refused' | 'lost';
  /** What the bridge said where it refused. */
  readonly sentence: string;
  /** What the component showed afterwards: what was sent, something else, or nothing about it. */
  readonly shown: 'yes' | 'no' | 'unknown';
  /** Milliseconds until it was shown. */
  readonly shownAfter: number;
  /** A field that shows another value than was sent, in a sentence. */
  readonly difference: string;
  readonly at: number;
  readonly kind: ComponentKind;
}

/** What commands did, and what could not be put back. */
export interface WriteEvidence {
  readonly attempts: readonly CommandAttempt[];
  /** Commands without a component to send them to, or that are never sent here, with the reason. */
  readonly skipped: ReadonlyMap<string, string>;
  readonly notRestored: readonly string[];
  /** When the last command was answered. */
  readonly endedAt: number;
}

/** Everything that was seen of a bridge. */
export interface BridgeEvidence {
  readonly host: string;
  readonly port: number;
  /** Of the current interface; undefined where the bridge has the original one only. */
  readonly dialect: Dialect | undefined;
  readonly isLost: boolean;
  readonly accessKey: boolean;
  readonly readings: readonly QueryReading[];
  readonly original: readonly V1Reading[];
  readonly discovery: DiscoveryEvidence | undefined;
  readonly probes: Probes;
  /** The same reading several times at once. */
  readonly atOnce: readonly Exchange[];
  readonly exchanges: readonly Exchange[];
  readonly incidents: readonly Incident[];
  readonly notifications: readonly ReceivedNotification[];
  /** Milliseconds for which notifications were listened to; 0 where they could not be. */
  readonly listened: number;
  /** The first event of the live stream, where there is one. */
  readonly stream: StreamEvidence | undefined;
  readonly writes: WriteEvidence | undefined;
}

/** The answer to one query; undefined where it was refused or not sent. */
export const readingOf = (
  { readings }: BridgeEvidence,
  subsystem: Subsystem,
  type: number,
  no = 0,
): QueryReading | undefined =>
  readings.find(({ query, no: at }) => query.subsystem === subsystem && query.type === type && at === no);

/** Whether a subsystem answered the first of its queries. */
export const isThere = (evidence: BridgeEvidence, subsystem: Subsystem): boolean =>
  readingOf(evidence, subsystem, queriesOf(subsystem)[0]!.type)?.value !== undefined;

/** The exchanges in which an answer came. */
export const answeredOf = ({ exchanges }: BridgeEvidence): readonly Exchange[] =>
  exchanges.filter(({ end }) => end === 'answered');

const cache = new WeakMap<readonly QueryReading[], readonly FoundDatagram[]>();

/** The datagrams of all answers. */
export const allDatagrams = ({ readings }: BridgeEvidence): readonly FoundDatagram[] => {
  const known = cache.get(readings) ?? readings.flatMap(datagramsIn);
  cache.set(readings, known);
  return known;
};

/** The whole datagrams of a kind, as objects. */
export const datagramsOf = (evidence: BridgeEvidence, kind: ComponentKind): readonly Json[] =>
  allDatagrams(evidence)
    .filter((found) => found.kind === kind && found.fields === undefined)
    .map(({ datagram }) => datagram)
    .filter(isRecord);

/** Whether the unit is the placeholder of a bridge that lost the bus of its air conditioner: every number 0, every text empty (wire facts 6). */
export const isPlaceholder = (evidence: BridgeEvidence): boolean => {
  const [unit] = datagramsOf(evidence, 'unit');
  return unit !== undefined && Object.keys(unit).length > 3 && isBlank(unit);
};

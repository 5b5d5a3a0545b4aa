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

/** A sent command and its effect. */
export interface CommandAttempt {
  readonly command: string;
  readonly body: unknown;
  /** True if the values of the command are within the limits. */
  readonly isInside: boolean;
  readonly exchange: Exchange | undefined;
  readonly result: 'done' | 'refused' | 'lost';
  /** The sentence of the refusal, if the bridge refused the command. */
  readonly sentence: string;
  /**
   * The effect that was read back: `yes` if the component then showed the sent value, `no` if it showed another one,
   * `unknown` if it was not read or no field shows the value.
   */
  readonly shown: 'yes' | 'no' | 'unknown';
  /** Milliseconds until the component showed the sent value. */
  readonly shownAfter: number;
  /** A sentence about a field that shows a different value from the one sent. */
  readonly difference: string;
  readonly at: number;
  readonly kind: ComponentKind;
}

/** The effects of commands, and the settings that could not be restored. */
export interface WriteEvidence {
  readonly attempts: readonly CommandAttempt[];
  /** Commands without a component, and commands that the check never sends, with the reason. */
  readonly skipped: ReadonlyMap<string, string>;
  readonly notRestored: readonly string[];
  /** Time of the last response to a command. */
  readonly endedAt: number;
}

/** All observations of a bridge. */
export interface BridgeEvidence {
  readonly host: string;
  readonly port: number;
  /** Dialect of the current interface; `undefined` if the bridge has only the original one. */
  readonly dialect: Dialect | undefined;
  readonly isLost: boolean;
  readonly accessKey: boolean;
  readonly readings: readonly QueryReading[];
  readonly original: readonly V1Reading[];
  readonly discovery: DiscoveryEvidence | undefined;
  readonly probes: Probes;
  /** Several parallel reads of the same component. */
  readonly atOnce: readonly Exchange[];
  readonly exchanges: readonly Exchange[];
  readonly incidents: readonly Incident[];
  readonly notifications: readonly ReceivedNotification[];
  /** Milliseconds spent listening for change notices; 0 if listening was impossible. */
  readonly listened: number;
  /** The first event of the live stream, if there is one. */
  readonly stream: StreamEvidence | undefined;
  readonly writes: WriteEvidence | undefined;
}

/** Returns the response to one query; `undefined` if it was refused or not sent. */
export const readingOf = (
  { readings }: BridgeEvidence,
  subsystem: Subsystem,
  type: number,
  no = 0,
): QueryReading | undefined =>
  readings.find(({ query, no: at }) => query.subsystem === subsystem && query.type === type && at === no);

/** True if a subsystem responded to the first of its queries. */
export const isThere = (evidence: BridgeEvidence, subsystem: Subsystem): boolean =>
  readingOf(evidence, subsystem, queriesOf(subsystem)[0]!.type)?.value !== undefined;

/** Returns the exchanges with a response. */
export const answeredOf = ({ exchanges }: BridgeEvidence): readonly Exchange[] =>
  exchanges.filter(({ end }) => end === 'answered');

const cache = new WeakMap<readonly QueryReading[], readonly FoundDatagram[]>();

/** Returns the datagrams in all responses. */
export function allDatagrams({ readings }: BridgeEvidence): readonly FoundDatagram[] {
  const known = cache.get(readings) ?? readings.flatMap(datagramsIn);
  cache.set(readings, known);
  return known;
}

/** Returns the complete datagrams of a kind, as objects. */
export const datagramsOf = (evidence: BridgeEvidence, kind: ComponentKind): readonly Json[] =>
  allDatagrams(evidence)
    .filter((found) => found.kind === kind && found.fields === undefined)
    .map(({ datagram }) => datagram)
    .filter(isRecord);

/**
 * True if the unit is the placeholder of a bridge that lost the bus of its air conditioner: every number 0, every text
 * empty (wire facts 6).
 */
export function isPlaceholder(evidence: BridgeEvidence): boolean {
  const [unit] = datagramsOf(evidence, 'unit');
  return unit !== undefined && Object.keys(unit).length > 3 && isBlank(unit);
}

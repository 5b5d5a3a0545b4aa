import type { ComponentKind, Datagrams } from '@plenum/protocol/component';
import type { Subsystem } from '@plenum/protocol/definition';
import { type Query, queriesOf, readFirmware } from '@plenum/protocol/query';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { ReceivedDatagram } from '../session/components.ts';
import { queryOf } from '../session/query-of.ts';
import type { QueryAnswer } from '../session/query-result.ts';
import { type DatagramsOptions, readDatagrams } from './read-datagrams.ts';

/** The state of the unit and its zones in one answer (wire facts 2, AC Type 7). */
export type BulkStatus = ReceivedDatagram<'unit'> & {
  readonly Zones?: readonly Partial<ReceivedDatagram<'zone'>>[];
};

/** The queries of a bridge. Each method rejects with a `BridgeError`. */
export interface Reads {
  readonly unit: () => Promise<ReceivedDatagram<'unit'>>;
  readonly faults: () => Promise<ReceivedDatagram<'faults'>>;
  /** Measurements and counters of a brand A unit; refused by a bridge with another unit. */
  readonly brandStatus: () => Promise<ReceivedDatagram<'brandStatus'>>;
  readonly zone: (index: number) => Promise<ReceivedDatagram<'zone'>>;
  readonly zones: () => Promise<readonly ReceivedDatagram<'zone'>[]>;
  readonly schedule: (index: number) => Promise<ReceivedDatagram<'schedule'>>;
  readonly schedules: () => Promise<readonly ReceivedDatagram<'schedule'>[]>;
  readonly bulkStatus: () => Promise<BulkStatus>;
  /** Reads the name and version of each module. */
  readonly firmware: () => Promise<readonly string[]>;
  readonly splitSystem: () => Promise<ReceivedDatagram<'splitSystem'>>;
  readonly splits: () => Promise<readonly ReceivedDatagram<'split'>[]>;
  readonly splitFavourites: () => Promise<readonly ReceivedDatagram<'splitFavourite'>[]>;
  readonly vrfs: () => Promise<readonly ReceivedDatagram<'vrf'>[]>;
  readonly vrfFavourite: (index: number) => Promise<ReceivedDatagram<'vrfFavourite'>>;
  readonly irrigation: () => Promise<ReceivedDatagram<'irrigation'>>;
  readonly program: (index: number) => Promise<ReceivedDatagram<'program'>>;
  readonly station: (index: number) => Promise<ReceivedDatagram<'station'>>;
  readonly power: () => Promise<ReceivedDatagram<'power'>>;
  readonly powerStatus: () => Promise<ReceivedDatagram<'powerStatus'>>;
  /** One component of any kind. */
  readonly component: <K extends ComponentKind>(kind: K, index?: number) => Promise<ReceivedDatagram<K>>;
  /** All components of any kind. */
  readonly components: <K extends ComponentKind>(kind: K) => Promise<readonly ReceivedDatagram<K>[]>;
  /** All components, or those of some kinds; a kind is empty if it is not installed. */
  readonly datagrams: (options?: DatagramsOptions) => Promise<Datagrams>;
  /** Sends any query by subsystem and Type; returns the answer with neutral keys, including its envelope. */
  readonly query: (subsystem: Subsystem, type: number, no?: number) => Promise<unknown>;
}

const findQuery = (subsystem: Subsystem, type: number): Query => {
  const query = queriesOf(subsystem).find((each) => each.type === type);
  if (query === undefined)
    throw new BridgeError('invalid', `There is no query of type ${type} for ${subsystem}.`);
  return query;
};

/** Returns a member of an answer to AC Type 6 or 7. */
const memberOf = (answer: unknown, key: string): unknown =>
  typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[key] : undefined;

const throwMissing = (_: Subsystem, error: BridgeError) => {
  throw error;
};

/** Creates the queries of a bridge; `where` names the bridge in errors. */
export function createReads(
  request: (query: Query, no: number) => Promise<QueryAnswer>,
  where: string,
): Reads {
  const all = async (kind: ComponentKind, index = 0) => {
    const { components } = await request(queryOf(kind), index);
    return components.filter((each) => each.kind === kind);
  };
  const one = async <K extends ComponentKind>(kind: K, index = 0): Promise<ReceivedDatagram<K>> => {
    const found = (await all(kind, index)).find((each) => each.index === index);
    if (found === undefined) throw new BridgeError('unsupported', `${where} has no ${kind} ${index}.`);
    return found.datagram as ReceivedDatagram<K>;
  };
  const many = async <K extends ComponentKind>(kind: K): Promise<readonly ReceivedDatagram<K>[]> =>
    (await all(kind)).map(({ datagram }) => datagram as ReceivedDatagram<K>);

  const datagrams = (wanted?: DatagramsOptions): Promise<Datagrams> => {
    /**
     * The answers by query. One answer may contain several kinds, and is not requested again even if one of them is
     * missing.
     */
    const answers = new Map<string, Promise<QueryAnswer>>();
    return readDatagrams(async (kind, index) => {
      const query = queryOf(kind);
      const key = `${query.subsystem} ${query.type} ${index}`;
      const answer = answers.get(key) ?? request(query, index);
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
      return (await answer).components;
    }, wanted);
  };
  const listed = async <K extends ComponentKind>(kind: K) =>
    (await datagrams({ kinds: [kind], onMissing: throwMissing }))[kind] as readonly ReceivedDatagram<K>[];
  const answerTo = async (subsystem: Subsystem, type: number, no = 0) =>
    (await request(findQuery(subsystem, type), no)).answer;

  return {
    unit: () => one('unit'),
    faults: () => one('faults'),
    brandStatus: () => one('brandStatus'),
    zone: (index) => one('zone', index),
    zones: () => listed('zone'),
    schedule: (index) => one('schedule', index),
    schedules: () => listed('schedule'),
    bulkStatus: async () => (memberOf(await answerTo('ac', 7), 'HvacStatusV2') ?? {}) as BulkStatus,
    firmware: async () => readFirmware(memberOf(await answerTo('ac', 6), 'Fmw')),
    splitSystem: () => one('splitSystem'),
    splits: () => many('split'),
    splitFavourites: () => many('splitFavourite'),
    vrfs: () => many('vrf'),
    vrfFavourite: (index) => one('vrfFavourite', index),
    irrigation: () => one('irrigation'),
    program: (index) => one('program', index),
    station: (index) => one('station', index),
    power: () => one('power'),
    powerStatus: () => one('powerStatus'),
    component: one,
    components: listed,
    datagrams,
    query: answerTo,
  };
}

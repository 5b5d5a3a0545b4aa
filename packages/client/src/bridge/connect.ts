import { type CommandBody, type CommandName, checkCommand, type Subsystem } from '@plenum/protocol/command';
import type { ComponentKind, ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { DiagnosticsBundle } from '@plenum/protocol/diagnostics';
import type { ExplanationAnswer } from '@plenum/protocol/explain';
import { type Query, queriesOf } from '@plenum/protocol/query';
import { toSentence } from '@plenum/protocol/refusal';
import { type CommandDeps, type CommandOptions, type CommandResult, perform } from '../command/perform.ts';
import { type Connection, openConnection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Trust } from '../http/secure-socket.ts';
import { createKnowledge, type Knowledge } from '../known/knowledge.ts';
import { createQueue } from '../queue/queue.ts';
import type { ReceivedDatagram } from '../read/components.ts';
import { queryOf } from '../read/query-of.ts';
import type { QueryAnswer } from '../read/query-result.ts';
import { openSession, type UnknownRequest } from '../session/session.ts';
import type { ProtocolVersion } from '../version/protocol-version.ts';
import { readDiagnostics } from './diagnostics.ts';
import { createEnergy, type Energy } from './energy.ts';
import { createExplain } from './explain.ts';
import { createGarageDoor, type GarageDoor } from './garage-door.ts';
import { createHistory, type History } from './history.ts';
import { type BridgeOptions, readOptions } from './options.ts';
import { type DatagramsOptions, readDatagrams } from './read-datagrams.ts';
import { createSimulation, type Simulation } from './simulation.ts';

/** The state of the unit and its zones in one answer (wire facts 2, AC Type 7). */
export type BulkStatus = ReceivedDatagram<'unit'> & {
  readonly Zones?: readonly Partial<ReceivedDatagram<'zone'>>[];
};

/**
 * A bridge on the local network, one request at a time. Every method rejects with a `BridgeError`. Datagrams are as the
 * device sent them, so any field may be missing and any enumeration may have a new number.
 */
export interface Bridge extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** How it is recognized over https; undefined over http. */
  readonly trust: Trust | undefined;
  /** The options it was opened with. */
  readonly options: BridgeOptions;
  /** Detected by a request the first time. */
  readonly protocolVersion: () => Promise<ProtocolVersion>;
  /** @deprecated Use protocolVersion. */
  readonly way: () => Promise<ProtocolVersion>;
  readonly unit: () => Promise<ReceivedDatagram<'unit'>>;
  readonly faults: () => Promise<ReceivedDatagram<'faults'>>;
  /** What a unit of brand A measures and counts; refused by a bridge with another unit. */
  readonly brandStatus: () => Promise<ReceivedDatagram<'brandStatus'>>;
  readonly zone: (index: number) => Promise<ReceivedDatagram<'zone'>>;
  readonly zones: () => Promise<readonly ReceivedDatagram<'zone'>[]>;
  readonly schedule: (index: number) => Promise<ReceivedDatagram<'schedule'>>;
  readonly schedules: () => Promise<readonly ReceivedDatagram<'schedule'>[]>;
  readonly bulkStatus: () => Promise<BulkStatus>;
  /** The name and version of each module. */
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
  /** All components, or those of some kinds; empty for what is not installed. */
  readonly datagrams: (options?: DatagramsOptions) => Promise<Datagrams>;
  /** Any query by subsystem and Type: the answer with neutral keys, envelope included. */
  readonly query: (subsystem: Subsystem, type: number, no?: number) => Promise<unknown>;
  /** Checks a command, sends it, and reads it back if `verify` is set. */
  readonly command: <Name extends CommandName>(
    name: Name,
    body: CommandBody<Name>,
    options?: CommandOptions,
  ) => Promise<CommandResult>;
  /**
   * Sends a query or command that the protocol does not define, once and as it is; resolves to the JSON of the answer with
   * neutral keys, or undefined where it has none. Not sent any more once the signal is aborted.
   */
  readonly passOn: (request: UnknownRequest, signal?: AbortSignal) => Promise<unknown>;
  /** What is known of it from its answers and from what was written. */
  readonly knowledge: Knowledge;
  /** Whether its last answer came from Plenum; undefined before the first. */
  readonly isPlenum: () => boolean | undefined;
  /** A garage door, by the number of its lamp: opened or closed by a press only where it is not so already. */
  readonly garageDoor: (index: number) => GarageDoor;
  /** The simulation controls, where the house is simulated. */
  readonly simulation: Simulation;
  /** The recorded energy, where the bridge is one of Plenum. */
  readonly energy: Energy;
  /** What was recorded, where the bridge is one of Plenum. */
  readonly history: History;
  /** Why a component is as it is and what would change it. */
  readonly explain: (ref: ComponentRef) => Promise<ExplanationAnswer>;
  /** What somebody who helps needs to see of a Plenum bridge, without names and secrets. */
  readonly diagnostics: () => Promise<DiagnosticsBundle>;
  /** Ends all requests that wait or run with a `closed` error. */
  readonly close: () => void;
}

const findQuery = (subsystem: Subsystem, type: number): Query => {
  const query = queriesOf(subsystem).find((each) => each.type === type);
  if (query === undefined) throw new BridgeError('invalid', `There is no query ${type} of ${subsystem}.`);
  return query;
};

/** How long a command may wait for others before it, in milliseconds; its sender has given up long before. */
const maxWriteWait = 15_000;

/** The components that an answer has whole. */
const wholeComponents = (query: Query, { components }: QueryAnswer) =>
  components.filter(({ kind }) => queryOf(kind) === query);

/** The member of an answer to AC Type 6 or 7. */
const memberOf = (answer: unknown, key: string): unknown =>
  typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[key] : undefined;

/**
 * Opens a bridge. Nothing is sent before the first query or command, which also detects its dialect and whether it has the
 * current interface or only the original one.
 * @throws BridgeError `invalid` for invalid options
 */
export const connectBridge = (options: BridgeOptions): Bridge => {
  const end = new AbortController();
  const { connection: connectionOptions, hints } = readOptions(options, end.signal);
  const connection: Connection = openConnection(connectionOptions);
  const session = openSession(connection, hints);
  const { clock } = connectionOptions;
  const queue = createQueue({
    now: clock.now,
    maxWait: maxWriteWait,
    toError: (why) =>
      why === 'nobody'
        ? new BridgeError('closed', 'The command was not sent: nobody waits for it any more.', {
            wasNotSent: true,
          })
        : new BridgeError(
            'busy',
            `${connection.where} was busy with other commands for ${maxWriteWait / 1000} s; this one was not sent.`,
          ),
  });
  const protocolVersion = () => queue.read('version', session.version);
  const newest: CommandDeps['newest'] = new Map();
  const simulation = createSimulation(connection);
  const energy = createEnergy(connection);
  const history = createHistory(connection);

  const request = (query: Query, no: number, isUrgent = false): Promise<QueryAnswer> => {
    const read = async () => {
      const began = knowledge.mark();
      const answer = await session.read(query, no);
      knowledge.receive(wholeComponents(query, answer), began);
      return answer;
    };
    return queue.read(`${query.subsystem} ${query.type} ${no}`, read, isUrgent);
  };
  const knowledge = createKnowledge({
    clock,
    signal: end.signal,
    read: ({ kind, index }) => request(queryOf(kind), index, true),
  });

  const all = async (kind: ComponentKind, index = 0) => {
    const { components } = await request(queryOf(kind), index);
    return components.filter((each) => each.kind === kind);
  };
  const missing = (kind: ComponentKind, index: number) =>
    new BridgeError('unsupported', `${connection.where} shows no ${kind} ${index}.`);

  const one = async <K extends ComponentKind>(kind: K, index = 0): Promise<ReceivedDatagram<K>> => {
    const found = (await all(kind, index)).find((each) => each.index === index);
    if (found === undefined) throw missing(kind, index);
    return found.datagram as ReceivedDatagram<K>;
  };
  const many = async <K extends ComponentKind>(kind: K): Promise<readonly ReceivedDatagram<K>[]> =>
    (await all(kind)).map(({ datagram }) => datagram as ReceivedDatagram<K>);

  const datagrams = (wanted?: DatagramsOptions) => {
    /** One answer may have several kinds: it is not asked for again where there is none of a kind in it. */
    const answers = new Map<string, Promise<QueryAnswer>>();
    return readDatagrams(async (kind, index) => {
      const query = queryOf(kind);
      const key = `${query.subsystem} ${query.type} ${index}`;
      const answer = answers.get(key) ?? request(query, index);
      answers.set(key, answer);
      return (await answer).components;
    }, wanted);
  };
  const listed = async <K extends ComponentKind>(kind: K) =>
    (await datagrams({ kinds: [kind], onMissing: throwMissing }))[kind] as readonly ReceivedDatagram<K>[];

  const command: Bridge['command'] = async (name, body, { verify = options.verify, signal } = {}) => {
    const checked = checkCommand({ [name]: body });
    if (!checked.ok)
      throw new BridgeError('invalid', toSentence(checked.refusal), { refusal: checked.refusal });
    return perform(checked.value, { verify, signal }, { connection, session, queue, knowledge, newest });
  };

  const close = () => {
    end.abort();
    queue.close(new BridgeError('closed', `The connection to ${connection.where} was closed here.`));
  };

  return {
    host: connectionOptions.host,
    port: connectionOptions.port,
    trust: connectionOptions.trust,
    options,
    protocolVersion,
    way: protocolVersion,
    unit: () => one('unit'),
    faults: () => one('faults'),
    brandStatus: () => one('brandStatus'),
    zone: (index) => one('zone', index),
    zones: () => listed('zone'),
    schedule: (index) => one('schedule', index),
    schedules: () => listed('schedule'),
    bulkStatus: async () => {
      const { answer } = await request(findQuery('ac', 7), 0);
      return (memberOf(answer, 'HvacStatusV2') ?? {}) as BulkStatus;
    },
    firmware: async () => {
      const { answer } = await request(findQuery('ac', 6), 0);
      const modules = String(memberOf(answer, 'Fmw') ?? '').split(',');
      return modules.map((each) => each.trim()).filter((each) => each !== '');
    },
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
    query: async (subsystem, type, no = 0) => (await request(findQuery(subsystem, type), no)).answer,
    command,
    passOn: (unknown, signal) =>
      queue.write({ key: undefined, body: unknown.body, signal, run: () => session.passOn(unknown) }),
    knowledge,
    isPlenum: connection.isPlenum,
    garageDoor: (index) =>
      createGarageDoor(index, {
        read: () => one('lamp', index),
        // Reading back would wait for what the door shows only later.
        press: (aim) => command('LiOn', { No: index, On: aim === 'open' ? 1 : 0 }, { verify: false }),
        clock,
      }),
    simulation: {
      status: () => queue.read('simulation', simulation.status),
      house: () => queue.read('house', simulation.house),
      applyOverride: (name, body) => {
        const run = () => simulation.applyOverride(name, body);
        return queue.write({ key: undefined, body, run });
      },
    },
    energy: {
      read: (options) => queue.read(`energy ${JSON.stringify(options)}`, () => energy.read(options)),
      tariff: () => queue.read('tariff', energy.tariff),
      setTariff: (tariff) =>
        queue.write({ key: undefined, body: tariff, run: () => energy.setTariff(tariff) }),
    },
    history: {
      series: () => queue.read('history series', history.series),
      read: (options) => queue.read(`history ${JSON.stringify(options)}`, () => history.read(options)),
    },
    diagnostics: () => queue.read('diagnostics', () => readDiagnostics(connection)),
    explain: createExplain({ connection, queue, clock, datagrams: () => datagrams() as Promise<Datagrams> }),
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
};

const throwMissing = (_: Subsystem, error: BridgeError) => {
  throw error;
};

import { type AutomationAnswer, automationEndpoints } from '@plenum/insight/automation';
import type { DiagnosticsBundle } from '@plenum/insight/diagnostics';
import type { ExplanationAnswer } from '@plenum/insight/explain';
import { type CommandBody, type CommandName, checkCommand } from '@plenum/protocol/command';
import type { ComponentRef } from '@plenum/protocol/component';
import type { Query } from '@plenum/protocol/query';
import {
  type ComfortAnswer,
  comfortEndpoints,
  exceptionEndpoints,
  type KeptException,
} from '@plenum/protocol/schedule';
import { createKnowledge, type Knowledge } from '../command/knowledge.ts';
import { type CommandDeps, type CommandOptions, type CommandResult, perform } from '../command/perform.ts';
import { createQueue } from '../command/queue.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import { type Connection, openConnection } from '../exchange/connection.ts';
import type { Contact } from '../exchange/contact.ts';
import { orThrow } from '../exchange/or-throw.ts';
import type { Trust } from '../exchange/secure-socket.ts';
import type { ProtocolVersion } from '../session/protocol-version.ts';
import { queryOf } from '../session/query-of.ts';
import type { QueryAnswer } from '../session/query-result.ts';
import { openSession, type UnknownRequest } from '../session/session.ts';
import { readDiagnostics } from './diagnostics.ts';
import { createEnergy, type Energy } from './energy.ts';
import { createExplain } from './explain.ts';
import { createGarageDoor, type GarageDoor } from './garage-door.ts';
import { createGroups, type Groups } from './groups.ts';
import { createHistory, type History } from './history.ts';
import { type BridgeOptions, readOptions } from './options.ts';
import { createOwn } from './own.ts';
import { createReads, type Reads } from './reads.ts';
import { createSimulation, type Simulation } from './simulation.ts';
import { createTimeZone, type TimeZone } from './time-zone.ts';

/**
 * A bridge on the local network, which receives one request at a time. Every method rejects with a `BridgeError`.
 * Datagrams are returned as the device sent them, so any field may be missing and any enumeration may have a new
 * number.
 */
export interface Bridge extends Reads, AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** The data that authenticates the bridge over https; undefined over http. */
  readonly trust: Trust | undefined;
  /** The options that the connection was opened with. */
  readonly options: BridgeOptions;
  /** Resolves to the protocol version, which is detected with a request at the first call. */
  readonly protocolVersion: () => Promise<ProtocolVersion>;
  /** Validates a command, sends it, and reads it back if `verify` is set. */
  readonly command: <Name extends CommandName>(
    name: Name,
    body: CommandBody<Name>,
    options?: CommandOptions,
  ) => Promise<CommandResult>;
  /**
   * Sends a query or command that the protocol does not define, once and unchanged. Resolves to the JSON of the answer
   * with neutral keys, or undefined if it has none. Sends nothing once the signal is aborted.
   */
  readonly passOn: (request: UnknownRequest, signal?: AbortSignal) => Promise<unknown>;
  /** The known state of the device, from its answers and from the writes to it. */
  readonly knowledge: Knowledge;
  /** The record of whether the bridge answers requests. */
  readonly contact: Contact;
  /**
   * Checks whether the bridge is reachable. Resolves once it has answered anything or the timeout has passed. `timeout`
   * is in ms; default: the timeout of every request.
   */
  readonly ask: (timeout?: number) => Promise<void>;
  /**
   * Rejects all waiting, running and later requests, except those of `ask`, with this error until the method is called
   * with undefined.
   */
  readonly hold: (error: BridgeError | undefined) => void;
  /** True if the last answer came from Plenum; undefined before the first answer. */
  readonly isPlenum: () => boolean | undefined;
  /**
   * Returns a garage door, by the number of its lamp. Its button is pressed only if the door is not yet in the
   * requested state.
   */
  readonly garageDoor: (index: number) => GarageDoor;
  /** The simulation controls; the calls fail as `unsupported` if the house is not simulated. */
  readonly simulation: Simulation;
  /** The recorded energy; Plenum bridges only. */
  readonly energy: Energy;
  /** The groups of rooms; Plenum bridges only. */
  readonly groups: Groups;
  /** The time zone of the house; Plenum bridges only. */
  readonly timeZone: TimeZone;
  /** Reads the dates on which favourites differ from the weekly pattern; Plenum bridges only. */
  readonly exceptions: () => Promise<readonly KeptException[]>;
  /** Reads what the bridge has learnt about the rooms, and its early starts; Plenum bridges only. */
  readonly comfort: () => Promise<ComfortAnswer>;
  /** Reads what the bridge suggests or does on its own; Plenum bridges only. */
  readonly automation: () => Promise<AutomationAnswer>;
  /** The recorded history; Plenum bridges only. */
  readonly history: History;
  /** Explains the state of a component and what would change it. */
  readonly explain: (ref: ComponentRef) => Promise<ExplanationAnswer>;
  /** Reads the diagnostics bundle of a Plenum bridge. The bundle contains no names or secrets. */
  readonly diagnostics: () => Promise<DiagnosticsBundle>;
  /** Ends all waiting and running requests with a `closed` error. */
  readonly close: () => void;
}

/** Maximum time for a command to wait for earlier ones, in ms; its sender has given up long before. */
const maxWriteWait = 15_000;

/** Returns the components whose whole datagram is in the answer to a query. */
const wholeComponents = (query: Query, { components }: Pick<QueryAnswer, 'components'>) =>
  components.filter(({ kind }) => queryOf(kind) === query);

/**
 * Creates a connection to a bridge. Sends nothing before the first query or command, which also detects the dialect and
 * whether the bridge has the current interface or only the original one. @throws BridgeError `invalid` for invalid
 * options
 */
export function connectBridge(options: BridgeOptions): Bridge {
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
        ? new BridgeError('closed', 'The command was not sent: its caller no longer waits for it.', {
            wasNotSent: true,
          })
        : new BridgeError(
            'busy',
            `${connection.where} was busy with other commands for ${maxWriteWait / 1000} s; this one was not sent.`,
          ),
  });
  const protocolVersion = () => queue.read('version', session.version);
  const newest: CommandDeps['newest'] = new Map();

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

  const ask: Bridge['ask'] = (timeout) =>
    queue
      .ask(async () => {
        const query = queryOf('unit');
        const began = knowledge.mark();
        const components = wholeComponents(query, { components: await session.ask(query, timeout) });
        if (components.length > 0) knowledge.receive(components, began);
      })
      .catch((error: unknown) => {
        if (!(error instanceof BridgeError)) throw error;
      });

  const reads = createReads(request, connection.where);
  const own = createOwn(connection, queue);

  const command: Bridge['command'] = async (name, body, { verify = options.verify, ...more } = {}) => {
    const checked = orThrow(checkCommand({ [name]: body }));
    return perform(checked, { verify, ...more }, { connection, session, queue, knowledge, newest });
  };

  const close = () => {
    end.abort();
    queue.close(
      new BridgeError('closed', `The connection to ${connection.where} was closed by this program.`),
    );
  };

  return {
    host: connectionOptions.host,
    port: connectionOptions.port,
    trust: connectionOptions.trust,
    options,
    protocolVersion,
    ...reads,
    command,
    passOn: (unknown, signal) =>
      queue.write({ key: undefined, body: unknown.body, signal, run: () => session.passOn(unknown) }),
    knowledge,
    contact: connection.contact,
    ask,
    hold: (error) => {
      queue.hold(error);
      if (error !== undefined) knowledge.interrupt();
    },
    isPlenum: connection.isPlenum,
    garageDoor: (index) =>
      createGarageDoor(index, {
        read: () => reads.component('lamp', index),
        // The command is not read back, because the door reaches the new state only later.
        press: (aim) => command('LiOn', { No: index, On: aim === 'open' ? 1 : 0 }, { verify: false }),
        clock,
      }),
    simulation: createSimulation(own),
    energy: createEnergy(own),
    groups: createGroups(own),
    timeZone: createTimeZone(own),
    exceptions: async () => (await own.read(exceptionEndpoints.readExceptions, undefined)).exceptions,
    comfort: () => own.read(comfortEndpoints.readComfort, undefined),
    automation: () => own.read(automationEndpoints.readAutomation, undefined),
    history: createHistory(own),
    diagnostics: () => readDiagnostics(connection, own),
    explain: createExplain({ connection, own, clock, datagrams: reads.datagrams }),
    close,
    [Symbol.asyncDispose]: async () => close(),
  };
}

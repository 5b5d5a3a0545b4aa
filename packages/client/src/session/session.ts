import { type AnyCommand, catalogue } from '@plenum/protocol/command';
import { type Subsystem, subsystems } from '@plenum/protocol/definition';
import { toWireText, toWord } from '@plenum/protocol/dialect';
import type { Query } from '@plenum/protocol/query';
import { toV1Command } from '@plenum/protocol/v1';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { Connection, ConnectionRequest } from '../exchange/connection.ts';
import { failureOf } from '../exchange/failure-of.ts';
import type { BridgeAnswer } from '../exchange/read-answer.ts';
import { detectVersion } from './detect-version.ts';
import { type ProtocolVersion, type VersionHints, versionsToTry } from './protocol-version.ts';
import type { QueryAnswer, QueryResult } from './query-result.ts';
import { readV1 } from './read-v1.ts';
import { readV2 } from './read-v2.ts';
import { toNeutral } from './request.ts';

/** A query or command that the protocol does not define; its keys are neutral if they are known. */
export type UnknownRequest =
  | { readonly kind: 'query' | 'control'; readonly subsystem: Subsystem; readonly body: object }
  /** A path of the original interface; begins with a slash. */
  | { readonly kind: 'v1-read' | 'v1-command'; readonly path: string; readonly body: object };

/** Sends queries and commands in the protocol version of one bridge, which the first request detects. */
export interface BridgeSession {
  readonly version: () => Promise<ProtocolVersion>;
  /** @throws BridgeError `refused`, `unsupported` and those of the connection */
  readonly read: (query: Query, no: number) => Promise<QueryAnswer>;
  /**
   * Sends a query once and accepts any answer; resolves to the components in it. `timeout` in ms.
   * @throws BridgeError those of the connection
   */
  readonly ask: (query: Query, timeout: number | undefined) => Promise<QueryAnswer['components']>;
  /** @throws BridgeError `refused`, `unsupported` and those of the connection */
  readonly sendCommand: (
    command: AnyCommand,
    about?: Pick<ConnectionRequest, 'isWanted' | 'traceparent' | 'untilConfirmed' | 'isOnce'>,
  ) => Promise<void>;
  /**
   * Sends a query or command that the protocol does not define, once; resolves to the JSON of the answer, or undefined
   * if it has none. @throws BridgeError `refused`, `unsupported`, `malformed` and those of the connection
   */
  readonly passOn: (request: UnknownRequest) => Promise<unknown>;
}

/** Interval at which a bridge with only the original interface is checked again, in ms. */
const v1Lifetime = 3_600_000;

/** Result if the bridge does not support the query or command in this protocol version. */
const unknown = Symbol('unknown');

/**
 * Manages the protocol version of a bridge: detects it at the first request, and again if the bridge no longer supports
 * it.
 */
const createVersions = (connection: Connection, hints: VersionHints) => {
  const { clock } = connection.options;
  let detected: { readonly version: ProtocolVersion; readonly at: number } | undefined;

  const detect = async (): Promise<ProtocolVersion> => {
    const version = await detectVersion(connection, hints);
    detected = { version, at: clock.now() };
    return version;
  };

  const version = async (): Promise<ProtocolVersion> => {
    const stale = detected?.version.generation === 'v1' && clock.now() - detected.at > v1Lifetime;
    return detected === undefined || stale ? detect() : detected.version;
  };

  const unsupported = (what: string) =>
    new BridgeError('unsupported', `${connection.where} does not offer ${what}.`);

  /**
   * Sends in the detected version. If the bridge no longer supports it, detects the version again and repeats once.
   */
  const withVersion = async <T>(
    send: (version: ProtocolVersion) => Promise<T | typeof unknown>,
    what: string,
  ): Promise<T> => {
    const first = await version();
    const answer = await send(first);
    if (answer !== unknown) return answer;
    const second = await detect();
    const changed = second.generation !== first.generation || second.dialect !== first.dialect;
    const secondAnswer = changed ? await send(second) : unknown;
    if (secondAnswer === unknown) throw unsupported(what);
    return secondAnswer;
  };

  return { version, detected: () => detected?.version, withVersion, unsupported };
};

export function openSession(connection: Connection, hints: VersionHints): BridgeSession {
  const { version, detected, withVersion, unsupported } = createVersions(connection, hints);

  const toAnswer = (result: QueryResult, query: Query): QueryAnswer | typeof unknown => {
    const { noun } = subsystems[query.subsystem];
    switch (result.kind) {
      case 'answered':
        return result.answer;
      case 'refused':
        throw failureOf(connection, result.answer);
      case 'unsupported':
        throw unsupported(`query ${query.type} of the ${noun}`);
      case 'unknown':
        if (query.subsystem === 'ac') return unknown;
        throw unsupported(`a ${noun}`);
    }
  };

  const read = (query: Query, no: number): Promise<QueryAnswer> =>
    withVersion(async ({ generation, dialect }) => {
      const isV1 = generation === 'v1' && query.subsystem === 'ac';
      const result = await (isV1 ? readV1 : readV2)(connection, dialect, query, no);
      return toAnswer(result, query);
    }, `query ${query.type} of the ${subsystems[query.subsystem].noun}`);

  const ask: BridgeSession['ask'] = async (query, timeout) => {
    const { generation, dialect } = detected() ?? versionsToTry(hints)[0]!;
    const once: Connection = {
      ...connection,
      send: (request) => connection.send({ ...request, timeout, retries: 0 }),
    };
    const result = await (generation === 'v1' ? readV1 : readV2)(once, dialect, query, 0);
    return result.kind === 'answered' ? result.answer.components : [];
  };

  const post = async (
    request: Pick<
      ConnectionRequest,
      'path' | 'body' | 'isWanted' | 'traceparent' | 'untilConfirmed' | 'isOnce'
    >,
    isAc: boolean,
  ): Promise<undefined | typeof unknown> =>
    checkAnswer(await connection.send({ method: 'POST', ...request, retryIfLost: false }), isAc);

  const checkAnswer = (answer: BridgeAnswer, isAc: boolean): undefined | typeof unknown => {
    if (answer.kind === 'missing' && isAc) return unknown;
    const failure = failureOf(connection, answer, 'does not offer that command');
    if (failure !== undefined) throw failure;
    return undefined;
  };

  const sendCommand: BridgeSession['sendCommand'] = (command, about = {}) =>
    withVersion(async ({ generation, dialect }) => {
      const { name, body } = command;
      const { subsystem } = catalogue.get(name)!;
      const isAc = subsystem === 'ac';
      if (generation === 'v1' && isAc) {
        const order = toV1Command(command);
        if (order === undefined)
          throw unsupported(`${name}: it has only the original interface, which has no such command`);
        return post(
          { path: `/${order.name}`, body: JSON.stringify({ [order.name]: order.value }), ...about },
          isAc,
        );
      }
      const path = toWord(dialect, 'paths', subsystems[subsystem].control);
      return post({ path, body: toWireText(dialect, { [name]: body }), ...about }, isAc);
    }, `the command ${command.name}`);

  const passOn = async (request: UnknownRequest): Promise<unknown> => {
    const { dialect } = await version();
    const path =
      'path' in request
        ? request.path
        : toWord(dialect, 'paths', subsystems[request.subsystem][request.kind]);
    const sent =
      request.kind === 'v1-read'
        ? ({ method: 'GET', path, retryIfLost: false } as const)
        : ({
            method: 'POST',
            path,
            body: toWireText(dialect, request.body),
            isOnce: request.kind === 'control' || request.kind === 'v1-command',
            retryIfLost: false,
          } as const);
    const answer = await connection.send(sent);
    if (answer.kind === 'json') return toNeutral(answer.value, dialect);
    checkAnswer(answer, false);
    return undefined;
  };

  return { version, read, ask, sendCommand, passOn };
}

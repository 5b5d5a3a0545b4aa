import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import { delay } from '@plenum/platform/clock';
import { readTraceparent } from '@plenum/protocol/trace';
import { failureOf } from '../answer/failure-of.ts';
import { type BridgeAnswer, isBareError, readAnswer } from '../answer/read-answer.ts';
import type { Clock, Random } from '../clock/clock.ts';
import { BridgeError } from '../error/bridge-error.ts';
import { exchange } from '../http/exchange.ts';
import type { RawResponse } from '../http/response.ts';
import { type SocketAddress, toAddress } from '../http/secure-socket.ts';
import { type Contact, createContact } from './contact.ts';
import { createPause } from './pause.ts';

/** Options for the connection to one bridge; times are in ms. */
export interface ConnectionOptions extends SocketAddress {
  readonly accessKey: string | undefined;
  readonly installerKey?: string | undefined;
  readonly timeout: number;
  /** Between two requests; `undefined`: adapted to the bridge (`createPause`), or none if it is Plenum. */
  readonly pause: number | undefined;
  /** Number of times a request is repeated while the bridge answers `{BUSY}`. */
  readonly retries: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

export interface ConnectionRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  /** True if somebody waits for the answer; asked before a request is repeated after `{BUSY}`. */
  readonly isWanted?: (() => boolean) | undefined;
  /** Replaces the timeout of the connection. */
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** Its `traceparent` header; omitted if it is malformed. */
  readonly traceparent?: string | undefined;
  /** For a command: true if a Plenum bridge in front of a real one must answer only when that shows the command. */
  readonly untilConfirmed?: boolean | undefined;
  /** True for a query with a body. An answered one is sent again to test how the bridge accepts bodies. */
  readonly isQuery?: boolean | undefined;
  /** True if it is never sent twice, not even after a refusal: the press of a garage door. */
  readonly isOnce?: boolean | undefined;
  /** True to repeat the request once if the answer is lost or unreadable; for requests that change nothing. */
  readonly retryIfLost: boolean;
}

/** Sends requests to one bridge with a pause between them, and repeats them after `{BUSY}` (wire facts 7). */
export interface Connection {
  readonly where: string;
  readonly options: ConnectionOptions;
  /** True if the last answer has `Plenum` in its `Server` header; undefined before the first answer. */
  readonly isPlenum: () => boolean | undefined;
  readonly contact: Contact;
  readonly send: (request: ConnectionRequest) => Promise<BridgeAnswer>;
}

/**
 * Time after which a bridge that no longer accepts bodies is tried the other way, if it has no queries with a body, in
 * ms.
 */
const typeTrialAfter = 60_000;
/**
 * Longest time that a command to a Plenum bridge may take until the real one behind it shows it, in ms: it may be sent
 * twice.
 */
const confirmTimeout = 30_000;
const busyBackoff: Backoff = { first: 250, max: 4000 };
/**
 * Errors after which a query is repeated immediately. A timeout is not one: a device that stalls gets no second
 * connection.
 */
const lost = new Set(['hung-up', 'malformed']);

/** Opens a connection to one bridge; the caller sends one request at a time. */
export const openConnection = (options: ConnectionOptions): Connection => {
  const { host, port, trust, accessKey, timeout, retries, clock, random, signal } = options;
  const where = toAddress(host, port);
  const headers: Record<string, string> = {
    ...(accessKey !== undefined && { Authorization: `Bearer ${accessKey}` }),
    ...(options.installerKey !== undefined && { 'Plenum-Installer-Key': options.installerKey }),
  };
  let isPlenum: boolean | undefined;
  /** The current way of sending bodies, with or without a `Content-Type`, and when the bridge last accepted one. */
  let hasType = true;
  let typeTakenAt: number | undefined;
  /** The last query that the bridge answered. */
  let takenQuery: ConnectionRequest | undefined;
  const pause = createPause();
  const contact = createContact(clock.now);
  let lastAt = Number.NEGATIVE_INFINITY;
  let pauseTime = 0;

  const sendOnce = async (request: ConnectionRequest): Promise<RawResponse> => {
    const { method, path, body } = request;
    // A clock that was set back does not make the pause longer.
    const wait = Math.min(lastAt + pauseTime - clock.now(), pauseTime);
    if (wait > 0) await delay(clock, wait, signal);
    try {
      const trace = readTraceparent(request.traceparent);
      const waits = request.untilConfirmed === true && isPlenum === true;
      const send = () =>
        exchange({
          ...{ host, port, trust, method, path, hasType },
          ...(body !== undefined && { body }),
          headers: {
            ...headers,
            ...(trace !== undefined && { traceparent: trace }),
            ...(waits && { Prefer: `wait=${confirmTimeout / 1_000}` }),
          },
          timeout: waits ? Math.max(timeout, confirmTimeout) : (request.timeout ?? timeout),
          clock,
          signal,
        });
      const answer = await contact.follow(send, waits);
      isPlenum = /^plenum\b/i.test(answer.headers.get('server') ?? '');
      return answer;
    } catch (error) {
      pause.lengthen();
      throw error;
    } finally {
      lastAt = clock.now();
      pauseTime = options.pause ?? (isPlenum ? 0 : pause.current());
    }
  };

  const sendReadable = async (request: ConnectionRequest): Promise<BridgeAnswer> => {
    const answer = readAnswer(await sendOnce(request));
    if (answer.kind === 'busy') pause.lengthen();
    else pause.shorten();
    if (answer.kind !== 'unreadable' || !request.retryIfLost) return answer;
    throw failureOf({ where }, answer);
  };

  const sendOrRetry = (request: ConnectionRequest): Promise<BridgeAnswer> =>
    sendReadable(request).catch((error: unknown) => {
      if (!request.retryIfLost || !(error instanceof BridgeError) || !lost.has(error.code)) throw error;
      return sendReadable({ ...request, retryIfLost: false });
    });

  /** True if a request was refused because of its body format. Queries in that format are refused too. */
  const isFormRefused = async (request: ConnectionRequest): Promise<boolean> => {
    if (takenQuery === undefined)
      return typeTakenAt === undefined || clock.now() - typeTakenAt > typeTrialAfter;
    if (request.isQuery && request.path === takenQuery.path && request.body === takenQuery.body) return true;
    return isBareError(await sendOrRetry(takenQuery));
  };

  /**
   * Some devices refuse every body with a `Content-Type`, others every body without one, and neither gives a reason. A
   * firmware update changes which (wire facts 7). So a query after such a refusal shows whether that was the reason. If
   * it was, the other way is tried, and the one that is accepted is remembered.
   */
  const sendTyped = async (request: ConnectionRequest): Promise<BridgeAnswer> => {
    const answer = await sendOrRetry(request);
    if (request.method === 'GET' || answer.kind === 'busy') return answer;
    if (!isBareError(answer)) {
      typeTakenAt = clock.now();
      if (request.isQuery && answer.kind === 'json') takenQuery = request;
      return answer;
    }
    if (!(await isFormRefused(request).catch(() => false))) return answer;
    hasType = !hasType;
    if (request.isOnce) return answer;
    const second = await sendOrRetry(request);
    if (isBareError(second)) hasType = !hasType;
    else if (second.kind !== 'busy') typeTakenAt = clock.now();
    return isBareError(second) ? answer : second;
  };

  const send = async (request: ConnectionRequest): Promise<BridgeAnswer> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await sendTyped(request);
      if (answer.kind !== 'busy') return answer;
      if (attempt >= (request.retries ?? retries)) throw new BridgeError('busy', `${where} is busy.`);
      await delay(clock, equalJitter(busyBackoff, attempt, random), signal);
      if (request.isWanted?.() === false)
        throw new BridgeError('closed', `${where} was busy, and the caller no longer waits for the answer.`, {
          wasNotSent: true,
        });
    }
  };

  return { where, options, isPlenum: () => isPlenum, contact, send };
};

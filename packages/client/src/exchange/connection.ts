import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import { delay } from '@plenum/platform/clock';
import { readTraceparent } from '@plenum/protocol/trace';
import type { Clock, Random } from '../clock.ts';
import { BridgeError } from './bridge-error.ts';
import { type Contact, createContact } from './contact.ts';
import { exchange } from './exchange.ts';
import { failureOf } from './failure-of.ts';
import { createPause } from './pause.ts';
import { type BridgeAnswer, isBareError, readAnswer } from './read-answer.ts';
import type { RawResponse } from './response.ts';
import { type SocketAddress, toAddress } from './secure-socket.ts';

/** Options for the connection to one bridge; times are in ms. */
export interface ConnectionOptions extends SocketAddress {
  readonly accessKey: string | undefined;
  readonly installerKey?: string | undefined;
  readonly timeout: number;
  /** Pause between two requests; `undefined`: adapted to the bridge (`createPause`), or none for a Plenum bridge. */
  readonly pause: number | undefined;
  /** Maximum number of repetitions of a request while the bridge answers `{BUSY}`. */
  readonly retries: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

export interface ConnectionRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  /** Returns true while a caller waits for the answer; checked before a request is repeated after `{BUSY}`. */
  readonly isWanted?: (() => boolean) | undefined;
  /** Overrides the timeout of the connection. */
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** The `traceparent` header of the request; omitted if it is malformed. */
  readonly traceparent?: string | undefined;
  /**
   * For a command: true if a Plenum bridge in front of a real one must answer only when the real one shows the command.
   */
  readonly untilConfirmed?: boolean | undefined;
  /**
   * True for a query with a body. Once it has been answered, it may be sent again to test how the bridge accepts
   * bodies.
   */
  readonly isQuery?: boolean | undefined;
  /**
   * True if the request must never be sent twice, not even after a refusal: it presses the button of a garage door.
   */
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
 * Time in ms since the bridge last accepted a body, after which a refused body is sent the other way. Applies only if
 * there is no query with a body to test with.
 */
const typeTrialAfter = 60_000;
/**
 * Maximum time, in ms, until a real bridge shows a command that was sent to the Plenum bridge in front of it. The
 * command may be sent twice in that time.
 */
const confirmTimeout = 30_000;
const busyBackoff: Backoff = { first: 250, max: 4000 };
/**
 * Errors after which a query is repeated immediately. A timeout is not included: a device that stalls gets no second
 * connection.
 */
const lost = new Set(['hung-up', 'malformed']);

/** Opens a connection to one bridge; the caller must send one request at a time. */
export function openConnection(options: ConnectionOptions): Connection {
  const { host, port, trust, connect, accessKey, timeout, retries, clock, random, signal } = options;
  const where = toAddress(host, port);
  const headers: Record<string, string> = {
    ...(accessKey !== undefined && { Authorization: `Bearer ${accessKey}` }),
    ...(options.installerKey !== undefined && { 'Plenum-Installer-Key': options.installerKey }),
  };
  let isPlenum: boolean | undefined;
  /** True if bodies are sent with a `Content-Type`, and when the bridge last accepted a body. */
  let hasType = true;
  let typeTakenAt: number | undefined;
  /** The last query with a body that the bridge answered. */
  let takenQuery: ConnectionRequest | undefined;
  const pause = createPause();
  const contact = createContact(clock.now);
  let lastAt = Number.NEGATIVE_INFINITY;
  let pauseTime = 0;

  const sendOnce = async (request: ConnectionRequest): Promise<RawResponse> => {
    const { method, path, body } = request;
    // If the clock was set back, the pause must not become longer.
    const wait = Math.min(lastAt + pauseTime - clock.now(), pauseTime);
    if (wait > 0) await delay(clock, wait, signal);
    try {
      const trace = readTraceparent(request.traceparent);
      const waits = request.untilConfirmed === true && isPlenum === true;
      const send = () =>
        exchange({
          host,
          port,
          trust,
          connect,
          method,
          path,
          hasType,
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
   * firmware update can change this (wire facts 7). After such a refusal, a query shows whether the header was the
   * reason. If it was, the request is repeated the other way, and the accepted way is remembered.
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
}

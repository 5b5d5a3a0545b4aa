import { cleanText } from '@plenum/client/answer';
import { BridgeError } from '@plenum/client/bridge-error';
import { exchange } from '@plenum/client/exchange';
import type { RawResponse } from '@plenum/client/response';
import type { SocketAddress } from '@plenum/client/socket';
import { createPlaceholders, createRedactors, type Redactor } from '@plenum/insight/request';
import { bridgeFailures } from '../bridge-failures.ts';
import { type Answer, toRefusalAnswer, toTextAnswer } from '../http/answer.ts';
import { bodyOf } from '../http/body.ts';
import { callerOf } from '../http/caller.ts';
import type { HttpRequest } from '../http/request.ts';
import { createRequestQueue } from '../http/route-with-quirks.ts';
import { toRecordedText } from './recorded-text.ts';
import {
  maxRecordingBytes,
  type RecordedAnswer,
  type RecordedExchange,
  type RecordedRequest,
  redactorOf,
  toDiscoveryLine,
  toHeaderLine,
  toLine,
  toRecordedRequest,
  toRecordedType,
} from './recording.ts';
import { startTrafficServer, type TrafficServer, type TrafficServerDeps } from './start-traffic-server.ts';
import { askDiscovery, startTrafficDiscovery, toRecordedDiscovery } from './traffic-discovery.ts';

interface RecorderDeps extends TrafficServerDeps {
  /** The address of the real bridge. */
  readonly to: SocketAddress;
  /** Writes text at the end of the recording before it returns. */
  readonly write: (text: string) => void;
  /** The UDP ports of the recorder and of the bridge, to answer discovery in place of the bridge. */
  readonly discovery?: { readonly udpPort?: number; readonly bridgeUdpPort?: number } | undefined;
  /** Maximum size of the recording in bytes. */
  readonly maxBytes?: number;
}

/** The content of a recording so far. */
export interface RecordedSummary {
  readonly requests: number;
  /** The number of requests that differ from each other. */
  readonly different: number;
  /** The number of requests without a response. */
  readonly unanswered: number;
  /** The number of requests that were passed on but not recorded, because the interface does not define them. */
  readonly unrecorded: number;
  /** The number of requests that were passed on after the recording had reached its maximum size. */
  readonly beyond: number;
  readonly bytes: number;
}

interface TrafficRecorder extends TrafficServer {
  /** The UDP port on which discovery is answered; undefined if it is not. */
  readonly udpPort: number | undefined;
  readonly summary: () => RecordedSummary;
}

/** Maximum time until the real bridge responds, in ms. Clients give up earlier, which ends the request. */
const answerTime = 60_000;

/** Time that requests in progress have to finish when the recorder stops, in ms. */
const stopTimeout = 2_000;

/**
 * Headers that concern one connection or one origin, or would compress the response. The real bridge gets all others
 * as the client sent them.
 */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|origin|referer|cookie|upgrade|expect|te|trailer|proxy-.*)$/i;

const toPassedHeaders = (rawHeaders: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rawHeaders.flatMap((name, at) =>
      at % 2 === 0 && !ownHeaders.test(name) ? [[name, rawHeaders[at + 1]!]] : [],
    ),
  );

/** True for a header that an HTTP server may send (RFC 9110, 5.1 and 5.5); a real bridge may send others. */
const isValid = (name: string, value: string): boolean =>
  /^[!#-'*+.^`|~\w-]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value);

/** Writes a response of the real bridge as it came. Its framing is repaired, and invalid headers are left out. */
const toPassedAnswer = ({ status, headers, body }: RawResponse): Answer => ({
  ...toTextAnswer(''),
  write: (response, close) => {
    const passed = [...headers].filter(([name, value]) => !ownHeaders.test(name) && isValid(name, value));
    response.sendDate = false;
    response.writeHead(status, {
      ...Object.fromEntries(passed),
      'Content-Length': body.length,
      ...close,
    });
    response.end(body);
  },
});

/** Closes the connection without a response, as the real bridge did. */
const unanswered: Answer = { ...toTextAnswer(''), write: (response) => response.destroy() };

const toRecordedAnswer = (raw: RawResponse, redactor: Redactor): RecordedAnswer => ({
  status: raw.status,
  type: toRecordedType(raw.headers.get('content-type')),
  text: toRecordedText(cleanText(raw.body), redactor),
  isPlenum: /^plenum\b/i.test(raw.headers.get('server') ?? ''),
});

const isPassed = (method: string): method is 'GET' | 'POST' | 'PUT' => /^(?:GET|POST|PUT)$/.test(method);

/** Creates the part of a recorder that writes exchanges, within the maximum size. */
const createWriter = ({ write, clock, maxBytes = maxRecordingBytes, log }: RecorderDeps) => {
  const redactors = createRedactors(createPlaceholders());
  const different = new Set<string>();
  const counts = { requests: 0, unanswered: 0, unrecorded: 0, beyond: 0, bytes: 0 };
  const startedAt = clock.now();
  const append = (line: string) => {
    write(line);
    counts.bytes += Buffer.byteLength(line);
  };
  append(toHeaderLine());

  const add = (given: RecordedRequest, at: number, raw: RawResponse | 'unanswered') => {
    const request = toRecordedRequest(given, redactors);
    if (request === undefined) return void counts.unrecorded++;
    const answer: RecordedExchange['answer'] =
      raw === 'unanswered' ? raw : toRecordedAnswer(raw, redactorOf(request, redactors));
    const line = toLine({ at: at - startedAt, request, answer });
    if (counts.beyond > 0 || counts.bytes + Buffer.byteLength(line) > maxBytes) {
      if (counts.beyond++ === 0)
        log.warn({}, `the recording has reached ${maxBytes} bytes; further requests are only passed on`);
      return;
    }
    append(line);
    counts.requests++;
    if (answer === 'unanswered') counts.unanswered++;
    different.add(JSON.stringify(request));
  };
  const addDiscovery = (answer: string) =>
    append(toDiscoveryLine(toRecordedDiscovery(answer, redactors.ofInterface)!));
  return { add, addDiscovery, summary: () => ({ ...counts, different: different.size }) };
};

/**
 * Starts a server that passes each request on to a real bridge, one at a time, and records it with its response. The
 * real bridge gets no other requests. Nothing private is written.
 */
export async function startRecorder(deps: RecorderDeps): Promise<TrafficRecorder> {
  const { to, clock, log, host, discovery } = deps;
  await using stack = new AsyncDisposableStack();
  // Asked first, because on one machine the socket of the recorder could receive the request.
  const announced = discovery && (await askDiscovery(to.host, { port: discovery.bridgeUdpPort, clock }));
  if (discovery !== undefined && announced === undefined)
    throw bridgeFailures.error('no-discovery', { host: to.host });
  const writer = createWriter(deps);
  if (announced !== undefined) writer.addDiscovery(announced);
  const queue = createRequestQueue();
  const stop = new AbortController();

  const pass = async (
    request: HttpRequest,
    method: 'GET' | 'POST' | 'PUT',
    body: string,
  ): Promise<Answer> => {
    const at = clock.now();
    const client = callerOf(request).signal!();
    // The client has given up while it waited for its turn.
    if (client.aborted) return unanswered;
    const given = { method, path: request.url, body };
    try {
      const raw = await exchange({
        ...to,
        method,
        path: request.url,
        body,
        hasType: false,
        headers: toPassedHeaders(request.raw.rawHeaders),
        timeout: answerTime,
        clock,
        signal: AbortSignal.any([stop.signal, client]),
      });
      writer.add(given, at, raw);
      return toPassedAnswer(raw);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      if (!stop.signal.aborted) {
        log.warn({}, `no answer to ${method} ${request.url.replace(/\?.*/s, '')}: ${error.message}`);
        writer.add(given, at, 'unanswered');
      }
      return unanswered;
    }
  };

  const server = await startTrafficServer(deps, (request) => {
    const { method, headers } = request;
    const body = bodyOf(request);
    if (!body.ok) return Promise.resolve(toRefusalAnswer(body.refusal));
    // A live stream has no end, so it cannot be recorded. Clients poll a bridge without one.
    if (!isPassed(method) || headers.accept?.includes('text/event-stream')) return undefined;
    return queue.run(() => pass(request, method, body.value));
  });
  stack.defer(async () => {
    const cancel = clock.after(stopTimeout, () => stop.abort());
    await server[Symbol.asyncDispose]();
    cancel();
  });
  const answering =
    announced === undefined
      ? undefined
      : stack.use(
          await startTrafficDiscovery({
            answer: announced,
            httpHost: host,
            httpPort: server.port,
            udpPort: discovery?.udpPort,
            clock,
            log,
          }),
        );
  const running = stack.move();
  return {
    port: server.port,
    udpPort: answering?.port,
    summary: writer.summary,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';
import { type Clock, delay } from '@plenum/platform';
import { createSerialQueue } from '@plenum/platform/serial-queue';
import type { Quirks } from '@plenum/protocol/quirks';
import { refuse } from '@plenum/protocol/refusal';
import type { BridgeQuirks } from '../quirks/bridge-quirks.ts';
import { type Answer, toRefusalAnswer, toTextAnswer } from './answer.ts';
import { type QuirkyAnswer, toQuirkyAnswer } from './answer-text.ts';
import type { HttpRequest } from './request.ts';
import type { Route } from './route.ts';

interface QuirkyRouteDeps {
  readonly quirks: BridgeQuirks;
  readonly clock: Clock;
  readonly queue: RequestQueue;
}

/** Queue of requests that run one at a time. */
interface RequestQueue {
  /** Returns the number of requests that are being served or waiting. */
  count(): number;
  /** Runs a request after all earlier ones have ended. */
  run<T>(request: () => Promise<T>): Promise<T>;
}

export function createRequestQueue(): RequestQueue {
  const queue = createSerialQueue();
  let count = 0;
  return {
    count: () => count,
    run: (request) => {
      count++;
      return queue(request).finally(() => count--);
    },
  };
}

/** Returns a response that sends nothing: `write` closes the connection or leaves it open. */
const unanswered = (write: (response: ServerResponse) => void): Answer => ({ ...toTextAnswer(''), write });
const dropped = unanswered((response) => response.destroy());
const silent = unanswered(() => {});

const toHead = ({ status, type, body }: QuirkyAnswer) =>
  `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Error'}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;

/** Writes the head and then the body in `packets` packets, one in each turn of the event loop. */
const writePackets = (response: ServerResponse, answer: QuirkyAnswer, packets: number) => {
  const { socket } = response;
  if (socket === null) return;
  const size = Math.max(1, Math.ceil(answer.body.length / packets));
  const write = (at: number) => {
    if (at >= answer.body.length) return void socket.end();
    socket.write(answer.body.subarray(at, at + size), () => setImmediate(write, at + size));
  };
  socket.setNoDelay(true);
  socket.write(toHead(answer), () => setImmediate(write, 0));
};

/**
 * Returns the response of a device whose quirks prevent it from handling a request; undefined if it handles the
 * request.
 */
const answerBefore = (
  { endpoint, path }: Route,
  { raw }: HttpRequest,
  quirks: BridgeQuirks,
): Answer | undefined => {
  const current = quirks.current();
  if (quirks.affects('drop-before')) return dropped;
  if (quirks.affects('busy')) return toTextAnswer('{BUSY}');
  if (current['v1-only'] && (endpoint === 'query' || endpoint === 'control'))
    return toRefusalAnswer(refuse('unknown-path', { input: path }).refusal);
  if (current['empty-v1'] && endpoint === 'v1-read') return toTextAnswer('');
  const hasType = raw.rawHeaders.some((name, at) => at % 2 === 0 && /^content-type$/i.test(name));
  const wrong = { refuses: hasType, requires: !hasType };
  if (current['content-type'] !== undefined && raw.method === 'POST' && wrong[current['content-type']])
    return toTextAnswer('{ERROR}');
  return undefined;
};

const isCommand = ({ endpoint }: Route) => endpoint === 'control' || endpoint === 'v1-command';

const toWritten = (answer: Answer, written: QuirkyAnswer, current: Quirks): Answer => ({
  ...answer,
  write: (response) => writePackets(response, written, current['split-answers'] ?? 1),
});

/** Makes a route of the interface behave as a real device does if the bridge has quirks. */
export function toQuirkyRoute(route: Route, { quirks, clock, queue }: QuirkyRouteDeps): Route {
  const serve = async (request: HttpRequest): Promise<Answer> => {
    const current = quirks.current();
    const time = current['answer-time'] ?? 0;
    if (time > 0) await delay(clock, time);
    const early = answerBefore(route, request, quirks);
    if (early?.write !== undefined) return early;
    if (early !== undefined) return toWritten(early, { ...early, body: Buffer.from(early.text) }, current);
    const answer = await route.handle(request);
    if (quirks.affects('drop-after')) return dropped;
    const quirky = toQuirkyAnswer(answer, { quirks: current, isCommand: isCommand(route) });
    return toWritten(answer, quirky, current);
  };

  const handle = async (request: HttpRequest): Promise<Answer> => {
    if (quirks.silentFor('restart') > 0) return dropped;
    const stalled = quirks.silentFor('stall');
    if (stalled > 0) {
      await delay(clock, stalled);
      return dropped;
    }
    const others = quirks.current()['one-connection'];
    if (others === undefined) return serve(request);
    if (queue.count() > 0 && others === 'drop') return dropped;
    if (queue.count() > 0 && others === 'silent') return silent;
    return queue.run(() => serve(request));
  };

  return {
    ...route,
    handle: (request) =>
      Object.keys(quirks.current()).length === 0 ? route.handle(request) : handle(request),
  };
}

import type { IncomingMessage } from 'node:http';
import type { Server as TlsServer } from 'node:tls';
import {
  type Certificate,
  type Clock,
  createConnectionShares,
  shareConnections,
  toClientNetwork,
  withoutSchemas,
} from '@plenum/machine';
import { maxBytes } from '@plenum/protocol/check';
import { refuse } from '@plenum/protocol/refusal';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import type { Counts } from '../metrics/counts.ts';
import { type Answer, toRefusalAnswer } from './answer.ts';
import { readRequestBody } from './body.ts';
import { refuseClientError } from './client-error.ts';
import type { Guard } from './guard.ts';
import type { HttpLimits } from './limits.ts';
import { createReadQueue, type ReadQueue } from './read-queue.ts';
import type { ReadRoute, Route, StreamRoute } from './route.ts';
import type { PassPath } from './routes/pass-path.ts';
import { sendAnswer } from './send.ts';

type AnyRoute = Route | ReadRoute | StreamRoute;

export interface FastifyServerDeps {
  readonly routes: readonly AnyRoute[];
  /** Called before each request is handled: advances the installation to the present. */
  readonly advance: () => void;
  readonly guard: Guard;
  /** For a path without a route. */
  readonly passPath?: PassPath;
  readonly limits: HttpLimits;
  /** For TLS. */
  readonly certificate: Certificate | undefined;
  readonly requests: Counts;
  readonly clock: Clock;
  readonly log: Log;
}

type BareServerDeps = Pick<FastifyServerDeps, 'limits' | 'certificate' | 'clock' | 'log'>;

/** One request in so many is logged: logging each would cost a fifth of the throughput. */
const logEvery = 1_000;

/** With TLS (1.2 or later) in place of plain HTTP where there is a certificate; a later one is for new connections. */
const toServerOptions = (limits: HttpLimits, certificate: Certificate | undefined) => {
  const http = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.requestTimeout,
    connectionsCheckingInterval: Math.min(1_000, limits.requestTimeout),
    // The guard requires it, with a sentence of its own and not for HTTP/1.0.
    requireHostHeader: false,
  };
  if (certificate === undefined) return { http };
  return { https: { ...http, ...certificate.pair, handshakeTimeout: limits.requestTimeout } };
};

const createBareServer = ({ limits, certificate, clock, log }: BareServerDeps): FastifyInstance => {
  const server = fastify({
    ...(toServerOptions(limits, certificate) as { http: object }),
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionTimeout: limits.idleTimeout,
    clientErrorHandler: (error, socket) => refuseClientError(error, socket, limits),
    frameworkErrors: (_, { raw }, reply) =>
      sendAnswer(reply, toRefusalAnswer(refuse('unknown-path', { input: pathOf(raw.url ?? '') }).refusal)),
    bodyLimit: maxBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => '',
    schemaController: withoutSchemas,
  });
  server.server.maxConnections = limits.connections;
  const handshakeTimeout = certificate && limits.requestTimeout;
  shareConnections(server.server, createConnectionShares({ limits, clock, log }), { handshakeTimeout });
  certificate?.follow((pair) => (server.server as unknown as TlsServer).setSecureContext(pair));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_, message, done) => readRequestBody(message, done));
  // Its own reading of a body makes an AsyncResource for each request, a twelfth of the time of a query: `withBody` reads it.
  server.addHttpMethod('POST', { hasBody: false, overrideExisting: true });
  return server;
};

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/** Handles a request when its body, where it has one, has been read. */
const withBody =
  (handle: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const run = () => {
      try {
        handle(request, reply)?.catch((error: unknown) => reply.send(error));
      } catch (error) {
        reply.send(error);
      }
    };
    if (hasBody(request.raw))
      readRequestBody(request.raw, (error, body) => {
        request.body = body;
        if (error === null) run();
        else reply.send(error);
      });
    else run();
  };

/** The path of a request's target, without its query. */
const pathOf = (url: string): string => url.split('?', 1)[0]!;

/** The answer to a request without a route: its path is unknown, or has another method. */
const createNotFoundAnswer = (routes: readonly AnyRoute[]): ((url: string) => Answer) => {
  const methods = new Map(routes.map(({ path, method }) => [path, method]));
  return (url) => {
    const path = pathOf(url);
    const method = methods.get(path);
    if (method === undefined)
      return toRefusalAnswer(refuse('unknown-path', { input: path.slice(0, 200) }).refusal);
    const { refusal } = refuse('wrong-method', { facts: { path, method } });
    return { ...toRefusalAnswer(refusal), headers: { Allow: method } };
  };
};

type Send = (request: FastifyRequest, reply: FastifyReply, answer: Answer) => void;

interface ReadDeps {
  readonly reads: ReadQueue;
  readonly advance: () => void;
  readonly send: Send;
  readonly limits: HttpLimits;
}

/** Serves a route whose requests wait for their turn. */
const readInTurn =
  ({ read }: ReadRoute, { reads, advance, send, limits }: ReadDeps) =>
  (request: FastifyRequest, reply: FastifyReply): void =>
    reads.add({
      place: toClientNetwork(request.ip),
      recipient: reply.raw,
      answer: (why) => {
        if (why === 'gone') return void reply.hijack();
        if (why !== undefined) {
          const { addressWaitingReads, waitingReads } = limits;
          const full =
            why === 'full' ? `${waitingReads} wait` : `${addressWaitingReads} of this address wait`;
          const facts = { what: 'One more answer of this kind', why: full };
          return send(request, reply, toRefusalAnswer(refuse('not-available', { facts }).refusal));
        }
        try {
          advance();
          send(request, reply, read(request));
        } catch (error) {
          reply.send(error);
        }
      },
    });

/** The Fastify server of a bridge, as tolerant as real clients need it (wire facts 7); it does not listen yet. */
export const createFastifyServer = (deps: FastifyServerDeps): FastifyInstance => {
  const { routes, advance, guard, requests, limits, clock, log } = deps;
  const reads = createReadQueue(limits, clock);
  const server = createBareServer(deps);
  const open = new Set(routes.filter((route) => 'isOpen' in route && route.isOpen).map(({ path }) => path));
  const openBelow = [...open].filter((path) => path.endsWith('/*')).map((path) => path.slice(0, -1));
  const isOpen = (path: string) =>
    open.has(path) ||
    open.has(path.replace(/[^/]*$/, ':file')) ||
    openBelow.some((below) => path.startsWith(below));

  server.addHook('onRequest', ({ raw }, reply, done) => {
    const { headers, rawHeaders, httpVersion } = raw;
    // A body is JSON whatever its type (wire facts 7); Fastify would refuse a malformed type.
    delete headers['content-type'];
    const refusal = guard({
      headers,
      rawHeaders,
      httpVersion,
      from: () => raw.socket.remoteAddress,
      isOpen: () => isOpen(pathOf(raw.url ?? '')),
    });
    if (refusal === undefined) done();
    else sendAnswer(reply, toRefusalAnswer(refusal));
  });

  let count = 0;
  const createSender = (endpoint: string): Send => {
    const countDone = requests.counter(endpoint, 'done');
    const countRefused = requests.counter(endpoint, 'refused');
    return ({ method, url }, reply, answer) => {
      if (answer.refusal !== undefined) countRefused();
      else countDone();
      if (++count % logEvery === 1)
        log.info({ method, url, status: answer.status, count }, 'a request in 1,000');
      sendAnswer(reply, answer);
    };
  };

  for (const route of routes) {
    if ('stream' in route) {
      server.get(route.path, (request, reply) => route.stream(request, reply));
      continue;
    }
    const send = createSender(route.endpoint);
    if ('read' in route) {
      server.get(route.path, readInTurn(route, { reads, advance, send, limits }));
      continue;
    }
    const { method, path: url, handle } = route;
    server.route({
      method,
      url,
      handler: withBody((request, reply) => {
        advance();
        const answer = handle(request);
        if (!(answer instanceof Promise)) return send(request, reply, answer);
        return answer.then((ready) => send(request, reply, ready));
      }),
    });
  }

  const toNotFound = createNotFoundAnswer(routes);
  const sendNotFound = createSender('none');
  server.setNotFoundHandler(
    withBody((request, reply) => {
      const notFound = toNotFound(request.url);
      const passed = notFound.refusal?.code === 'unknown-path' ? deps.passPath?.(request) : undefined;
      if (passed === undefined) return sendNotFound(request, reply, notFound);
      return passed.then((answer) => sendNotFound(request, reply, answer ?? notFound));
    }),
  );

  server.setErrorHandler((error, request, reply) => {
    if (reply.raw.destroyed) return void reply.hijack();
    log.error({ err: error, url: request.url }, 'a request failed');
    sendAnswer(reply, toRefusalAnswer(refuse('internal').refusal));
  });
  return server;
};

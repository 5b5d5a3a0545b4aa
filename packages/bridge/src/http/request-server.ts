import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import {
  type Certificate,
  createConnectionShares,
  type Runtime,
  shareConnections,
  toClientNetwork,
} from '@plenum/platform';
import { type Reason, refuse } from '@plenum/protocol/refusal';
import { simulationEndpoints } from '@plenum/protocol/simulation';
import type { Counts } from '../diagnostics/counts.ts';
import { type RecentRequests, unknownPath } from '../diagnostics/recent-requests.ts';
import { type Answer, toRefusalAnswer } from './answer.ts';
import { readRequestBody } from './body.ts';
import { refuseClientError } from './client-error.ts';
import type { Guard } from './guard.ts';
import type { HttpLimits } from './limits.ts';
import { createReadQueue, type ReadQueue } from './read-queue.ts';
import { type HttpRequest, toHttpRequest } from './request.ts';
import type { ReadRoute, Route, StreamRoute } from './route.ts';
import { createRouter } from './router.ts';
import type { PassPath } from './routes/pass-path.ts';
import { sendAnswer, statusFor } from './send.ts';

const { readRequests } = simulationEndpoints;

type AnyRoute = Route | ReadRoute | StreamRoute;

export interface RequestServerDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly routes: readonly AnyRoute[];
  /** Advances the installation to the current time; called before each request is handled. */
  readonly advance: () => void;
  readonly guard: Guard;
  /** Handles paths without a route. */
  readonly passPath?: PassPath;
  readonly limits: HttpLimits;
  /** Certificate for TLS; undefined for plain HTTP. */
  readonly certificate: Certificate | undefined;
  readonly requests: Counts;
  /** Lists the latest requests, unless this is off. */
  readonly recent?: RecentRequests | undefined;
}

/** HTTP server of a bridge; it does not listen before `listen` is called. */
export interface RequestServer {
  readonly http: Server;
  /** Listens; `localhost` means all addresses of that name. Throws system errors. */
  listen(where: { readonly host: string; readonly port: number }): Promise<void>;
  /** Closes each connection after its next response, and resolves when all are closed. */
  close(): Promise<void>;
}

// Not imported, because an import reads all exports of this module, and so loads the WebSocket of undici (9 MB).
const { createServer } = process.getBuiltinModule('node:http');

type Serve = (request: HttpRequest, response: ServerResponse) => void | Promise<void>;

/** One request in 1,000 is logged: logging all requests would cost a fifth of the throughput. */
const logEvery = 1_000;

/**
 * Creates a server with TLS (1.2 or later) if there is a certificate, otherwise for plain HTTP. A renewed certificate
 * applies to new connections.
 */
const createListener = (
  { limits, certificate, clock, log }: Omit<RequestServerDeps, 'guard' | 'routes'>,
  listener: RequestListener,
): Server => {
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.requestTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1_000, limits.requestTimeout),
    // The guard requires the `Host` header instead: it refuses with its own sentence, and accepts HTTP/1.0 without the
    // header.
    requireHostHeader: false,
  };
  const server =
    certificate === undefined
      ? createServer(options, listener)
      : // Loaded only here because a bridge without a certificate needs no TLS.
        process
          .getBuiltinModule('node:https')
          .createServer(
            { ...options, ...certificate.pair, handshakeTimeout: limits.requestTimeout },
            listener,
          );
  server.setTimeout(limits.idleTimeout);
  server.on('clientError', (error, socket) => refuseClientError(error, socket, limits));
  server.maxConnections = limits.connections;
  const handshakeTimeout = certificate && limits.requestTimeout;
  shareConnections(server, createConnectionShares({ limits, clock, log }), { handshakeTimeout });
  // A server with a certificate is one of HTTPS.
  certificate?.follow((pair) => (server as unknown as TlsServer).setSecureContext(pair));
  return server;
};

const listenAt = async (server: SocketServer, host: string, port: number): Promise<void> => {
  const listening = once(server, 'listening');
  server.listen({ host, port });
  await listening;
};

/**
 * Creates servers at the other addresses of `localhost`, IPv4 or IPv6, that hand their connections to the given server.
 */
const listenBeside = async (server: Server): Promise<readonly SocketServer[]> => {
  const { address: own, port } = server.address() as AddressInfo;
  const found = await lookup('localhost', { all: true }).catch(() => []);
  const beside = found.filter(({ address }) => address !== own);
  const receive = (socket: Socket) => void server.emit('connection', socket);
  const listening = beside.map(async ({ address }) => {
    const further = createSocketServer({ allowHalfOpen: true, noDelay: true }, receive);
    try {
      await listenAt(further, address, port);
      return [further];
    } catch {
      // The port is in use at that address, or the protocol is switched off, so the server skips the address.
      return [];
    }
  });
  return (await Promise.all(listening)).flat();
};

const closeServer = (server: SocketServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== 'GET' &&
  (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');

/**
 * Requests that are longer than this number of characters are queued: a body of 65,536 bytes can take 8 ms to parse.
 */
const longBody = 1_024;

/** Serves a request once its body, if any, has been read; through `serveLong` if the body is long. */
const withBody =
  (serve: Serve, serveLong: Serve): Serve =>
  (request, response) => {
    if (!hasBody(request.raw)) return serve(request, response);
    return new Promise((resolve, reject) => {
      readRequestBody(request.raw, (error, body) => {
        if (error !== null) return reject(error);
        if (body !== undefined) request.body = body;
        const isLong = body?.ok && body.value.length > longBody;
        try {
          resolve((isLong ? serveLong : serve)(request, response));
        } catch (failure) {
          reject(failure);
        }
      });
    });
  };

/** Returns the path of a request's target, without its query. */
const pathOf = (url: string): string => url.split('?', 1)[0]!;

const toUnknownPath = (path: string): Answer =>
  toRefusalAnswer(refuse('unknown-path', { input: path }).refusal);

/** Returns a function that responds to a request without a route: the path is unknown, or has other methods. */
const createNotFoundAnswer = (routes: readonly AnyRoute[]): ((url: string) => Answer) => {
  const methods = Map.groupBy(routes, ({ path }) => path);
  return (url) => {
    const path = pathOf(url);
    const allowed = methods.get(path)?.map(({ method }) => method);
    if (allowed === undefined) return toUnknownPath(path.slice(0, 200));
    const { refusal } = refuse('wrong-method', { facts: { path, method: allowed.join(' and ') } });
    return { ...toRefusalAnswer(refusal), headers: { Allow: allowed.join(', ') } };
  };
};

const createOpenCheck = (routes: readonly AnyRoute[]): ((path: string) => boolean) => {
  const open = new Set(routes.filter((route) => 'isOpen' in route && route.isOpen).map(({ path }) => path));
  const openBelow = [...open].filter((path) => path.endsWith('/*')).map((path) => path.slice(0, -1));
  return (path) =>
    open.has(path) ||
    open.has(path.replace(/[^/]*$/, ':file')) ||
    openBelow.some((below) => path.startsWith(below));
};

/** A listener that keeps a connection open without any data, while the client waits for a response. */
const stayOpen = () => {};

type Send = (request: HttpRequest, response: ServerResponse, answer: Answer) => void;

interface TurnDeps {
  readonly reads: ReadQueue;
  readonly send: Send;
  readonly limits: HttpLimits;
  readonly fail: (request: HttpRequest, response: ServerResponse, error: unknown) => void;
}

/** Queues requests and serves them one at a time; refuses a request if too many are waiting. */
const inTurn =
  (serve: Serve, { reads, send, limits, fail }: TurnDeps): Serve =>
  (request, response) =>
    reads.add({
      place: toClientNetwork(request.ip),
      recipient: response,
      answer: (why) => {
        if (why === 'gone') return;
        if (why !== undefined) {
          const { addressWaitingReads, waitingReads } = limits;
          const full: Reason =
            why === 'full'
              ? { reason: 'requests-wait', count: waitingReads }
              : { reason: 'requests-of-address-wait', count: addressWaitingReads };
          const facts = { what: 'waiting-answer', ...full } as const;
          return send(request, response, toRefusalAnswer(refuse('not-available', { facts }).refusal));
        }
        try {
          return serve(request, response)?.catch((error: unknown) => fail(request, response, error));
        } catch (error) {
          fail(request, response, error);
        }
      },
    });

/** Counted names of requests that are not listed, because programs repeat them without end. */
const unlisted: readonly string[] = ['health', 'metrics'];

/** True for what an open page reads by itself. */
const isReadOfPage = ({ method, headers }: HttpRequest): boolean =>
  method === 'GET' && headers['sec-fetch-site'] === 'same-origin';

const toListed = ({ headers }: HttpRequest, answer: Answer) => {
  const status = statusFor(answer, headers.accept);
  return { status: status === 'unanswered' ? undefined : status, code: answer.refusal?.code };
};

/** Creates functions that send responses, count requests by endpoint, and list and log them. */
const createSenders = ({ requests, recent, log }: Pick<RequestServerDeps, 'requests' | 'recent' | 'log'>) => {
  let count = 0;
  return ({ endpoint, path }: Pick<AnyRoute, 'endpoint' | 'path'>): Send => {
    const countDone = requests.counter(endpoint, 'done');
    const countRefused = requests.counter(endpoint, 'refused');
    const isListed = recent !== undefined && path !== readRequests.path && !unlisted.includes(endpoint);
    return (request, response, answer) => {
      const { method, url } = request;
      if (answer.refusal !== undefined) countRefused();
      else countDone();
      if (++count % logEvery === 1)
        log.info({ method, url, status: answer.status, count }, 'a sample of one request in 1,000');
      if (isListed && !isReadOfPage(request)) recent.addHttp(path, request, toListed(request, answer));
      sendAnswer(response, answer);
    };
  };
};

/** Creates the handlers of all routes, and of requests without a route. */
const createServes = (
  deps: Pick<
    RequestServerDeps,
    'routes' | 'advance' | 'passPath' | 'limits' | 'requests' | 'recent' | 'clock' | 'log'
  >,
  fail: TurnDeps['fail'],
) => {
  const { routes, advance, limits, clock } = deps;
  const reads = createReadQueue(limits, clock);
  const senderOf = createSenders(deps);

  const serveOf = (route: AnyRoute): Serve => {
    if ('stream' in route) return route.stream;
    const send = senderOf(route);
    const turns = { reads, send, limits, fail };
    const answer = 'read' in route ? route.read : route.handle;
    const serve: Serve = (request, response) => {
      advance();
      const answered = answer(request);
      if (!(answered instanceof Promise)) return send(request, response, answered);
      response.on('timeout', stayOpen);
      return answered
        .finally(() => response.off('timeout', stayOpen))
        .then((ready) => send(request, response, ready));
    };
    if ('read' in route) return inTurn(serve, turns);
    // A long body is parsed in its turn, but other requests need not wait until the command has its response.
    const serveLong: Serve = (request, response) => {
      serve(request, response)?.catch((error: unknown) => fail(request, response, error));
    };
    return withBody(serve, inTurn(serveLong, turns));
  };

  const toNotFound = createNotFoundAnswer(routes);
  const sendNotFound = senderOf({ endpoint: 'none', path: unknownPath });
  const serveNotFound: Serve = (request, response) => {
    const notFound = toNotFound(request.url);
    const passed = notFound.refusal?.code === 'unknown-path' ? deps.passPath?.(request) : undefined;
    if (passed === undefined) return sendNotFound(request, response, notFound);
    return passed.then((answer) => sendNotFound(request, response, answer ?? notFound));
  };
  return {
    find: createRouter(routes.map((route) => [route, { serve: serveOf(route), path: route.path }] as const)),
    notFound: withBody(serveNotFound, serveNotFound),
  };
};

/** Creates the HTTP server of a bridge, which is as tolerant as existing clients require (wire facts 7). */
export function createRequestServer(deps: RequestServerDeps): RequestServer {
  const { routes, guard, recent, log } = deps;
  const isOpen = createOpenCheck(routes);
  const fail: TurnDeps['fail'] = ({ url }, response, error) => {
    if (response.destroyed) return;
    log.error({ err: error, url }, 'a request failed');
    if (response.headersSent) response.destroy();
    else sendAnswer(response, toRefusalAnswer(refuse('internal').refusal));
  };
  const { find, notFound } = createServes(deps, fail);
  let isClosing = false;
  let beside: readonly SocketServer[] = [];

  const http = createListener(deps, (raw, response) => {
    if (isClosing) response.setHeader('Connection', 'close');
    const { headers, rawHeaders, httpVersion } = raw;
    const url = raw.url!;
    const found = find(raw.method!, url);
    if (found === 'malformed') return sendAnswer(response, toUnknownPath(pathOf(url)));
    const refusal = guard({
      url,
      headers,
      rawHeaders,
      httpVersion,
      from: () => raw.socket.remoteAddress,
      isOpen: () => isOpen(pathOf(url)),
    });
    const request = toHttpRequest(raw, found?.param ?? '');
    if (recent !== undefined) request.startedAt = recent.elapsed();
    if (refusal !== undefined) {
      const refused = toRefusalAnswer(refusal);
      recent?.addHttp(found?.served.path ?? unknownPath, request, toListed(request, refused));
      return sendAnswer(response, refused);
    }
    try {
      const serve = found?.served.serve ?? notFound;
      serve(request, response)?.catch((error: unknown) => fail(request, response, error));
    } catch (error) {
      fail(request, response, error);
    }
  });

  return {
    http,
    listen: async ({ host, port }) => {
      await listenAt(http, host, port);
      if (host === 'localhost') beside = await listenBeside(http);
    },
    close: async () => {
      isClosing = true;
      await Promise.all([http, ...beside].map(closeServer));
    },
  };
}

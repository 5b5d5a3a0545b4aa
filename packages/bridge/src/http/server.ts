import { maxBytes } from '@plenum/protocol/check';
import { refuse } from '@plenum/protocol/refusal';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '../log/log.ts';
import type { Counts } from '../metrics/counts.ts';
import { type Answer, toRefusalAnswer } from './answer.ts';
import { readRequestBody } from './body.ts';
import { refuseClientError } from './client-error.ts';
import type { Guard } from './guard/guard.ts';
import type { HttpLimits } from './limits.ts';
import { createNotFound, pathOf } from './not-found.ts';
import type { Route, StreamRoute } from './route.ts';
import { sendAnswer } from './send.ts';

export interface HttpDeps {
  readonly routes: readonly (Route | StreamRoute)[];
  readonly guard: Guard;
  readonly limits: HttpLimits;
  readonly requests: Counts;
  readonly log: Log;
}

/** One request in so many is logged: logging each would cost a fifth of the throughput. */
const logged = 1_000;

const createBareServer = (limits: HttpLimits): FastifyInstance => {
  const server = fastify({
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.arrival,
      connectionsCheckingInterval: Math.min(1_000, limits.arrival),
      // The guard says it in a sentence, and lets HTTP/1.0 go without.
      requireHostHeader: false,
    },
    requestTimeout: limits.arrival,
    keepAliveTimeout: limits.rest,
    connectionTimeout: limits.silence,
    clientErrorHandler: (error, socket) => refuseClientError(error, socket, limits),
    frameworkErrors: (_, { raw }, reply) =>
      sendAnswer(reply, toRefusalAnswer(refuse('unknown-path', { input: pathOf(raw.url ?? '') }).refusal)),
    bodyLimit: maxBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    genReqId: () => '',
  });
  server.server.maxConnections = limits.connections;
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_, message, done) => readRequestBody(message, done));
  return server;
};

/** The HTTP door of a bridge, with the manners real clients need (wire facts 7); it does not listen yet. */
export const createHttpServer = ({ routes, guard, limits, requests, log }: HttpDeps): FastifyInstance => {
  const server = createBareServer(limits);
  const open = new Set(routes.filter((route) => 'isOpen' in route && route.isOpen).map(({ path }) => path));
  const isOpen = (path: string) => open.has(path) || open.has(path.replace(/[^/]*$/, ':file'));

  server.addHook('onRequest', ({ raw }, reply, done) => {
    const { headers, httpVersion } = raw;
    // A body is JSON whatever it is called (wire facts 7); Fastify would refuse what is no type at all.
    delete headers['content-type'];
    const refusal = guard({ headers, httpVersion, isOpen: isOpen(pathOf(raw.url ?? '')) });
    if (refusal === undefined) done();
    else sendAnswer(reply, toRefusalAnswer(refusal));
  });

  let seen = 0;
  const createSender = (door: string) => {
    const countDone = requests.counter(door, 'done');
    const countRefused = requests.counter(door, 'refused');
    return ({ method, url }: FastifyRequest, reply: FastifyReply, answer: Answer): void => {
      if (answer.refusal !== undefined) countRefused();
      else countDone();
      if (++seen % logged === 1) log.info({ method, url, status: answer.status, seen }, 'a request in 1,000');
      sendAnswer(reply, answer);
    };
  };

  for (const route of routes) {
    if ('stream' in route) {
      server.get(route.path, (request, reply) => route.stream(request, reply));
      continue;
    }
    const { method, path: url, handle } = route;
    const send = createSender(route.door);
    server.route({
      method,
      url,
      handler: (request, reply) => {
        const answer = handle(request);
        if (!(answer instanceof Promise)) return send(request, reply, answer);
        return answer.then((ready) => send(request, reply, ready));
      },
    });
  }

  const toNotFound = createNotFound(routes);
  const sendNotFound = createSender('none');
  server.setNotFoundHandler((request, reply) => sendNotFound(request, reply, toNotFound(request.url)));

  server.setErrorHandler((error, request, reply) => {
    if (reply.raw.destroyed) return void reply.hijack();
    log.error({ err: error, url: request.url }, 'a request failed');
    sendAnswer(reply, toRefusalAnswer(refuse('internal').refusal));
  });
  return server;
};

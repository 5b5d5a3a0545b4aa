import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardBody, namesTwoHosts, withoutSchemas } from '@plenum/platform';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  type onRequestHookHandler,
} from 'fastify';
import type { Log } from '../log/log.ts';
import { createErrorBoundary, sendErrorResponse } from './error-boundary.ts';
import { acceptJson } from './json-body.ts';
import type { HttpLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { RefusalPace } from './refusal-pace.ts';
import { requestErrors } from './request-errors.ts';
import type { WorkInProgress } from './work-in-progress.ts';

interface AppDeps {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: HttpLimits;
  readonly refusals: RefusalPace;
  /** Gets the work of all routes, so that the store can stay open until it ends. */
  readonly work: WorkInProgress;
  /** True if the public address is https. */
  readonly isSecure: boolean;
  /** Addresses or ranges of the load balancers whose `X-Forwarded-For` is trusted. None by default. */
  readonly trustedProxies?: readonly string[];
  readonly serverFactory?: FastifyServerFactory;
}

/** One request in this many is logged. A line for each would cost a fifth of the throughput. */
const logged = 1_000;

/**
 * Maximum number of characters in one part of a path. The longest is the client id of an app that registered itself.
 */
const maxParamLength = 2_100;

/** Returns the request id of a load balancer if it is safe in a log line, or else a new one. */
const toRequestId = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
};

/**
 * Creates the HTTP application in which routes are mounted. It limits requests, sets headers, counts requests, logs a
 * sample of them, and converts the errors of routes to responses. Every response has an `X-Request-Id`.
 */
export function createApp(parts: AppDeps): FastifyInstance {
  const { log, metrics, limits, refusals, work, isSecure, trustedProxies = [], serverFactory } = parts;
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    genReqId: toRequestId,
    routerOptions: { maxParamLength },
    exposeHeadRoutes: false,
    schemaController: withoutSchemas,
    forceCloseConnections: 'idle',
    // Requests accepted before the shutdown still get their responses.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    ...(serverFactory !== undefined && { serverFactory }),
  }) as FastifyInstance;
  const answerError = createErrorBoundary({ log, limits, refusals });
  const setSecureHeaders = createSecureHeaders(isSecure);

  const refuseUnknownPath = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await refusals.paceAddress(request.ip);
    return sendErrorResponse(reply, {
      status: 404,
      result: 'InvalidRequest',
      detail: 'There is nothing at this URL.',
    });
  };

  // Before the body is read. PostgreSQL cannot store a NUL (https://www.postgresql.org/docs/15/datatype-character.html),
  // and no keyboard types it; the parsers of JSON and forms refuse it in a body.
  app.addHook('onRequest', async (request, reply) => {
    setSecureHeaders(reply.raw);
    reply.raw.setHeader('x-request-id', request.id);
    if (namesTwoHosts(request.raw)) throw requestErrors.error('two-hosts');
    if (request.url.includes('%00')) throw requestErrors.error('nul');
    return request.is404 ? refuseUnknownPath(request, reply) : undefined;
  });

  app.addHook('onRoute', (route) => {
    route.handler = during(work, route.handler);
    const hooks = [route.onRequest ?? []].flat();
    route.onRequest = hooks.map((hook) => during(work, hook as onRequestHookHandler));
  });

  acceptJson(app);

  app.addHook('onSend', (request, reply, payload, done) => {
    // Fastify wants the connection closed after a body that is too large, which HTTP/2 cannot say (RFC 9113, 8.2.2).
    if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
    if (reply.statusCode !== 413 || request.raw.complete) return done(null, payload);
    discardBody(request.raw, () => done(null, payload));
  });

  let seen = 0;
  app.addHook('onResponse', ({ method, id, routeOptions }, reply, done) => {
    const route = routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime: milliseconds } = reply;
    metrics.observe({ method, route, status, milliseconds });
    if (++seen % logged === 1)
      log.info({ id, method, route, status, seen }, 'a sample of one request in 1,000');
    done();
  });

  app.setErrorHandler(answerError);
  app.setNotFoundHandler(refuseUnknownPath);
  return app;
}

const always: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
];

/**
 * Creates a function that sets the headers of every response, unless a route overrides them: no caching, framing,
 * sniffing or loading, and HSTS over https (RFC 6797). They are set on the raw response, so they also apply to routes
 * that hijack it.
 */
function createSecureHeaders(isSecure: boolean): (answer: ServerResponse) => void {
  const headers = isSecure ? [...always, ['strict-transport-security', 'max-age=31536000'] as const] : always;
  return (answer) => {
    for (const [name, value] of headers) answer.setHeader(name, value);
  };
}

/** Returns a function of a route whose results `work` gets. */
const during = <This, Args extends unknown[], Result>(
  work: WorkInProgress,
  route: (this: This, ...args: Args) => Result,
) =>
  function (this: This, ...args: Args): Result {
    const result = route.apply(this, args);
    work.add(result);
    return result;
  };

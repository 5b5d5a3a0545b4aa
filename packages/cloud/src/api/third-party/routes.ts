import { isUtf8 } from 'node:buffer';
import { parseBody } from '@plenum/protocol/check';
import { type CloudRequestType, checkCloudRequest, cloudRequests, requestIdOf } from '@plenum/protocol/cloud';
import { type Result, refuse } from '@plenum/protocol/refusal';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { toRateLimitText } from '../../kernel/http/rate-limit.ts';
import { toServerFailure } from '../../kernel/http/server-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Operation } from '../usage/store.ts';
import { toControlAnswer, toDiscoverAnswer, toFailureAnswer, toQueryAnswer } from './envelopes.ts';
import { wrongMethod } from './failures.ts';
import type { Admission, Requests } from './requests.ts';
import type { Caller } from './shape.ts';

const json = 'application/json; charset=utf-8';

const readBody = (body: unknown): Result<unknown> => {
  const bytes = (body as Buffer | undefined) ?? Buffer.alloc(0);
  return isUtf8(bytes) ? parseBody(bytes.toString()) : refuse('not-utf8');
};

/** Sets the rate limit of the token, or the challenge for a client without a valid token (RFC 6750, 3). */
const setHeaders = (request: FastifyRequest, reply: FastifyReply, admission: Admission): void => {
  const { allowance } = admission;
  if (allowance !== undefined) reply.header('ratelimit', toRateLimitText(allowance));
  if (admission.ok) return;
  if (admission.status === 429) reply.header('retry-after', allowance!.wait);
  if (admission.status === 401) {
    const hasToken = request.headers.authorization !== undefined;
    reply.header('www-authenticate', hasToken ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (admission.status === 403)
    reply.header('www-authenticate', 'Bearer error="insufficient_scope", scope="query-control"');
};

/** The answer to a parsed request, or its failure. */
const answer = async (
  requests: Requests,
  caller: Caller,
  body: Result<unknown>,
): Promise<string | Failure> => {
  const checked = body.ok ? checkCloudRequest(body.value) : body;
  if (!checked.ok) return toInvalidRequest(checked.refusal);
  const request = checked.value;
  switch (request.requestType) {
    case 'Discover':
      return toDiscoverAnswer(request, caller.accountId, await requests.discover(caller));
    case 'Query': {
      const found = await requests.query(caller, request.componentId);
      return found.ok ? toQueryAnswer(request, found.value) : found;
    }
    case 'Control': {
      const outcome = await requests.control(caller, request);
      return outcome.ok ? toControlAnswer(request) : outcome;
    }
  }
};

/** The operation of a request, for its metrics. */
const operationOf = (body: Result<unknown>): Operation => {
  const { requestType } = ((body.ok && body.value) || {}) as { requestType?: unknown };
  return isRequestType(requestType) ? requestType : 'Unknown';
};

const isRequestType = (type: unknown): type is CloudRequestType =>
  typeof type === 'string' && Object.hasOwn(cloudRequests, type);

/**
 * `POST /dev` (interface 4.3). The body is JSON whatever its Content-Type. Every answer is JSON with the `requestId` of the
 * request, or where that is invalid with the `X-Request-Id` of the answer.
 */
export const createDevRoutes =
  (requests: Requests, log: Log): FastifyPluginAsync =>
  async (app) => {
    const { rate, burst } = requests.rate;
    const policy = `"token";q=${burst};w=${Math.ceil(burst / rate)}`;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    // Fastify reads no body without a type or a length; HTTP/2 requires neither (RFC 9113, 8.1).
    app.addHook('onRequest', ({ headers }, _, done) => {
      headers['content-type'] ??= 'application/json';
      done();
    });

    app.post('/dev', async (request, reply) => {
      const body = readBody(request.body);
      const requestId = (body.ok && requestIdOf(body.value)) || request.id;
      reply.type(json).header('ratelimit-policy', policy);
      let caller: Caller | undefined;
      const count = (status: number) =>
        caller !== undefined && requests.count(caller.clientId, operationOf(body), status);
      try {
        const admission = await requests.admit(bearerOf(request), request.ip);
        caller = admission.caller;
        setHeaders(request, reply, admission);
        const answered = admission.ok ? await answer(requests, admission.caller, body) : admission;
        count(typeof answered === 'string' ? 200 : answered.status);
        if (typeof answered === 'string') return reply.send(answered);
        return reply.code(answered.status).send(toFailureAnswer(requestId, answered));
      } catch (error) {
        logFailure(log, { id: request.id, error }, 'a request to /dev failed');
        const failure = toServerFailure(error, request.id);
        count(failure.status);
        if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
        return reply.code(failure.status).send(toFailureAnswer(requestId, failure));
      }
    });

    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/dev',
      handler: async (request, reply) =>
        reply.code(405).type(json).header('allow', 'POST').send(toFailureAnswer(request.id, wrongMethod)),
    });
  };

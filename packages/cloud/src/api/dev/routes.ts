import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { Runtime } from '@plenum/platform';
import { parseBody } from '@plenum/protocol/check';
import {
  type CloudRequest,
  type CloudRequestType,
  checkCloudRequest,
  cloudRequests,
  limits,
  requestIdOf,
} from '@plenum/protocol/cloud';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { readTraceparent } from '@plenum/protocol/trace';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Failure, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { hangUpOf } from '../../kernel/http/hang-up.ts';
import { type ServerFailure, toServerFailure } from '../../kernel/http/server-failure.ts';
import { toTextBody } from '../../kernel/http/text-body.ts';
import { wrongMethod } from '../requests/failures.ts';
import { setHeaders } from '../requests/headers.ts';
import type { AdmittedRequest, AppControl, Requests } from '../requests/requests.ts';
import type { Caller } from '../requests/shape.ts';
import { type AnsweredRequest, toOtherRequest } from '../usage/latest-requests.ts';
import type { UsageOperation } from '../usage/store.ts';
import { toControlAnswer, toDiscoverAnswer, toFailureAnswer, toQueryAnswer } from './envelopes.ts';

interface DevDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly requests: Requests;
}

const json = 'application/json; charset=utf-8';

const readBody = (body: unknown): Result<unknown> => {
  const bytes = (body as Buffer | undefined) ?? Buffer.alloc(0);
  return isUtf8(bytes) ? parseBody(bytes.toString()) : refuse('not-utf8');
};

/** Returns the body of the response to a checked request, or a failure. */
const answer = async (
  { requests, clock }: DevDeps,
  caller: Caller,
  { checked, ...about }: { readonly checked: Result<CloudRequest> } & Pick<AppControl, 'trace' | 'signal'>,
): Promise<Result<string | Readable, Failure>> => {
  if (!checked.ok) return toInvalidRequest(checked.refusal);
  const request = checked.value;
  switch (request.requestType) {
    case 'Discover': {
      const found = await requests.discover(caller);
      if (!found.ok) return found;
      const pieces = toDiscoverAnswer(request, caller.accountId, found.value);
      return ok(await toTextBody(pieces, { clock, within: limits.discoverRead.most }));
    }
    case 'Query': {
      const found = await requests.query(caller, request.componentId);
      return found.ok ? ok(toQueryAnswer(request, found.value)) : found;
    }
    case 'Control': {
      const result = await requests.control(caller, { ...request, ...about });
      return result.ok ? ok(toControlAnswer(request)) : result;
    }
  }
};

/** The operation of a request, for its metrics. */
const operationOf = (body: Result<unknown>): UsageOperation => {
  const { requestType } = ((body.ok && body.value) || {}) as { requestType?: unknown };
  return isRequestType(requestType) ? requestType : 'Unknown';
};

const isRequestType = (type: unknown): type is CloudRequestType =>
  typeof type === 'string' && Object.hasOwn(cloudRequests, type);

/**
 * `POST /dev` (interface 4.3). The body is JSON regardless of its Content-Type. Every response is JSON with the
 * `requestId` of the request. If that id is invalid or was not read, the response contains its `X-Request-Id` instead.
 */
export const createDevRoutes =
  (deps: DevDeps): FastifyPluginAsync =>
  async (app) => {
    const { requests, log } = deps;
    const { rate, burst } = requests.rate;
    const policy = `"token";q=${burst};w=${Math.ceil(burst / rate)}`;
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    // Fastify does not read a body without a type or a length, and HTTP/2 requires neither (RFC 9113, 8.1).
    app.addHook('onRequest', ({ headers }, _, done) => {
      headers['content-type'] ??= 'application/json';
      done();
    });

    /** The admission of each request in progress. */
    const admissions = new WeakMap<FastifyRequest, AdmittedRequest>();
    const end = (reply: FastifyReply, requestId: string, failure: Failure): FastifyReply => {
      if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
      return reply.code(failure.status).send(toFailureAnswer(requestId, failure));
    };
    const fail = ({ id }: FastifyRequest, error: unknown): ServerFailure => {
      logFailure(log, { id, error }, 'a request to /dev failed');
      return toServerFailure(error, id);
    };

    /**
     * Refuses requests over their limits before the body is read, so that refusals take little time from other clients.
     */
    const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
      reply.type(json).header('ratelimit-policy', policy);
      try {
        const admission = await requests.admit(bearerOf(request), request.ip);
        setHeaders(request, reply, { admission });
        if (admission.ok || admission.refusal.status !== 429) return void admissions.set(request, admission);
        const { refusal, caller } = admission;
        if (caller !== undefined) requests.count(caller.clientId, toOtherRequest(reply, refusal));
        return end(reply, request.id, refusal);
      } catch (error) {
        admissions.set(request, { ok: false, refusal: fail(request, error) });
      }
    };

    app.post('/dev', { onRequest }, async (request, reply) => {
      const admission = admissions.get(request)!;
      const body = readBody(request.body);
      const requestId = (body.ok && requestIdOf(body.value)) || request.id;
      const checked = body.ok ? checkCloudRequest(body.value) : body;
      const count = ({ status, result }: Pick<AnsweredRequest, 'status' | 'result'>) =>
        admission.caller !== undefined &&
        requests.count(admission.caller.clientId, {
          ...toOtherRequest(reply, { status, result }),
          operation: operationOf(body),
          request: checked.ok ? checked.value : undefined,
        });
      try {
        const signal = hangUpOf(reply.raw);
        const trace = readTraceparent(request.headers.traceparent);
        const answered = admission.ok
          ? await answer(deps, admission.caller, { checked, trace, signal })
          : admission;
        count(answered.ok ? { status: 200, result: 'OK' } : answered.refusal);
        return answered.ok ? reply.send(answered.value) : end(reply, requestId, answered.refusal);
      } catch (error) {
        const failure = fail(request, error);
        count(failure);
        return end(reply, requestId, failure);
      }
    });

    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/dev',
      handler: async (request, reply) =>
        reply
          .code(405)
          .type(json)
          .header('allow', 'POST')
          .send(toFailureAnswer(request.id, wrongMethod.refusal)),
    });
  };

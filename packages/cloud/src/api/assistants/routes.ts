import { isUtf8 } from 'node:buffer';
import { createFairSemaphore, createTokenBucket, machineOf, type Runtime } from '@plenum/platform';
import { parseBody } from '@plenum/protocol/check';
import { appScopes, limits } from '@plenum/protocol/cloud';
import { ok, type Result } from '@plenum/protocol/refusal';
import { readTraceparent } from '@plenum/protocol/trace';
import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import { type Failed, type Failure, toFailed, toInvalidRequest } from '../../fleet/controls/failure.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { hangUpOf } from '../../kernel/http/hang-up.ts';
import { statusOfThrown } from '../../kernel/http/request-errors.ts';
import { isFromSameSite } from '../../kernel/http/same-site.ts';
import { toServerFailure } from '../../kernel/http/server-failure.ts';
import { type ChallengeFacts, setHeaders } from '../requests/headers.ts';
import type { Requests } from '../requests/requests.ts';
import type { Caller } from '../requests/shape.ts';
import { toOtherRequest } from '../usage/latest-requests.ts';
import { createInsideFetch } from './inside-fetch.ts';
import type { AnswerAssistant } from './shape.ts';

interface AssistantsDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly requests: Requests;
  readonly publicUrl: string;
  /** Loads the handler when the first message arrives. */
  readonly load: () => Promise<AnswerAssistant>;
}

/**
 * Path to which assistants send their messages. The path of the metadata, which contains the issuer of tokens, is
 * derived from it (RFC 9728, 3.1).
 */
export const assistantsPath = '/mcp';
const metadataPath = `/.well-known/oauth-protected-resource${assistantsPath}`;

const foreignPage = toFailed(403, 'UserNotAllowed')('Pages of other sites may not use this URL.');
const wrongMethod = toFailed(
  405,
  'InvalidRequest',
)('This URL accepts only POST: there are no sessions here, and no stream of events.');
const oneByOne = toFailed(400, 'InvalidRequest')('Send only one message per request.');
const tooMany = (sentence: string, retryAfter: number): Failed => {
  const { refusal } = toFailed(429, 'Error')(`${sentence}; try again in ${retryAfter} s.`);
  return { ok: false, refusal: { ...refusal, retryAfter } };
};
const tooManyAtOnce = tooMany(
  `Assistants of this user already have ${limits.assistantAnswers.maxPerKey} requests in progress`,
  1,
);
const tooOften = (seconds: number) =>
  tooMany(`Assistants of this user may send ${limits.assistantMessages.rate} messages a second`, seconds);

/** Sends a failure as a JSON-RPC error, because clients show the message of such an error. */
const sendFailure = (reply: FastifyReply, { status, detail, retryAfter }: Failure): FastifyReply => {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const body = { jsonrpc: '2.0', error: { code: -32_000, message: detail }, id: null };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
};

/** Parses the body, which must hold a single message. */
const readMessage = (body: unknown): Result<unknown, Failure> => {
  const bytes = (body as Buffer | undefined) ?? Buffer.alloc(0);
  const parsed = isUtf8(bytes) ? parseBody(bytes.toString()) : undefined;
  if (parsed === undefined) return toFailed(400, 'InvalidRequest')('The body is not UTF-8.');
  if (!parsed.ok) return toInvalidRequest(parsed.refusal);
  return Array.isArray(parsed.value) ? oneByOne : parsed;
};

const textHeaders = ({ headers }: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (each): each is [string, string] => typeof each[1] === 'string' && !each[0].startsWith(':'),
    ),
  );

/** Passes a message to its handler, with a `fetch` that calls this cloud with the sender's token. */
const createAnswer =
  (app: FastifyInstance, { publicUrl, clock, load }: AssistantsDeps) =>
  async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<Response> => {
    const gone = hangUpOf(reply.raw);
    const late = new AbortController();
    const cancel = machineOf(clock).after(limits.assistantAnswers.time, () =>
      late.abort(new DOMException('too late', 'TimeoutError')),
    );
    reply.raw.once('close', cancel);
    const trace = readTraceparent(request.headers.traceparent);
    const fetch = createInsideFetch({
      app,
      address: request.ip,
      headers: {
        host: new URL(publicUrl).host,
        'x-request-id': request.id,
        ...(trace !== undefined && { traceparent: trace }),
      },
      signal: AbortSignal.any([gone, late.signal]),
      maxBytes: limits.assistantRead.most,
    });
    const answer = await load();
    return answer({
      request: new Request(`${publicUrl}${assistantsPath}`, {
        method: 'POST',
        headers: textHeaders(request),
        signal: gone,
      }),
      body,
      url: publicUrl,
      accessToken: bearerOf(request)!,
      fetch,
    });
  };

/** Metadata about this resource, including the issuer of its tokens (RFC 9728, 2). */
const toMetadata = (publicUrl: string) => ({
  resource: `${publicUrl}${assistantsPath}`,
  resource_name: 'Plenum',
  authorization_servers: [publicUrl],
  scopes_supported: Object.keys(appScopes),
  bearer_methods_supported: ['header'],
});

/**
 * `POST /mcp`: tools of the Model Context Protocol for the houses that a token gives access to, with one message per
 * request and no sessions. A tool makes requests of interface 4.3 with the same token (decisions/036).
 */
export const createAssistantRoutes =
  (deps: AssistantsDeps): FastifyPluginAsync =>
  async (app) => {
    const { requests, publicUrl, clock, log } = deps;
    const challenge: ChallengeFacts = {
      resource_metadata: `${publicUrl}${metadataPath}`,
      scope: Object.keys(appScopes).join(' '),
    };
    const answers = createFairSemaphore(limits.assistantAnswers, { clock });
    const messages = createTokenBucket(limits.assistantMessages, clock);
    app.addHook('onClose', async () => messages[Symbol.dispose]());
    const answer = createAnswer(app, deps);
    const metadata = toMetadata(publicUrl);

    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const status = statusOfThrown(error);
      if (status >= 500) throw error;
      const sentence =
        status === 413
          ? `The body is larger than ${request.routeOptions.bodyLimit} bytes.`
          : 'The request is malformed.';
      sendFailure(reply, { status, result: 'InvalidRequest', detail: sentence });
    });

    /** The account of each message in progress. */
    const accounts = new WeakMap<FastifyRequest, string>();
    const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Result<Caller, Failure>> => {
      const admission = await requests.admit(bearerOf(request), request.ip);
      setHeaders(request, reply, { admission, about: challenge });
      if (admission.ok) return ok(admission.caller);
      const { caller, refusal } = admission;
      if (caller !== undefined) requests.count(caller.clientId, toOtherRequest(reply, refusal));
      return admission;
    };

    const fail = ({ id }: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
      logFailure(log, { id, error }, 'a message from an assistant could not be answered');
      return sendFailure(reply, toServerFailure(error, id));
    };

    /** Before the body is read, rejects a message from a client that has no valid token or is over its limits. */
    const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
      try {
        if (!isFromSameSite(request, publicUrl)) return sendFailure(reply, foreignPage.refusal);
        const admitted = await admit(request, reply);
        if (!admitted.ok) return sendFailure(reply, admitted.refusal);
        const { accountId } = admitted.value;
        const { isAllowed, wait } = messages.take(accountId);
        if (!isAllowed) return sendFailure(reply, tooOften(wait).refusal);
        return void accounts.set(request, accountId);
      } catch (error) {
        return fail(request, reply, error);
      }
    };

    const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const message = readMessage(request.body);
      if (!message.ok) return sendFailure(reply, message.refusal);
      const release = answers.tryAcquire(accounts.get(request)!);
      if (release === undefined) return sendFailure(reply, tooManyAtOnce.refusal);
      if (reply.raw.destroyed) release();
      else reply.raw.once('close', () => release());
      return reply.send(await answer(request, reply, message.value));
    };

    app.post(assistantsPath, { onRequest }, async (request, reply) => {
      try {
        return await serve(request, reply);
      } catch (error) {
        return fail(request, reply, error);
      }
    });
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: assistantsPath,
      handler: async (_, reply) => sendFailure(reply.header('allow', 'POST'), wrongMethod.refusal),
    });
    app.get(metadataPath, async () => metadata);
  };

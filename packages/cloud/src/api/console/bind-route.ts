import type { Readable } from 'node:stream';
import { type TokenBucket, toClientNetwork } from '@plenum/platform';
import { check } from '@plenum/protocol/check';
import { limits } from '@plenum/protocol/cloud';
import {
  type AnswerOf,
  type BodyOf,
  type CallerOf,
  type ConsoleRoute,
  type ConsoleRouteId,
  consoleHeaders,
  consoleRoute,
  isRefused,
  type ParametersOf,
  type QueryOf,
  type RecordOf,
  type Refused,
  refuseRequest,
  toConsoleSentence,
  toConsoleStatus,
} from '@plenum/protocol/console';
import { checkBody } from '@plenum/protocol/derive';
import type { Field, RecordField } from '@plenum/protocol/field';
import type { Refusal } from '@plenum/protocol/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Browsers } from '../../identity/account/browser.ts';
import type { AccountSession } from '../../identity/account/shape.ts';
import type { Store } from '../../kernel/database/store.ts';
import { isFormTokenOf } from '../../kernel/http/form-token.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import { isFromSameSite } from '../../kernel/http/same-site.ts';

/** A request to the console API. */
interface AnyCall<Id extends ConsoleRouteId> {
  readonly parameters: ParametersOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** The client address. */
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request from a signed-in person. */
interface SignedInCall<Id extends ConsoleRouteId> extends AnyCall<Id> {
  readonly session: AccountSession;
  readonly accountId: string;
  /** Only for streams. Aborted when the client disconnects, even before the handler is called. */
  readonly ended: AbortController;
}

/** A request to the console API whose caller has been checked. */
export type Call<Id extends ConsoleRouteId> =
  CallerOf<Id> extends 'signed-in' ? SignedInCall<Id> : AnyCall<Id>;

/** A response that is JSON already, because it is too long to be written at one time. */
export class WrittenAnswer {
  readonly body: string | Readable;
  constructor(body: string | Readable) {
    this.body = body;
  }
}

/**
 * The value that a handler resolves to: the response of its route, any value if the route defines no response, or a
 * refusal.
 */
type HandlerResult<Id extends ConsoleRouteId> =
  AnswerOf<Id> extends undefined ? unknown : AnswerOf<Id> | WrittenAnswer | Refused;

export type Handler<Id extends ConsoleRouteId> = (call: Call<Id>) => Promise<HandlerResult<Id>>;

/** Binds a route of the console API to its handler. */
export type BindRoute = <Id extends ConsoleRouteId>(
  app: FastifyInstance,
  id: Id,
  handler: Handler<Id>,
) => void;

interface BindRouteDeps {
  readonly store: Store;
  /** Rate limit of each account or, for callers without an account, of each network (`limits.consoleRequests`). */
  readonly requests: Pick<TokenBucket, 'take'>;
  readonly browsers: Pick<Browsers, 'findSession'>;
  readonly refusals: RefusalPace;
  readonly publicUrl: string;
}

/** Header that carries the form token of a session, as Node.js names it. */
const formTokenHeader = consoleHeaders.formToken.toLowerCase();

/** A refused command. `byBridge` contains the bridge's reason as data, from which the page makes a sentence. */
export interface RefusedCommand extends Refused {
  readonly byBridge?: Refusal | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads the members of a query that are defined. A missing one is empty, and its rule refuses it. */
const readQuery = ({ properties, required }: RecordField, input: unknown): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(properties) as [string, Field][]) {
    const checked = isObject(input) ? check(member, input[key]) : undefined;
    if (checked?.ok) values[key] = checked.value;
    else if (required.includes(key)) values[key] = '';
  }
  return values;
};

const sendRefusal = (reply: FastifyReply, { refusal, byBridge }: RefusedCommand): FastifyReply => {
  const { seconds } = refusal.facts;
  if (seconds !== undefined) reply.header('retry-after', seconds);
  // The response contains these two as separate members.
  const { detail: _, status: __, ...facts } = refusal.facts;
  const body: RecordOf<'Refusal'> = {
    code: refusal.code,
    sentence: toConsoleSentence(refusal),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...(byBridge !== undefined && { byBridge: { ...byBridge } }),
  };
  return reply.code(toConsoleStatus(refusal)).send(body);
};

/**
 * Binds routes by their definitions. Checks the caller, reads the members of path, query and body, and sends the value
 * that the handler resolves to. A refusal is sent with the status of its code, and with `Retry-After` if waiting helps.
 */
export function createBindRoute(deps: BindRouteDeps): BindRoute {
  const { store, requests, browsers, refusals, publicUrl } = deps;
  const refuseTooMany = (of: 'account' | 'address', key: string): Refused | undefined => {
    const { isAllowed, wait: seconds } = requests.take(`${of} ${key}`);
    return isAllowed
      ? undefined
      : refuseRequest('too-many-requests', { facts: { of, rate: limits.consoleRequests.rate, seconds } });
  };

  const admit = async (
    { caller, method, refusals }: ConsoleRoute,
    request: FastifyRequest,
  ): Promise<Refused | { session?: AccountSession; accountId?: string }> => {
    const isOwnPage = isFromSameSite(request, publicUrl);
    if (caller === 'own-page' && !isOwnPage) return refuseRequest('form-stale');
    if (caller !== 'signed-in') return refuseTooMany('address', toClientNetwork(request.ip)) ?? {};
    const session = await browsers.findSession(store.db, request);
    if (session === undefined) return refuseRequest('not-signed-in');
    const isFresh = method === 'get' || isFormTokenOf(request.headers[formTokenHeader], session.secret);
    if (!isFresh || (method === 'post' && !isOwnPage)) return refuseRequest('form-stale');
    const accountId = session.account.id;
    if (refusals.includes('too-many-requests')) {
      const refused = refuseTooMany('account', accountId);
      if (refused !== undefined) return refused;
    }
    return { session, accountId };
  };

  return (app, id, handler) => {
    const route = consoleRoute(id);
    const { method, path, status, query, answer, continuing, isStream } = route;
    /** The checked caller of each request in progress. */
    const callers = new WeakMap<FastifyRequest, object>();
    /** Before the body is read, refuses a request whose caller may not make it. */
    const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
      const ended = new AbortController();
      if (isStream) reply.raw.on('close', () => ended.abort());
      const admitted = await admit(route, request);
      if (!isRefused(admitted)) return void callers.set(request, { ...admitted, ended });
      await refusals.paceAddress(request.ip);
      return sendRefusal(reply, admitted);
    };
    app[method](path.replace(/\{(\w+)\}/g, ':$1'), { onRequest }, async (request, reply) => {
      const body = checkBody(route, request.body);
      if (isRefused(body)) return sendRefusal(reply, body);
      const call = {
        ...callers.get(request),
        parameters: request.params,
        query: query && readQuery(query as RecordField, request.query),
        body: body.value,
        address: request.ip,
        request,
        reply,
      };
      const result = await handler(call as Call<typeof id>);
      if (reply.sent) return reply;
      if (isRefused(result)) return sendRefusal(reply, result);
      if (result instanceof WrittenAnswer)
        return reply.code(status).type('application/json; charset=utf-8').send(result.body);
      if (continuing !== undefined && result !== undefined) return reply.code(202).send(result);
      return reply.code(status).send(answer === undefined ? undefined : result);
    });
  };
}

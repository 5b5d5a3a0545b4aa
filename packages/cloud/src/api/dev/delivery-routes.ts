import { createTokenBucket, type Runtime, toClientNetwork } from '@plenum/platform';
import { limits, type OwnScope } from '@plenum/protocol/cloud';
import {
  appRouteIds,
  type ConsoleRoute,
  consoleRoute,
  isRefused,
  type Refused,
  refuseRequest,
  toAppPath,
  toConsoleSentence,
  toConsoleStatus,
} from '@plenum/protocol/console';
import { checkBody } from '@plenum/protocol/derive';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import { toAttemptSentence } from '../../delivery/log/attempt-sentence.ts';
import { readDeliveryFilter } from '../../delivery/log/delivery-filter.ts';
import type { Delivery } from '../../delivery/log/delivery-log.ts';
import { type Failure, toFailed } from '../../fleet/controls/failure.ts';
import type { OwnTokenHolder, OwnTokens } from '../../identity/oauth/token/own-tokens.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import type { RefusalPace } from '../../kernel/http/refusal-pace.ts';
import { toServerFailure } from '../../kernel/http/server-failure.ts';
import { invalidUser, tooMany, tooManyUnauthenticated, withRetry } from '../requests/failures.ts';
import { toFailureAnswer } from './envelopes.ts';

interface DeliveryRoutesDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly endpoints: Endpoints;
  readonly ownTokens: OwnTokens;
  readonly refusals: RefusalPace;
}

type RouteId = (typeof appRouteIds)[number];

/** A request of an app with its own token. */
interface OwnCall {
  readonly holder: OwnTokenHolder;
  readonly parameters: { readonly endpointId: string; readonly number?: string };
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
}

const scope: OwnScope = 'deliveries';

const toNumber = (text = ''): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

const withSentence = <One extends Delivery>(delivery: One) => ({
  ...delivery,
  sentence: toAttemptSentence(delivery),
});

/** Returns the handler of each route. They do for the app of the token what the console does for its developer. */
const createHandlers = ({
  endpoints,
  clock,
}: DeliveryRoutesDeps): Readonly<Record<RouteId, (call: OwnCall) => Promise<object>>> & Disposable => {
  const resends = createTokenBucket(limits.bulkResends, clock);
  const refOf = ({ holder: { clientId }, parameters: { endpointId } }: OwnCall) => ({ clientId, endpointId });
  return {
    endpoints: async ({ holder }) => endpoints.list(holder.clientId),
    endpoint: async (call) => (await endpoints.find(refOf(call))) ?? refuseRequest('no-such-endpoint'),
    deliveries: async (call) => {
      const { before, ...rest } = call.query;
      const filter = readDeliveryFilter(rest);
      if (isRefused(filter)) return filter;
      const page = before === undefined ? filter : { ...filter, before: toNumber(before) };
      const listed = await endpoints.listDeliveries(refOf(call), page);
      return isRefused(listed) ? listed : { deliveries: listed.deliveries.map(withSentence) };
    },
    delivery: async (call) => {
      const found = await endpoints.findDelivery(refOf(call), toNumber(call.parameters.number));
      return isRefused(found) ? found : withSentence(found.delivery);
    },
    startResend: async (call) => {
      const filter = readDeliveryFilter(call.body);
      if (isRefused(filter)) return filter;
      const { accountId } = call.holder;
      const { isAllowed, wait: seconds } = resends.take(accountId);
      const { burst: most, rate } = limits.bulkResends;
      return isAllowed
        ? endpoints.startResend(refOf(call), { accountId, filter })
        : refuseRequest('too-many-resends', { facts: { most, pause: 1 / rate, seconds } });
    },
    resendJob: (call) => endpoints.findResend(refOf(call)),
    cancelResend: (call) => endpoints.cancelResend(refOf(call)),
    [Symbol.dispose]: () => resends[Symbol.dispose](),
  };
};

/** Converts a refusal of the console to one of interface 7. */
const toFailure = ({ refusal }: Refused): Failure => {
  const status = toConsoleStatus(refusal);
  const { seconds } = refusal.facts;
  const result = status === 429 ? 'Error' : 'InvalidRequest';
  const failed = toFailed(status, result)(toConsoleSentence(refusal)).refusal;
  return seconds === undefined ? failed : { ...failed, retryAfter: Number(seconds) };
};

/** Returns the query of a request; refuses members that the route does not have, and members given twice. */
const readQuery = (
  { query }: Pick<ConsoleRoute, 'query'>,
  given: unknown,
): Result<Readonly<Record<string, string>>, Failure> => {
  const texts = given as Readonly<Record<string, unknown>>;
  const known = Object.keys(query?.properties ?? {});
  const unknown = Object.keys(texts).find((key) => !known.includes(key) || typeof texts[key] !== 'string');
  if (unknown === undefined) return ok(texts as Readonly<Record<string, string>>);
  const allowed = known.length === 0 ? 'none' : known.join(', ');
  return toFailed(400, 'InvalidRequest')(`${unknown}: use each of these at most once: ${allowed}.`);
};

/** `/dev/endpoints/...`: an app searches the deliveries to its own endpoints, with the scope `deliveries`. */
export const createDeliveryRoutes =
  (deps: DeliveryRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const { ownTokens, refusals, clock, log } = deps;
    const handlers = createHandlers(deps);
    const unauthenticated = createTokenBucket(limits.requestsWithoutToken, clock);
    const rateLimit = createTokenBucket(limits.tokenRequests, clock);
    app.addHook('onClose', async () => {
      for (const one of [handlers, unauthenticated, rateLimit]) one[Symbol.dispose]();
    });

    /** Verifies the token of a request, and counts the request against its app or its address. */
    const admit = async (request: FastifyRequest): Promise<Result<OwnTokenHolder, Failure>> => {
      const network = toClientNetwork(request.ip);
      const allowed = unauthenticated.take(network);
      if (!allowed.isAllowed) {
        await refusals.pace(network);
        return withRetry(tooManyUnauthenticated(allowed.wait), allowed.wait);
      }
      const token = bearerOf(request);
      const holder = token === undefined ? undefined : await ownTokens.identify(token);
      if (holder === undefined || !holder.scopes.includes(scope)) return invalidUser;
      unauthenticated.giveBack(network);
      const { isAllowed, wait } = rateLimit.take(holder.clientId);
      if (isAllowed) return ok(holder);
      await refusals.pace(holder.clientId);
      return withRetry(tooMany(limits.tokenRequests.rate, wait), wait);
    };

    const end = (request: FastifyRequest, reply: FastifyReply, failure: Failure) => {
      if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
      if (failure.status === 401) reply.header('www-authenticate', `Bearer scope="${scope}"`);
      return reply.code(failure.status).send(toFailureAnswer(request.id, failure));
    };

    for (const id of appRouteIds) {
      const route = consoleRoute(id);
      const url = toAppPath(route.path).replace(/\{(\w+)\}/g, ':$1');
      app[route.method](url, async (request, reply) => {
        reply.type('application/json; charset=utf-8');
        try {
          const admitted = await admit(request);
          if (!admitted.ok) return end(request, reply, admitted.refusal);
          const query = readQuery(route, request.query);
          if (!query.ok) return end(request, reply, query.refusal);
          const body = checkBody(route, request.body);
          if (isRefused(body)) return end(request, reply, toFailure(body));
          const { params: parameters } = request;
          const call = { holder: admitted.value, parameters, query: query.value, body: body.value };
          const result = await handlers[id](call as OwnCall);
          if (isRefused(result)) return end(request, reply, toFailure(result));
          return reply.code(route.status).send(result);
        } catch (error) {
          logFailure(log, { id: request.id, error }, 'the deliveries of an app could not be read');
          return end(request, reply, toServerFailure(error, request.id));
        }
      });
    }
  };

import { houseReads } from '@plenum/insight/endpoint';
import { createTokenBucket, machineOf, type Runtime } from '@plenum/platform';
import { check } from '@plenum/protocol/check';
import { houseReadsPath, limits, showsKind } from '@plenum/protocol/cloud';
import { type ComponentKind, kinds } from '@plenum/protocol/component';
import { extensionEndpoints } from '@plenum/protocol/extension';
import { ok, type Result } from '@plenum/protocol/refusal';
import { readQuery } from '@plenum/protocol/uplink';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { readAccess } from '../../fleet/bridge/access.ts';
import type { BridgeReply } from '../../fleet/controls/bridge-reply.ts';
import type { BridgeReader } from '../../fleet/controls/bridge-requests.ts';
import { type Failure, toFailed } from '../../fleet/controls/failure.ts';
import { createKeptAnswers } from '../../fleet/controls/read-cache.ts';
import { resultOf } from '../../fleet/controls/reply-result.ts';
import { defaultControlWithin } from '../../fleet/controls/send-control.ts';
import type { Store } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import { toServerFailure } from '../../kernel/http/server-failure.ts';
import { noSuchHouse, tooManyReads, tooMuchRead } from '../requests/failures.ts';
import { setHeaders } from '../requests/headers.ts';
import type { Requests } from '../requests/requests.ts';
import type { Caller } from '../requests/shape.ts';
import { toOtherRequest } from '../usage/latest-requests.ts';
import { toFailureAnswer } from './envelopes.ts';

export interface HouseReadsDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly requests: Requests;
  readonly store: Store;
  readonly bridges: Pick<BridgeReader, 'read'>;
  /** Time a bridge has to reply, in ms. */
  readonly controlWithin?: number | undefined;
}

const isEvent = (each: unknown): each is { readonly kind: ComponentKind } => {
  const kind = (each as { kind?: unknown } | null)?.kind;
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
};

/** Returns the events of a house without those of components that an app may not see. */
const withoutHidden = (body: string, scopes: readonly string[]): Result<string, Failure> => {
  try {
    const answer = JSON.parse(body) as { readonly events: readonly unknown[] };
    const events = answer.events.filter((each) => isEvent(each) && showsKind(scopes, each.kind));
    return ok(JSON.stringify({ ...answer, events }));
  } catch {
    return toFailed(502, 'Error')('The bridge sent its events in an unknown format.');
  }
};

/** `GET /dev/houses/{systemId}/...`: history, energy and explanations, for apps with the scope `history`. */
export const createHouseReads =
  (deps: HouseReadsDeps): FastifyPluginAsync =>
  async (app) => {
    const { requests, store, bridges, clock, log, controlWithin: within = defaultControlWithin } = deps;
    const reads = createTokenBucket(limits.houseReads, clock);
    const answers = createKeptAnswers<BridgeReply>(
      machineOf(clock),
      (reply) => reply.answer === 'read' && reply.status === 200,
    );
    app.addHook('onClose', async () => reads[Symbol.dispose]());

    const read = async (
      { accountId, clientId, scopes }: Caller,
      systemId: string,
      path: string,
      text: string,
    ): Promise<Result<string, Failure>> => {
      const query = check(readQuery, text);
      if (!query.ok)
        return toFailed(
          400,
          'InvalidRequest',
        )('The query is longer than 4,000 characters or is not a query string.');
      const own = await readAccess(store.db, { accountId, systemId, now: clock.now() });
      if (own === undefined) return noSuchHouse;
      const { isAllowed, wait } = reads.take(`${clientId} ${accountId}`);
      if (!isAllowed) return tooManyReads(limits.houseReads.rate, wait);
      const waiting = requests.read.wait(accountId);
      if (waiting > 0) return tooMuchRead(waiting);
      const reply = await answers.get(`${clientId} ${accountId}`, `${systemId} ${path}?${query.value}`, () =>
        bridges.read(systemId, { path, query: query.value }, machineOf(clock).now() + within),
      );
      const whole = resultOf(reply, 'read', within / 1_000);
      const isEvents = path === extensionEndpoints.readEvents.path;
      const result = isEvents && whole.ok ? withoutHidden(whole.value, scopes) : whole;
      requests.read.spend(accountId, Math.max(limits.read.least, result.ok ? result.value.length : 0));
      return result;
    };

    const answer = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
      reply.type('application/json; charset=utf-8');
      let caller: Caller | undefined;
      const end = (failure: Failure) => {
        if (caller !== undefined) requests.count(caller.clientId, toOtherRequest(reply, failure));
        if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
        return reply.code(failure.status).send(toFailureAnswer(request.id, failure));
      };
      try {
        const admission = await requests.admit(bearerOf(request), request.ip, 'history');
        caller = admission.caller;
        setHeaders(request, reply, { admission });
        if (!admission.ok) return end(admission.refusal);
        const { systemId } = request.params as { systemId: string };
        const [, query = ''] = request.url.split('?', 2);
        const answered = await read(admission.caller, systemId, path, query);
        if (!answered.ok) return end(answered.refusal);
        requests.count(admission.caller.clientId, toOtherRequest(reply, { status: 200, result: 'OK' }));
        return reply.send(answered.value);
      } catch (error) {
        logFailure(log, { id: request.id, error }, 'a house could not be read for an app');
        return end(toServerFailure(error, request.id));
      }
    };

    for (const { path } of houseReads)
      app.get(`${houseReadsPath}/:systemId${path}`, (request, reply) => answer(request, reply, path));
  };

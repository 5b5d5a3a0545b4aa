import { type AnswerOf, type ConsoleRouteId, consoleRoute, type RecordOf } from '@plenum/protocol/console';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Browsers } from '../../identity/account/browser.ts';
import { refuse } from '../../identity/account/refusal.ts';
import { requireSession, sendRefusal } from '../../identity/account/routes.ts';
import type { Store } from '../../kernel/database/store.ts';

export interface GuardDeps {
  readonly store: Store;
  readonly browsers: Browsers;
  readonly publicUrl: string;
}

/** A request of somebody signed in: whose it is, and the members of its address and body. */
export interface Asked {
  readonly accountId: string;
  /** The address it came from. */
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What is answered: a status and a body, 204 without one. */
export interface Answered {
  readonly status: number;
  readonly body?: object;
  /** Seconds until it is worth to ask again (`Retry-After`). */
  readonly retryAfter?: number;
}

type Act = (asked: Asked) => Promise<Answered>;

const toObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, never>>;

const answer = async (act: Act, accountId: string, request: FastifyRequest, reply: FastifyReply) => {
  const asked = {
    accountId,
    address: request.ip,
    params: toObject(request.params),
    query: toObject(request.query),
    body: toObject(request.body),
  };
  const { status, body: answered, retryAfter } = await act(asked);
  reply.code(status);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return answered === undefined ? reply.send() : reply.send(answered);
};

/** Handlers for whoever is signed in: `read` changes nothing, `change` also wants the form token of the session. */
export const createGuard = (parts: GuardDeps) => ({
  read: (act: Act) => async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await parts.browsers.findSession(parts.store.db, request);
    if (session === undefined) return sendRefusal(reply, refuse('not-signed-in').refusal);
    return answer(act, session.account.id, request, reply);
  },
  change: (act: Act) => async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await requireSession(request, parts);
    if (!session.ok) return sendRefusal(reply, session.refusal);
    return answer(act, session.value.account.id, request, reply);
  },
});

export type Guard = ReturnType<typeof createGuard>;

export const done: Answered = { status: 204 };

/** What a route of the contract tells when it was done, by the id of the route. */
export const tell = <Id extends ConsoleRouteId>(id: Id, body: AnswerOf<Id> & object): Answered => ({
  status: consoleRoute(id).status,
  body,
});

/** A refusal for the person at the console: a stable code and one sentence. */
export const no = (status: number, code: string, sentence: string): Answered => {
  const body: RecordOf<'Refusal'> = { code, sentence };
  return { status, body };
};

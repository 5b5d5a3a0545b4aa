import { consoleHeaders, type RecordOf } from '@plenum/protocol/console';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../../kernel/database/store.ts';
import { isFormTokenOf, toFormToken } from '../../kernel/http/form-token.ts';
import { isFromSameSite } from '../../kernel/http/same-site.ts';
import { textOf } from '../../kernel/http/text-of.ts';
import type { Accounts } from './accounts.ts';
import type { Browsers } from './browser.ts';
import { type AccountRefusal, done, type Outcome, refuse, toSentence, toStatus } from './refusal.ts';
import type { Session } from './shape.ts';

/** Header that carries the form token of a session, as Node.js names it. */
const formTokenHeader = consoleHeaders.formToken.toLowerCase();

export interface AccountRouteDeps {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly publicUrl: string;
}

/** A session as the browser application sees it; never with its secret. */
const toView = ({ account, secret }: Session): RecordOf<'Account'> => ({
  accountId: account.id,
  email: account.email,
  createdAt: account.createdAt,
  formToken: toFormToken(secret),
});

/** Answers a refusal: its status, and `{code, sentence}`; with `Retry-After` where waiting helps. */
export const sendRefusal = (reply: FastifyReply, refusal: AccountRefusal): FastifyReply => {
  const { seconds } = refusal.facts;
  if (seconds !== undefined) reply.header('retry-after', seconds);
  const body: RecordOf<'Refusal'> = { code: refusal.code, sentence: toSentence(refusal) };
  return reply.code(toStatus(refusal)).send(body);
};

/**
 * The session of a request that is about to change something: signed in, sent by a page of this site, with the form token
 * of this very session. Otherwise a refusal.
 */
export const requireSession = async (
  request: FastifyRequest,
  { store, browsers, publicUrl }: Pick<AccountRouteDeps, 'store' | 'browsers' | 'publicUrl'>,
): Promise<Outcome<Session>> => {
  const session = await browsers.findSession(store.db, request);
  if (session === undefined) return refuse('not-signed-in');
  const isOwn = isFromSameSite(request, publicUrl);
  const isFresh = isFormTokenOf(request.headers[formTokenHeader], session.secret);
  return isOwn && isFresh ? done(session) : refuse('form-stale');
};

/** Accounts for the browser application, in JSON. */
export const createAccountRoutes = (parts: AccountRouteDeps): FastifyPluginAsync => {
  const { store, accounts, browsers, publicUrl } = parts;

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { act, status }: { act: 'signIn' | 'signUp'; status: number },
  ) => {
    if (!isFromSameSite(request, publicUrl)) return sendRefusal(reply, refuse('form-stale').refusal);
    const credentials = { email: textOf(request, 'email'), password: textOf(request, 'password') };
    const outcome = await accounts[act](credentials, request.ip);
    if (!outcome.ok) return sendRefusal(reply, outcome.refusal);
    const earlier = await browsers.findSession(store.db, request);
    if (earlier !== undefined) await accounts.signOut(earlier, request.ip);
    browsers.give(reply, outcome.value);
    return reply.code(status).send(toView(outcome.value));
  };

  return async (app) => {
    app.post('/account/sign-up', (request, reply) => enter(request, reply, { act: 'signUp', status: 201 }));
    app.post('/account/sign-in', (request, reply) => enter(request, reply, { act: 'signIn', status: 200 }));

    app.get('/account', async (request, reply) => {
      const session = await browsers.findSession(store.db, request);
      return session === undefined ? sendRefusal(reply, refuse('not-signed-in').refusal) : toView(session);
    });

    app.post('/account/sign-out', async (request, reply) => {
      const session = await requireSession(request, parts);
      if (!session.ok) return sendRefusal(reply, session.refusal);
      await accounts.signOut(session.value, request.ip);
      browsers.take(reply);
      return reply.code(204).send();
    });

    app.post('/account/password', async (request, reply) => {
      const session = await requireSession(request, parts);
      if (!session.ok) return sendRefusal(reply, session.refusal);
      const { keepApps } = (request.body ?? {}) as { keepApps?: unknown };
      const passwords = {
        present: textOf(request, 'present'),
        next: textOf(request, 'next'),
        keepApps: keepApps === true,
      };
      const outcome = await accounts.changePassword(session.value, passwords, request.ip);
      if (!outcome.ok) return sendRefusal(reply, outcome.refusal);
      browsers.give(reply, outcome.value);
      return reply.send(toView(outcome.value));
    });

    app.post('/account/remove', async (request, reply) => {
      const session = await requireSession(request, parts);
      if (!session.ok) return sendRefusal(reply, session.refusal);
      const outcome = await accounts.remove(session.value, textOf(request, 'password'), request.ip);
      if (!outcome.ok) return sendRefusal(reply, outcome.refusal);
      browsers.take(reply);
      return reply.code(204).send();
    });
  };
};

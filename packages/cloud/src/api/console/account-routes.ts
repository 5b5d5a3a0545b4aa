import type { ConsoleRefusal, RecordOf } from '@plenum/protocol/console';
import type { Result } from '@plenum/protocol/refusal';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../../identity/account/accounts.ts';
import type { Browsers } from '../../identity/account/browser.ts';
import type { Challenge } from '../../identity/account/second-step/passkey-challenges.ts';
import type { AccountSession } from '../../identity/account/shape.ts';
import type { Store } from '../../kernel/database/store.ts';
import { toFormToken } from '../../kernel/http/form-token.ts';
import type { BindRoute, Handler } from './bind-route.ts';

interface AccountRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  /** `undefined` if this cloud has no test users. */
  readonly sandbox?: object | undefined;
}

interface AnyCall {
  readonly address: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Creates the steps that every kind of sign-in shares. */
const createSignedIn = ({ store, accounts, browsers }: AccountRoutesDeps) => {
  const { email } = accounts;

  /** The session as the web application sees it, without its secret. */
  const toAccount = async ({ account, secret }: AccountSession): Promise<RecordOf<'Account'>> => ({
    accountId: account.id,
    email: account.email,
    emailVerified: await email.isVerified(store.db, account.id),
    createdAt: account.createdAt,
    formToken: toFormToken(secret),
  });

  /** Starts a session in a browser and ends the previous one. */
  const startSession = async (
    { address, request, reply }: AnyCall,
    session: AccountSession,
    browser: string,
  ) => {
    const earlier = await browsers.findSession(store.db, request);
    if (earlier !== undefined) await accounts.signOut(earlier, address);
    browsers.setSession(reply, session, browser);
    return toAccount(session);
  };

  const toVisitor = ({ address, request }: AnyCall) => ({ address, browser: browsers.identify(request) });

  return { toAccount, startSession, toVisitor };
};

type SignInRoutesDeps = AccountRoutesDeps & ReturnType<typeof createSignedIn>;

/** Binds the routes for managing passkeys and signing in with them. */
const bindPasskeys = (
  app: FastifyInstance,
  { bind, browsers, startSession, toVisitor }: SignInRoutesDeps,
  of: NonNullable<Accounts['passkeys']>,
) => {
  const give = (reply: FastifyReply, { options, ticket }: Challenge) => {
    browsers.setChallenge(reply, ticket);
    return { options: options as Readonly<Record<string, unknown>> };
  };
  const answerOf = (request: FastifyRequest, response: unknown) => ({
    ticket: browsers.readChallenge(request),
    response,
  });
  bind(app, 'beginPasskeySignIn', async ({ reply }) => give(reply, await of.beginSignIn()));
  bind(app, 'signInWithPasskey', async (call) => {
    const from = toVisitor(call);
    const result = await of.signInWithPasskey(answerOf(call.request, call.body.response), from);
    return result.ok ? startSession(call, result.value, from.browser) : result;
  });
  bind(app, 'beginPasskey', async (call) => {
    const result = await of.begin(call.session, call.body.password, toVisitor(call));
    return result.ok ? give(call.reply, result.value) : result;
  });
  bind(app, 'addPasskey', ({ session, body: { name, response }, address, request }) =>
    of.add(session, { name, ...answerOf(request, response) }, address),
  );
  bind(app, 'namePasskey', ({ session, parameters: { passkeyId: id }, body: { name } }) =>
    of.rename(session, { id, name }),
  );
  bind(app, 'removePasskey', ({ session, parameters: { passkeyId: id }, address }) =>
    of.remove(session, id, address),
  );
};

/** Binds the routes for managing an authenticator app and signing in with its codes. */
const bindCodes = (
  app: FastifyInstance,
  { bind, browsers, startSession, toVisitor }: SignInRoutesDeps,
  of: NonNullable<Accounts['codes']>,
) => {
  const shown = (result: Result<readonly string[], ConsoleRefusal>) =>
    result.ok ? { recoveryCodes: result.value } : result;
  bind(app, 'signInWithCode', async (call) => {
    const from = toVisitor(call);
    const result = await of.signInWithCode(browsers.readStep(call.request), call.body.code, from);
    return result.ok ? startSession(call, result.value, from.browser) : result;
  });
  bind(app, 'beginCodes', async (call) => {
    const result = await of.begin(call.session, call.body.password, toVisitor(call));
    return result.ok ? result.value : result;
  });
  bind(app, 'confirmCodes', async ({ session, body, address }) =>
    shown(await of.confirm(session, body.code, address)),
  );
  bind(app, 'renewRecoveryCodes', async (call) =>
    shown(await of.renewRecoveryCodes(call.session, call.body.password, toVisitor(call))),
  );
  bind(app, 'endCodes', (call) => of.end(call.session, call.body.password, toVisitor(call)));
};

/** Reads the ways to sign in to an account other than the password. */
export const readSignInMethods = async (
  { codes, passkeys }: Pick<Accounts, 'codes' | 'passkeys'>,
  accountId: string,
): Promise<RecordOf<'SignInMethods'>> => ({
  codes: await codes?.readStatus(accountId),
  passkeys: (await passkeys?.list(accountId)) ?? [],
});

export function createAccountRoutes(deps: AccountRoutesDeps): FastifyPluginAsync {
  const { bind, accounts, browsers } = deps;
  const { email, codes, passkeys } = accounts;
  const signedIn = createSignedIn(deps);
  const { toAccount, startSession } = signedIn;

  /** Handles a sign-in or a sign-up. */
  const enter =
    (how: 'signIn' | 'signUp'): Handler<typeof how> =>
    async (call) => {
      const { body, address, request, reply } = call;
      const browser = browsers.identify(request);
      const result = await accounts[how](body, address, browser);
      if (result.ok) return startSession(call, result.value, browser);
      const { step } = result.refusal.facts;
      if (step !== undefined) browsers.setStep(reply, String(step));
      return result;
    };

  return async (app) => {
    bind(app, 'signUp', enter('signUp'));
    bind(app, 'signIn', enter('signIn'));
    if (codes !== undefined) bindCodes(app, { ...deps, ...signedIn }, codes);
    if (passkeys !== undefined) bindPasskeys(app, { ...deps, ...signedIn }, passkeys);
    bind(app, 'signInMethods', ({ accountId }) => readSignInMethods(accounts, accountId));
    bind(app, 'account', async ({ session }) => toAccount(session));
    bind(app, 'signOut', async ({ session, address, reply }) => {
      await accounts.signOut(session, address);
      browsers.clearSession(reply);
    });
    bind(app, 'changePassword', async ({ session, body, address, reply }) => {
      const result = await accounts.changePassword(session, body, address);
      if (!result.ok) return result;
      browsers.setSession(reply, result.value);
      return toAccount(result.value);
    });
    bind(app, 'offers', async () => ({
      email: email.isOffered,
      passkeyOrigin: passkeys?.origin,
      testUsers: deps.sandbox !== undefined,
    }));
    bind(app, 'requestVerification', ({ session, address }) =>
      email.requestVerification(session.account, address),
    );
    bind(app, 'verifyEmail', ({ body, address }) => email.verify(body.token, address));
    bind(app, 'requestPasswordReset', ({ body, address }) => email.requestReset(body.email, address));
    bind(app, 'resetPassword', ({ body, address }) => email.resetPassword(body, address));
    bind(app, 'removeAccount', async ({ session, body, address, reply }) => {
      const result = await accounts.remove(session, body.password, address);
      if (result.ok) browsers.clearSession(reply);
      return result;
    });
  };
}

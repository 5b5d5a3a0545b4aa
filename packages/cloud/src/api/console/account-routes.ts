import type { RecordOf } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import type { Accounts } from '../../identity/account/accounts.ts';
import type { Browsers } from '../../identity/account/browser.ts';
import type { Session } from '../../identity/account/shape.ts';
import type { Store } from '../../kernel/database/store.ts';
import { toFormToken } from '../../kernel/http/form-token.ts';
import type { BindRoute, Handler } from './bind-route.ts';

export interface AccountRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
}

/** Accounts, and who is signed in. */
export const createAccountRoutes = ({
  bind,
  store,
  accounts,
  browsers,
}: AccountRoutesDeps): FastifyPluginAsync => {
  const { email } = accounts;

  /** A session as the browser application sees it; never with its secret. */
  const toAccount = async ({ account, secret }: Session): Promise<RecordOf<'Account'>> => ({
    accountId: account.id,
    email: account.email,
    emailVerified: await email.isVerified(store.db, account.id),
    createdAt: account.createdAt,
    formToken: toFormToken(secret),
  });

  /** Signs a browser in, or up; a session it had before ends. */
  const enter =
    (how: 'signIn' | 'signUp'): Handler<typeof how> =>
    async ({ body, address, request, reply }) => {
      const browser = browsers.identify(request);
      const outcome = await accounts[how](body, address, browser);
      if (!outcome.ok) return outcome;
      const earlier = await browsers.findSession(store.db, request);
      if (earlier !== undefined) await accounts.signOut(earlier, address);
      browsers.setSession(reply, outcome.value, browser);
      return toAccount(outcome.value);
    };

  return async (app) => {
    bind(app, 'signUp', enter('signUp'));
    bind(app, 'signIn', enter('signIn'));
    bind(app, 'account', async ({ session }) => toAccount(session));
    bind(app, 'signOut', async ({ session, address, reply }) => {
      await accounts.signOut(session, address);
      browsers.clearSession(reply);
    });
    bind(app, 'changePassword', async ({ session, body, address, reply }) => {
      const outcome = await accounts.changePassword(session, body, address);
      if (!outcome.ok) return outcome;
      browsers.setSession(reply, outcome.value);
      return toAccount(outcome.value);
    });
    bind(app, 'offers', async () => ({ email: email.isOffered }));
    bind(app, 'requestVerification', ({ session, address }) =>
      email.requestVerification(session.account, address),
    );
    bind(app, 'verifyEmail', ({ body, address }) => email.verify(body.token, address));
    bind(app, 'requestPasswordReset', ({ body, address }) => email.requestReset(body.email, address));
    bind(app, 'resetPassword', ({ body, address }) => email.resetPassword(body, address));
    bind(app, 'removeAccount', async ({ session, body, address, reply }) => {
      const outcome = await accounts.remove(session, body.password, address);
      if (outcome.ok) browsers.clearSession(reply);
      return outcome;
    });
  };
};

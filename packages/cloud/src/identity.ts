import { type Accounts, createAccounts } from './account/accounts.ts';
import { type Browsers, createBrowsers } from './account/browser.ts';
import { createAccountRoutes } from './account/routes.ts';
import { sweepAccounts } from './account/sweep.ts';
import { type Authorization, createAuthorization } from './authorize/authorization.ts';
import { demo as demoKnown, ensureDemo, hasDemo } from './authorize/demo.ts';
import { type AuthorizationRates, createAuthorizationLimits } from './authorize/limits.ts';
import { sweepAuthorization } from './authorize/sweep.ts';
import { CloudFailure } from './failure/failure.ts';
import { isOwnMachine } from './http/public-url.ts';
import { toErrorFacts } from './log/error-facts.ts';
import type { CloudParts, Mounted } from './mount.ts';
import { startRoutine } from './store/routine.ts';

/** Who is who: accounts, the browsers signed in to them, and the apps they allowed. */
export interface Identity extends Mounted {
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly authorization: Authorization;
}

/** Development mode; see `ensureDemo`. */
export interface DemoConfig {
  /** Where the demo app waits; its usual address when left out. */
  readonly redirectUri?: string;
}

/** How an identity may differ from the usual. */
export interface IdentityConfig {
  readonly demo?: DemoConfig | undefined;
  readonly rates?: Partial<AuthorizationRates> | undefined;
}

/** How often what time has ended is deleted, ms. */
const sweepEvery = 5 * 60_000;

type Parts = Pick<CloudParts, 'store' | 'publicUrl' | 'wall' | 'log'>;

/**
 * Sets up accounts and the authorization server over a store. With `demo` there is a known account and app; they are
 * refused for a cloud that is reached from other machines, also as what an earlier start left.
 */
export const createIdentity = async (
  { store, publicUrl, wall, log }: Parts,
  { demo, rates = {} }: IdentityConfig = {},
): Promise<Identity> => {
  const { now } = wall;
  if (demo !== undefined) {
    if (!isOwnMachine(publicUrl)) throw new CloudFailure('demo-in-public', { url: publicUrl });
    await ensureDemo(store, { now, log, ...demo });
  } else if (!isOwnMachine(publicUrl) && (await hasDemo(store))) {
    throw new CloudFailure('demo-left', { url: publicUrl, email: demoKnown.email });
  }
  const accounts = createAccounts(store, now);
  const browsers = createBrowsers(accounts, publicUrl);
  const limits = createAuthorizationLimits(rates, wall);
  const authorization = createAuthorization({ store, accounts, browsers, limits, publicUrl, now, log });
  const sweeping = startRoutine({
    wall,
    each: sweepEvery,
    work: async () => {
      await sweepAccounts(store, now());
      await sweepAuthorization(store, now());
    },
    failed: (error) =>
      log.warn({ err: toErrorFacts(error) }, 'what time has ended could not be deleted; tried again later'),
  });
  return {
    accounts,
    browsers,
    authorization,
    routes: async (app) => {
      await app.register(createAccountRoutes({ accounts, browsers, publicUrl }));
      await app.register(authorization.routes);
    },
    [Symbol.asyncDispose]: async () => {
      limits[Symbol.dispose]();
      await sweeping[Symbol.asyncDispose]();
    },
  };
};

import type { Runtime } from '@plenum/platform';
import type { Encryption } from '../kernel/crypto/encryption.ts';
import { startRoutine } from '../kernel/database/routine.ts';
import type { Store } from '../kernel/database/store.ts';
import { sweepRows } from '../kernel/database/sweep-rows.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { logFailure } from '../kernel/failure/log-failure.ts';
import { isOwnMachine, toNamedOrigin } from '../kernel/http/public-url.ts';
import { type Accounts, createAccounts } from './account/accounts.ts';
import { type Browsers, createBrowsers } from './account/browser.ts';
import { startAccountMail } from './account/mail/account-mail.ts';
import type { PasswordCost } from './account/password/password.ts';
import { sweepAccounts } from './account/sweep.ts';
import type { Compose } from './mail/sender.ts';
import type { SmtpConfig } from './mail/smtp.ts';
import { demo as demoAccount, ensureDemo, hasDemo } from './oauth/app/demo.ts';
import { sweepRegistered } from './oauth/app/registrations.ts';
import { type Authorization, createAuthorization } from './oauth/authorization.ts';
import { type AuthorizationRates, createAuthorizationLimits } from './oauth/limits.ts';
import type { ProviderPages } from './oauth/provider/provider-pages.ts';

/** Accounts, the browsers signed in to them, and the apps with access to them. */
export interface Identity extends AsyncDisposable {
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly authorization: Authorization;
}

/** Development mode; see `ensureDemo`. */
interface DemoConfig {
  /** The redirect URI of the demo app, if it differs from the default. */
  readonly redirectUri?: string;
  /** True if the program that starts the cloud announces development mode. Otherwise the log warns of it. */
  readonly isAnnounced?: boolean;
}

export interface IdentityConfig {
  readonly demo?: DemoConfig | undefined;
  /** Server settings for e-mail. If they are missing, nothing that needs e-mail is offered. */
  readonly smtp?: SmtpConfig | undefined;
  /** Functions that compose the e-mails of other parts of the cloud, by kind. */
  readonly composers?: Readonly<Record<string, Compose>> | undefined;
  /** Encrypts the secrets of authenticator apps. If it is missing, codes are not offered. */
  readonly encryption?: Encryption | undefined;
  /** True if apps may register themselves (RFC 7591), as assistants do. Requires `encryption`. */
  readonly takesRegistrations?: boolean | undefined;
  /** True to refuse every client of the authorization server except test keys. */
  readonly onlyTestUsers?: boolean | undefined;
  readonly rates?: Partial<AuthorizationRates> | undefined;
  /** The cost of hashing a password. Tests use less than the default. */
  readonly passwordCost?: PasswordCost | undefined;
}

/** Deletes expired codes, tokens, sessions and consents, and unused apps that registered themselves. */
export async function sweepAuthorization(store: Store, now: number): Promise<void> {
  await sweepRows(store, {
    table: 'authorization_item',
    key: ['kind', 'id_hash'],
    instant: 'expires_at',
    until: now,
  });
  await sweepRegistered(store, now);
}

/** Interval between deletions of expired rows, in ms. */
const sweepEvery = 5 * 60_000;

interface IdentityDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  /** Public origin of this cloud, without a trailing slash. */
  readonly publicUrl: string;
  readonly pages: ProviderPages;
}

/**
 * Creates the accounts and the authorization server of a store. `demo` adds a demo account and app. A cloud that other
 * machines can reach refuses to start with these, even if an earlier start left them in the store.
 */
export async function createIdentity(
  { store, pages, publicUrl, clock, log }: IdentityDeps,
  {
    demo,
    smtp,
    composers,
    encryption,
    takesRegistrations = false,
    onlyTestUsers,
    rates = {},
    passwordCost: cost,
  }: IdentityConfig = {},
): Promise<Identity> {
  const { now } = clock;
  await using stack = new AsyncDisposableStack();
  if (demo !== undefined) {
    if (!isOwnMachine(publicUrl)) throw cloudFailures.error('demo-in-public', { url: publicUrl });
    await ensureDemo(store, { now, log, passwordCost: cost, ...demo });
  } else if (!isOwnMachine(publicUrl) && (await hasDemo(store))) {
    throw cloudFailures.error('demo-left', { url: publicUrl, email: demoAccount.email });
  }
  // A cloud that sends no e-mail does not load the SMTP client.
  const mailer = smtp && (await import('./mail/smtp.ts')).openMailer(smtp);
  const mail = mailer && startAccountMail({ store, mailer, publicUrl, composers, clock, log });
  stack.use(mail);
  const accounts = createAccounts(store, clock, {
    ...(cost && { cost }),
    mail,
    encryption,
    passkeyOrigin: toNamedOrigin(publicUrl),
  });
  const browsers = createBrowsers(accounts, publicUrl);
  const limits = stack.use(createAuthorizationLimits(rates, clock));
  const authorization = createAuthorization({
    store,
    accounts,
    browsers,
    limits,
    pages,
    registrationEncryption: takesRegistrations ? encryption : undefined,
    onlyTestUsers,
    publicUrl,
    now,
    log,
  });
  const sweeping = startRoutine({
    clock,
    each: sweepEvery,
    work: async () => {
      await sweepAccounts(store, now());
      await sweepAuthorization(store, now());
    },
    failed: (error) =>
      logFailure(
        log,
        { error },
        'expired sessions, tokens and log entries could not be deleted; will try again',
      ),
  });
  stack.use(sweeping);
  const running = stack.move();
  return { accounts, browsers, authorization, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

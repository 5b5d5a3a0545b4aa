import { toClientNetwork } from '@plenum/platform';
import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Store } from '../../kernel/database/store.ts';
import { invisible } from '../../kernel/http/invisible.ts';
import { ensureAccount, findAccountRow, isUnchanged, toAccount, toEmailKey } from './account-store.ts';
import type { Audit } from './audit/audit.ts';
import type { Attempts } from './guess/attempts.ts';
import type { Guesses } from './guess/guess.ts';
import { checkPassword, type PasswordCost } from './password/password.ts';
import type { PasswordSlots } from './password/password-slots.ts';
import type { SecondStep } from './second-step/second-step.ts';
import type { Sessions } from './session.ts';
import type { AccountSession, Credentials } from './shape.ts';
import { isTestUserAddress } from './test-user-address.ts';

/**
 * Starts and ends the sessions of an account. `address` is the client address, and `browser` the secret that identifies
 * the browser (`Browsers.identify`).
 */
export interface SignIn {
  signUp(
    credentials: Credentials,
    address: string,
    browser?: string,
  ): Promise<Result<AccountSession, ConsoleRefusal>>;
  /**
   * Refused with `second-step-required` if the account also requires a code. The facts of the refusal then contain
   * `step` for `SecondStep`.
   */
  signIn(
    credentials: Credentials,
    address: string,
    browser?: string,
  ): Promise<Result<AccountSession, ConsoleRefusal>>;
  signOut(session: AccountSession, address: string): Promise<void>;
}

interface SignInDeps {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly guesses: Guesses;
  readonly sessions: Sessions;
  readonly audit: Audit;
  /** `undefined` if codes are not offered. */
  readonly secondStep: SecondStep | undefined;
  readonly now: () => number;
  readonly slots: PasswordSlots;
  readonly cost: PasswordCost;
}

/**
 * A name at a domain whose last label is not a number. This excludes IP addresses, so that no e-mail is sent into our
 * own network.
 */
const emailForm = /^[^\s@<>"]{1,64}@[^\s@<>".[\]]+(\.[^\s@<>".[\]]+)*\.(?!\d+$)[^\s@<>".[\]]+$/u;

/** True if a text has the form of an e-mail address. */
export const isEmail = (email: string): boolean =>
  email.length <= 254 && emailForm.test(email.trim()) && !invisible.test(email);

const createSignUp =
  ({ store, attempts, guesses, sessions, audit, slots, now, cost }: SignInDeps): SignIn['signUp'] =>
  async (credentials, address, browser) => {
    if (!isEmail(credentials.email)) return refuseRequest('email-malformed');
    if (isTestUserAddress(credentials.email)) return refuseRequest('email-reserved');
    const checked = checkPassword(credentials);
    if (!checked.ok) return checked;
    const ensured = await slots.run(address, async () => {
      const counted = await guesses.countSignUp(toClientNetwork(address));
      if (!counted.ok) return counted;
      return ok({ counted, ...(await ensureAccount(store, credentials, now, cost)) });
    });
    if (!ensured.ok) return ensured;
    const { counted, account, isNew } = ensured.value;
    const from = { accountId: account.id, address };
    if (!isNew) {
      await attempts.recordSlowed(counted.value, from);
      await audit.record(store.db, { act: 'sign-up-refused', ...from });
      return refuseRequest('email-taken');
    }
    await guesses.forgiveSignUp(toClientNetwork(address));
    const begun = counted.value.filter((counter) => counter !== 'taken');
    await attempts.recordSlowed(begun, from);
    return store.transaction('full', async ({ db }) => {
      await audit.record(db, { act: 'account-made', ...from });
      await guesses.remember(db, { accountId: account.id, place: toClientNetwork(address), browser });
      return ok(await sessions.start(db, account));
    });
  };

export function createSignIn(deps: SignInDeps): SignIn {
  const { store, attempts, sessions, audit, secondStep } = deps;
  return {
    signUp: createSignUp(deps),
    signIn: async (credentials, address, browser) => {
      const row = await findAccountRow(store.db, 'email_key', toEmailKey(credentials.email));
      const isFirstStep = (await secondStep?.isNeeded(row?.id)) ?? false;
      const tried = await attempts.tryPassword(row, credentials, { address, browser, isFirstStep });
      if (!tried.ok) return tried;
      return store.transaction('full', async ({ db }) => {
        if (row === undefined || !tried.value || !(await isUnchanged(db, row))) {
          await audit.record(db, { act: 'sign-in-refused', accountId: row?.id, address });
          return refuseRequest('credentials-wrong');
        }
        if (secondStep !== undefined && isFirstStep)
          return refuseRequest('second-step-required', { facts: { step: secondStep.issue(row) } });
        await audit.record(db, { act: 'signed-in', accountId: row.id, address });
        return ok(await sessions.start(db, toAccount(row)));
      });
    },
    signOut: (session, address) =>
      store.transaction('full', async (tx) => {
        await sessions.end(tx, session);
        await audit.record(tx.db, { act: 'signed-out', accountId: session.account.id, address });
      }),
  };
}

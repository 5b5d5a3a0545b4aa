import { type Clock, toClientNetwork } from '@plenum/platform';
import type { ConsoleRefusal } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Encryption } from '../../kernel/crypto/encryption.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import { type AccountChanges, type AccountHook, createAccountChanges } from './account-changes.ts';
import { findAccountRow, toAccount } from './account-store.ts';
import { type Audit, createAudit } from './audit/audit.ts';
import { createAttempts } from './guess/attempts.ts';
import { createGuesses } from './guess/guess.ts';
import type { AccountMail } from './mail/account-mail.ts';
import { createEmailLinks, type EmailLinks } from './mail/email-links.ts';
import { defaultCost, type PasswordCost } from './password/password.ts';
import { createPasswordSlots } from './password/password-slots.ts';
import { createAuthenticators } from './second-step/authenticator.ts';
import { type CodeSettings, createCodeSettings } from './second-step/code-settings.ts';
import { createPasskeys, type Passkeys, type PasskeysDeps } from './second-step/passkeys.ts';
import { createSecondStep, type SecondStep } from './second-step/second-step.ts';
import { createSessions } from './session.ts';
import type { Account, AccountSession, Actor } from './shape.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

/** Accounts and their sessions. */
export interface Accounts extends SignIn, AccountChanges {
  findSession(db: Db, secret: string): Promise<AccountSession | undefined>;
  /**
   * Calls a listener on this node with the account when its sessions end before they expire. The call follows the
   * commit.
   */
  onSessionsEnded(listen: (accountId: string) => void): void;
  find(db: Db, accountId: string): Promise<Account | undefined>;
  /** Counts a device code entered from an address (RFC 8628, 5.1). Refuses after too many codes. */
  countUserCode(from: Partial<Actor> & Pick<Actor, 'address'>): Promise<Result<undefined, ConsoleRefusal>>;
  readonly audit: Audit;
  readonly email: EmailLinks;
  /** `undefined` if passkeys are not offered. */
  readonly passkeys: Passkeys | undefined;
  /** Codes of authenticator apps, or `undefined` if they are not offered. */
  readonly codes: (CodeSettings & Pick<SecondStep, 'signInWithCode'>) | undefined;
}

interface AccountsOptions {
  /** The cost of hashing a password. */
  readonly cost?: PasswordCost;
  /** Sends e-mail. If it is missing, nothing that needs e-mail is offered. */
  readonly mail?: Pick<AccountMail, 'outbox' | 'notify'> | undefined;
  /** Encrypts the secrets of authenticator apps. If it is missing, codes are not offered. */
  readonly encryption?: Encryption | undefined;
  /** The origin at which passkeys work, or `undefined` if there is none. */
  readonly passkeyOrigin?: string | undefined;
}

export function createAccounts(
  store: Store,
  clock: Clock,
  { cost = defaultCost, mail, encryption, passkeyOrigin: origin }: AccountsOptions = {},
): Accounts {
  const { now } = clock;
  const guesses = createGuesses(store, now);
  const sessions = createSessions(now);
  const audit = createAudit(now, mail?.notify);
  const slots = createPasswordSlots(clock);
  const attempts = createAttempts({ store, guesses, audit, slots, cost });
  const appsEnded: AccountHook[] = [];
  const authenticators = encryption && createAuthenticators(encryption, now);
  const ofCodes = authenticators && { store, attempts, sessions, audit, authenticators, now };
  const secondStep = ofCodes && createSecondStep({ ...ofCodes, encryption: encryption! });
  const deps = { store, attempts, guesses, sessions, audit, appsEnded, secondStep, slots, now, cost };
  const startSession: PasskeysDeps['startSession'] = async (db, account, { address, browser }) => {
    await guesses.remember(db, { accountId: account.id, place: toClientNetwork(address), browser });
    return sessions.start(db, account);
  };
  const passkeys =
    encryption && origin !== undefined
      ? createPasskeys({ store, attempts, startSession, audit, encryption, origin, now })
      : undefined;
  const email = createEmailLinks({ ...deps, authenticators, passkeys, outbox: mail?.outbox });
  const signIn = createSignIn(deps);
  return {
    ...signIn,
    ...createAccountChanges(deps),
    signUp: async (credentials, address, browser) => {
      const made = await signIn.signUp(credentials, address, browser);
      if (made.ok && email.isOffered) await email.requestVerification(made.value.account, address);
      return made;
    },
    audit,
    email,
    passkeys,
    codes: ofCodes && { ...createCodeSettings(ofCodes), signInWithCode: secondStep!.signInWithCode },
    findSession: sessions.find,
    onSessionsEnded: sessions.onEnded,
    find: async (db, accountId) => {
      const row = await findAccountRow(db, 'id', accountId);
      return row && toAccount(row);
    },
    countUserCode: async ({ accountId, address }) => {
      const counted = await guesses.countUserCode(toClientNetwork(address));
      if (!counted.ok) return counted;
      await attempts.recordSlowed(counted.value, { accountId, address });
      return ok(undefined);
    },
  };
}

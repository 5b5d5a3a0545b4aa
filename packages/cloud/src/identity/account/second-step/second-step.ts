import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Encryption } from '../../../kernel/crypto/encryption.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { type AccountRow, findAccountRow, isUnchanged, toAccount } from '../account-store.ts';
import type { Audit } from '../audit/audit.ts';
import type { Attempts } from '../guess/attempts.ts';
import { hashSecret } from '../secret.ts';
import type { Sessions } from '../session.ts';
import type { AccountSession, Visitor } from '../shape.ts';
import { type Authenticators, isCode } from './authenticator.ts';

/** Maximum time between the password and the code, in ms. */
export const stepLifetime = 10 * 60_000;

/** Sign-in with a code after the password. */
export interface SecondStep {
  isNeeded(accountId: string | undefined): Promise<boolean>;
  /**
   * Issues a proof that the password was right, valid for `stepLifetime`. The proof is encrypted, so nothing is stored.
   */
  issue(row: AccountRow): string;
  signInWithCode(
    step: string | undefined,
    code: string,
    from: Visitor,
  ): Promise<Result<AccountSession, ConsoleRefusal>>;
}

interface SecondStepDeps {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly authenticators: Authenticators;
  readonly encryption: Encryption;
  readonly now: () => number;
}

const context = 'second step of signing in';

export function createSecondStep(deps: SecondStepDeps): SecondStep {
  const { store, attempts, sessions, audit, authenticators, encryption, now } = deps;

  const read = (
    step: string,
  ): { readonly id: string; readonly until: number; readonly password: string } | undefined => {
    try {
      return JSON.parse(encryption.decrypt(step, context));
    } catch {
      return undefined;
    }
  };

  /** Returns the account whose password was right, unless that was too long ago or the password has changed since. */
  const findRow = async (step: string): Promise<AccountRow | undefined> => {
    const given = read(step);
    if (given === undefined || given.until <= now()) return undefined;
    const row = await findAccountRow(store.db, 'id', given.id);
    return row !== undefined && hashSecret(row.password) === given.password ? row : undefined;
  };

  return {
    isNeeded: async (accountId = '') => (await authenticators.readStatus(store.db, accountId)) !== undefined,
    issue: ({ id, password }) =>
      encryption.encrypt(
        JSON.stringify({ id, until: now() + stepLifetime, password: hashSecret(password) }),
        context,
      ),
    signInWithCode: async (step, code, from) => {
      const row = step === undefined ? undefined : await findRow(step);
      if (row === undefined) return refuseRequest('second-step-stale');
      let session: AccountSession | undefined;
      const { address } = from;
      const of = { accountId: row.id, address };
      const tried = await attempts.tryCode(row, { from, isShort: isCode(code) }, () =>
        store.transaction('full', async ({ db }) => {
          session = undefined;
          const accepted = (await isUnchanged(db, row)) && (await authenticators.accept(db, row.id, code));
          if (!accepted) {
            await audit.record(db, { act: 'sign-in-refused', ...of });
            return false;
          }
          if (accepted === 'recovery-code') await audit.record(db, { act: 'recovery-code-used', ...of });
          await audit.record(db, { act: 'signed-in', ...of });
          session = await sessions.start(db, toAccount(row));
          return true;
        }),
      );
      if (!tried.ok) return tried;
      return session === undefined ? refuseRequest('second-step-wrong') : ok(session);
    },
  };
}

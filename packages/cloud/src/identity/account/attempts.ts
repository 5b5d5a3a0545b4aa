import { toPlace } from '@plenum/machine';
import type { Store } from '../../kernel/database/store.ts';
import { type AccountRow, toEmailKey } from './account-store.ts';
import type { Audit, AuditEntry } from './audit.ts';
import type { Guesses } from './guess.ts';
import type { NewlySlowed } from './guess-counters.ts';
import { done, type Outcome } from './outcome.ts';
import { isPasswordOf, type PasswordCost, toDummyHash } from './password.ts';
import type { Credentials, Visitor } from './shape.ts';

export interface AttemptDeps {
  readonly store: Store;
  readonly guesses: Guesses;
  readonly audit: Audit;
  readonly cost: PasswordCost;
}

/** Attempts to guess a secret: each is counted, and the audit log records when they begin to be slowed. */
export interface Attempts {
  /**
   * Counts an attempt and checks its password, which is right or wrong; refuses it after too many. Takes as long without an
   * account as with one.
   */
  tryPassword(
    row: AccountRow | undefined,
    credentials: Credentials,
    from: Visitor,
  ): Promise<Outcome<boolean>>;
  recordSlowed(begun: NewlySlowed, from: Pick<AuditEntry, 'accountId' | 'address'>): Promise<void>;
}

export const createAttempts = ({ store, guesses, audit, cost }: AttemptDeps): Attempts => {
  const dummyHash = toDummyHash(cost);

  const recordSlowed: Attempts['recordSlowed'] = async (begun, from) => {
    for (const counter of begun)
      await audit.record(store.db, { act: 'guessing-slowed', ...from, facts: { counter } });
  };

  return {
    recordSlowed,
    tryPassword: async (row, { email, password }, { address, browser }) => {
      const place = toPlace(address);
      const attempt = { emailKey: toEmailKey(email), accountId: row?.id, place, browser };
      const counted = await guesses.count(attempt);
      if (!counted.ok) return counted;
      const isRight = await isPasswordOf(password, row?.password ?? dummyHash);
      if (row === undefined || !isRight) {
        await recordSlowed(counted.value, { accountId: row?.id, address });
        return done(false);
      }
      await guesses.forgive({ ...attempt, accountId: row.id });
      return done(true);
    },
  };
};

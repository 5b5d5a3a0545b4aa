import { toClientNetwork } from '@plenum/platform';
import type { ConsoleRefusal } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Store } from '../../../kernel/database/store.ts';
import { type AccountRow, toEmailKey } from '../account-store.ts';
import type { Audit, AuditEntry } from '../audit/audit.ts';
import { isPasswordOf, type PasswordCost, toDummyHash } from '../password/password.ts';
import type { PasswordSlots } from '../password/password-slots.ts';
import type { Credentials, Visitor } from '../shape.ts';
import type { Guesses } from './guess.ts';
import type { NewlySlowed } from './guess-counters.ts';

interface AttemptDeps {
  readonly store: Store;
  readonly guesses: Guesses;
  readonly audit: Audit;
  readonly slots: PasswordSlots;
  readonly cost: PasswordCost;
}

/**
 * A code entered by a person. `isShort` is true if the code has the few digits of an authenticator app, which could be
 * guessed.
 */
interface CodeAttempt {
  readonly from: Visitor;
  readonly isShort: boolean;
}

/**
 * Attempts to guess a secret. Each attempt is counted, and the audit log records when attempts begin to be slowed down.
 */
export interface Attempts {
  /**
   * Counts an attempt and checks its password. Refuses after too many attempts. Takes equally long if there is no
   * account. If a second step follows, the right password alone does not make the place or browser known.
   */
  tryPassword(
    row: AccountRow | undefined,
    credentials: Credentials,
    from: Visitor & { readonly isFirstStep?: boolean },
  ): Promise<Result<boolean, ConsoleRefusal>>;
  /** Counts and checks a code that follows the right password of an account. */
  tryCode(
    row: AccountRow,
    code: CodeAttempt,
    isRight: () => Promise<boolean>,
  ): Promise<Result<boolean, ConsoleRefusal>>;
  recordSlowed(begun: NewlySlowed, from: Pick<AuditEntry, 'accountId' | 'address'>): Promise<void>;
}

export function createAttempts({ store, guesses, audit, slots, cost }: AttemptDeps): Attempts {
  const dummyHash = toDummyHash(cost);

  const recordSlowed: Attempts['recordSlowed'] = async (begun, from) => {
    for (const counter of begun)
      await audit.record(store.db, { act: 'guessing-slowed', ...from, facts: { counter } });
  };

  const toAttempt = (email: string, row: AccountRow | undefined, { address, browser }: Visitor) => ({
    emailKey: toEmailKey(email),
    accountId: row?.id,
    place: toClientNetwork(address),
    browser,
  });

  return {
    recordSlowed,
    tryPassword: async (row, { email, password }, { isFirstStep = false, ...from }) => {
      const attempt = toAttempt(email, row, from);
      // An attempt that waits in vain is not counted, and one that is refused does not wait.
      const refused = await guesses.look(attempt);
      if (refused !== undefined) return refused;
      return slots.run(from.address, async () => {
        const counted = await guesses.count(attempt);
        if (!counted.ok) return counted;
        const isRight = await isPasswordOf(password, row?.password ?? dummyHash);
        if (row === undefined || !isRight) {
          await recordSlowed(counted.value, { accountId: row?.id, address: from.address });
          return ok(false);
        }
        if (isFirstStep) await guesses.takeBack(attempt);
        else await guesses.forgive({ ...attempt, accountId: row.id });
        return ok(true);
      });
    },
    tryCode: async (row, { from, isShort }, isRight) => {
      const attempt = toAttempt(row.email, row, from);
      const counted = await guesses.countCode(attempt, isShort);
      if (!counted.ok) return counted;
      if (await isRight()) {
        await guesses.forgiveCode({ ...attempt, accountId: row.id }, isShort);
        return ok(true);
      }
      if (counted.value.includes('codeAccount'))
        await audit.record(store.db, { act: 'codes-guessed', accountId: row.id, address: from.address });
      await recordSlowed(counted.value, { accountId: row.id, address: from.address });
      return ok(false);
    },
  };
}

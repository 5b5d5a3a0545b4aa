import { type Clock, createTokenBucket } from '@plenum/platform';
import type { AccountLimits } from '../../../kernel/quota/account-limits.ts';
import { createRecentMap } from '../../../kernel/quota/recent-map.ts';
import { namedIn } from './verify-token.ts';

/**
 * Limits how often bridges of one account may request admission. A bridge over the limit is refused before its token is
 * verified.
 */
export interface EntryRate extends Disposable {
  /** Returns how long the bridge of a token must wait, ms; 0 if its account is not known yet. */
  wait(token: string): number;
  /** Counts an attempt by an account with a verified token. Returns how long the account must wait, ms. */
  count(token: string, accountId: string): number;
}

/** Number of bridges whose accounts are remembered. */
const maxKnown = 50_000;

export function createEntryRate({ entries }: Pick<AccountLimits, 'entries'>, clock: Clock): EntryRate {
  const bucket = createTokenBucket(entries, clock);
  const accounts = createRecentMap<string>(maxKnown);
  return {
    wait: (token) => {
      const accountId = accounts.get(namedIn(token) ?? '');
      return accountId === undefined ? 0 : bucket.wait(accountId);
    },
    count: (token, accountId) => {
      accounts.set(namedIn(token)!, accountId);
      const wait = bucket.wait(accountId);
      if (wait === 0) bucket.spend(accountId, 1);
      return wait;
    },
    [Symbol.dispose]: bucket[Symbol.dispose],
  };
}

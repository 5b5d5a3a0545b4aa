import { type Clock, createTokenBucket, type Rate, type TokenBucket } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';

/** Rate limits of the authorization server's endpoints, on each node separately. */
export const defaultRates = {
  address: limits.addressTokens,
  app: limits.appTokens,
  grant: limits.consentTokens,
  begin: limits.authorizations,
  device: limits.deviceCodes,
  register: limits.registrations,
  poll: limits.devicePolls,
};

export type LimitName = keyof typeof defaultRates;
export type AuthorizationRates = Readonly<Record<LimitName, Rate>>;

export interface AuthorizationLimits extends Disposable {
  readonly rates: AuthorizationRates;
  readonly of: Readonly<Record<LimitName, TokenBucket>>;
}

export function createAuthorizationLimits(
  given: Partial<AuthorizationRates>,
  clock: Clock,
): AuthorizationLimits {
  const rates: AuthorizationRates = { ...defaultRates, ...given };
  const of = Object.fromEntries(
    Object.entries(rates).map(([name, rate]) => [name, createTokenBucket(rate, clock)]),
  ) as Record<LimitName, TokenBucket>;
  return {
    rates,
    of,
    [Symbol.dispose]: () => {
      for (const limit of Object.values(of)) limit[Symbol.dispose]();
    },
  };
}

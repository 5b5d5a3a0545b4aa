import type { Clock } from '@plenum/machine';
import { createRateLimit, type Rate, type RateLimit } from '../../kernel/http/rate-limit.ts';

/** How often the endpoints of the authorization server are taken, on each node by itself. */
export interface AuthorizationRates {
  /** Requests to the endpoints for apps from one address. */
  readonly address: Rate;
  /** Requests of one app that proved it is the app, from wherever they come. */
  readonly app: Rate;
  /** Authorizations begun, and codes of devices entered, at one address: each leaves something that is remembered. */
  readonly begin: Rate;
  /** Device codes begun at one address: each is remembered, and is one more that a guess could hit. */
  readonly device: Rate;
  /** Questions after one device code (RFC 8628, 3.5): every 5 s, with some latitude. */
  readonly poll: Rate;
}

export const defaultRates: AuthorizationRates = {
  address: { rate: 50, burst: 500 },
  app: { rate: 50, burst: 500 },
  begin: { rate: 2, burst: 100 },
  device: { rate: 0.1, burst: 30 },
  poll: { rate: 0.25, burst: 5 },
};

export type LimitName = keyof AuthorizationRates;

export interface AuthorizationLimits extends Disposable {
  readonly rates: AuthorizationRates;
  readonly of: Readonly<Record<LimitName, RateLimit>>;
}

export const createAuthorizationLimits = (
  given: Partial<AuthorizationRates>,
  clock: Clock,
): AuthorizationLimits => {
  const rates = { ...defaultRates, ...given };
  const of = {
    address: createRateLimit(rates.address, clock),
    app: createRateLimit(rates.app, clock),
    begin: createRateLimit(rates.begin, clock),
    device: createRateLimit(rates.device, clock),
    poll: createRateLimit(rates.poll, clock),
  };
  return {
    rates,
    of,
    [Symbol.dispose]: () => {
      for (const limit of Object.values(of)) limit[Symbol.dispose]();
    },
  };
};

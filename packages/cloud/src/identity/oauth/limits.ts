import { type Clock, createRateLimit, type Rate, type RateLimit } from '@plenum/platform';

/** How often the endpoints of the authorization server accept requests, on each node separately. */
export interface AuthorizationRates {
  /** Requests to the endpoints for apps from one address. */
  readonly address: Rate;
  /** Requests of one app that authenticated with its secret, from all addresses. */
  readonly app: Rate;
  /** Token requests of one consent of an app without a secret, which every user of the app could make in its name. */
  readonly grant: Rate;
  /** Authorizations started, and device codes entered, from one address: each is stored. */
  readonly begin: Rate;
  /** Device codes issued to one address: each is stored, and is one more that a guess could match. */
  readonly device: Rate;
  /** Apps that register themselves from one address: nothing is stored, but each can be shown to an owner. */
  readonly register: Rate;
  /** Polls with one device code (RFC 8628, 3.5): every 5 s, with some tolerance. */
  readonly poll: Rate;
}

export const defaultRates: AuthorizationRates = {
  address: { rate: 50, burst: 500 },
  app: { rate: 50, burst: 500 },
  grant: { rate: 1, burst: 60 },
  begin: { rate: 2, burst: 100 },
  device: { rate: 0.1, burst: 30 },
  register: { rate: 0.1, burst: 30 },
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
    grant: createRateLimit(rates.grant, clock),
    begin: createRateLimit(rates.begin, clock),
    device: createRateLimit(rates.device, clock),
    register: createRateLimit(rates.register, clock),
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

import { type Clock as MachineClock, steadyClock } from '@plenum/platform/clock';

/** A clock as an option takes it; tests pass in one that they advance. */
export interface Clock extends MachineClock {
  /** @deprecated Pass the option `random` beside `clock`. */
  readonly random?: () => number;
}

/** The clock that is used where none is passed in. */
export const systemClock: Clock = steadyClock;

/** Gives 0 <= n < 1; spreads out the attempts of clients that lost a server together. */
export type Random = () => number;

/** The random source of a caller, who may have passed it with the clock. */
export const randomOf = ({ random, clock }: { readonly random?: Random; readonly clock?: Clock }): Random =>
  random ?? clock?.random ?? Math.random;

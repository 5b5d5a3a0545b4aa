import { type Clock, steadyClock } from '@plenum/platform/clock';

export type { Clock };

/** The clock that is used if none is passed in. */
export const systemClock: Clock = steadyClock;

/** Gives 0 <= n < 1; spreads out the attempts of clients that lost a server together. */
export type Random = () => number;

import { type Clock, steadyClock } from '@plenum/platform/clock';

export type { Clock };

/** The clock used if none is passed in. */
export const systemClock: Clock = steadyClock;

/** Returns 0 <= n < 1; spreads out the attempts of clients that lost a server at the same moment. */
export type Random = () => number;

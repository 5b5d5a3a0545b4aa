import { type Clock, steadyClock } from '@plenum/platform/clock';

export type { Clock };

/** The default clock. */
export const systemClock: Clock = steadyClock;

/** Returns 0 <= n < 1; spreads out the reconnections of clients that lost a server at the same moment. */
export type Random = () => number;

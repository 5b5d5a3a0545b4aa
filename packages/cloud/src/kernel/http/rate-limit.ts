import type { Allowance, Rate } from '@plenum/platform';

/** How many requests a token may make. */
export const defaultRate: Rate = { rate: 50, burst: 100 };

/** What a token has left, as the value of the header `RateLimit` (draft-ietf-httpapi-ratelimit-headers). */
export const toRateLimitText = ({ left, full }: Allowance): string => `"token";r=${left};t=${full}`;

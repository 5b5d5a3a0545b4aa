/** How long to wait between attempts, ms: the first wait is up to `first`, each further one up to twice as long. */
export interface Backoff {
  readonly first: number;
  readonly most: number;
}

export const defaultBackoff: Backoff = { first: 1_000, most: 60_000 };

/**
 * The wait after so many failed attempts in a row. Spread over the whole range ("full jitter"), so that many bridges
 * that lost a cloud together do not come back together.
 */
export const toWait = ({ first, most }: Backoff, failures: number, random: () => number): number =>
  Math.floor(random() * Math.min(most, first * 2 ** Math.min(failures, 30)));

/**
 * The wait after the cloud said when to come back: then, spread over as much as the first wait, so that those it told the
 * same second do not all come in one instant.
 */
export const toToldWait = ({ first }: Backoff, told: number, random: () => number): number =>
  told + Math.floor(random() * first);

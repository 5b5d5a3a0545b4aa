import type { Alert } from './alerts.ts';

/** The alerts of a house that last, by their key: since when (ms UTC), and whether the owner was notified. Stored in JSON. */
export type LastingAlerts = Readonly<
  Record<string, { readonly since: number; readonly isNotified: boolean }>
>;

/** What follows from a look at a house. */
export interface FollowedAlerts {
  readonly lasting: LastingAlerts;
  /** Those of which the owner is notified now. */
  readonly begun: readonly Alert[];
}

/** Out of reach nothing is known to end, and no time passes for what the owner was not notified of. */
const outOfReach = (before: LastingAlerts, now: number): LastingAlerts =>
  Object.fromEntries(
    Object.entries(before).map(([key, one]) => [key, one.isNotified ? one : { ...one, since: now }]),
  );

/**
 * Compares what is to be notified of in a house with what lasted before: the owner is notified once of each, when it lasts for
 * long enough, and again only when it ended and came back.
 */
export const followAlerts = (
  before: LastingAlerts,
  alerts: readonly Alert[],
  { now, isReached }: { readonly now: number; readonly isReached: boolean },
): FollowedAlerts => {
  const begun: Alert[] = [];
  const current = alerts.map((alert) => {
    const { since = now, isNotified = false } = before[alert.key] ?? {};
    const isDue = now - since >= alert.after;
    if (isDue && !isNotified) begun.push(alert);
    return [alert.key, { since, isNotified: isNotified || isDue }] as const;
  });
  const others = isReached ? {} : outOfReach(before, now);
  return { lasting: { ...others, ...Object.fromEntries(current) }, begun };
};

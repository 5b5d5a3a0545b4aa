import type { Alert } from './alerts.ts';

/** The lasting alerts of a house by key: since when (ms UTC), and whether the owner was notified. Stored as JSON. */
export type LastingAlerts = Readonly<
  Record<string, { readonly since: number; readonly isNotified: boolean }>
>;

/** The result of comparing a house with what was known before. */
export interface FollowedAlerts {
  readonly lasting: LastingAlerts;
  /** Alerts that the owner now has to be notified of. */
  readonly begun: readonly Alert[];
}

/** While the house is out of reach, no alert is known to end, and alerts that are still pending do not progress. */
const outOfReach = (before: LastingAlerts, now: number): LastingAlerts =>
  Object.fromEntries(
    Object.entries(before).map(([key, one]) => [key, one.isNotified ? one : { ...one, since: now }]),
  );

/**
 * Compares the alerts of a house with those that lasted before. The owner is notified once of each alert that lasts
 * long enough, and again only after it ended and came back.
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

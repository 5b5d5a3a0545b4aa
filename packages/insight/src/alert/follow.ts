import type { Alert } from './alerts.ts';

/** The current alerts of a house by key: start time (ms UTC), and whether the owner was notified. Stored as JSON. */
export type LastingAlerts = Readonly<
  Record<string, { readonly since: number; readonly isNotified: boolean }>
>;

/** The result of comparing the current alerts with the previous ones. */
export interface FollowedAlerts {
  readonly lasting: LastingAlerts;
  /** Alerts of which the owner has to be notified now. */
  readonly begun: readonly Alert[];
}

/** While the house is out of reach, no alert ends, and the waiting time of pending alerts starts again. */
const outOfReach = (before: LastingAlerts, now: number): LastingAlerts =>
  Object.fromEntries(
    Object.entries(before).map(([key, one]) => [key, one.isNotified ? one : { ...one, since: now }]),
  );

/**
 * Compares the current alerts of a house with the previous ones. The owner is notified once of each alert that lasts
 * long enough, and again only after it ended and came back.
 */
export function followAlerts(
  before: LastingAlerts,
  alerts: readonly Alert[],
  { now, isReached }: { readonly now: number; readonly isReached: boolean },
): FollowedAlerts {
  const begun: Alert[] = [];
  const current = alerts.map((alert) => {
    const { since: begunAt = now, isNotified = false } = before[alert.key] ?? {};
    // It began in the future if the clock of the machine has gone back.
    const since = Math.min(begunAt, now);
    const isDue = now - since >= alert.after;
    if (isDue && !isNotified) begun.push(alert);
    return [alert.key, { since, isNotified: isNotified || isDue }] as const;
  });
  const others = isReached ? {} : outOfReach(before, now);
  return { lasting: { ...others, ...Object.fromEntries(current) }, begun };
}

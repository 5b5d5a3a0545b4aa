/** The ways in which a command can arrive or a change can occur. */
export const eventOrigins = ['local', 'cloud', 'schedule', 'automatic', 'unknown'] as const;

/** The app recorded for a command from the bridge's own page. */
export const pageApp = 'page';

/** The header in which the bridge's own page names itself. A browser may send no `Origin` to its own server. */
export const appHeader = 'plenum-app';

/**
 * The `Prefer` header of a request that sets a manual run time for one watering only. The previous run time is restored
 * when the station stops.
 */
export const runTimeOnce = 'run-time=once';

/** The kinds of events in the history of a house. */
export const eventKinds = ['command', 'change', 'fault', 'unconfirmed', 'exception'] as const;
export type EventKind = (typeof eventKinds)[number];

/** The possible faults of a component; a filter that is due and an empty battery count as faults too. */
export const eventFaults = ['unit', 'sensor', 'damper', 'silent', 'battery', 'filter'] as const;
export type EventFault = (typeof eventFaults)[number];

/** Maximum number of events in one response. */
export const maxEvents = 500;

/**
 * Days for which a bridge keeps its history; the most is the default. With the most, the history of the demo house takes
 * some 130 MB. With fewer than the least, samples would be deleted before they become blocks.
 */
export const historyDays = { least: 2, most: 1_825 };

/** The steps that `GET /history` accepts, in minutes. */
export const historySteps = [1, 5, 15, 30, 60, 120, 360, 720, 1_440] as const;

export const installerAccesses = ['allowed', 'needs-key', 'not-from-here'] as const;

/**
 * A client's access to installer commands: allowed, allowed with the bridge's installer key, or refused from its
 * network even with a key.
 */
export type InstallerAccess = (typeof installerAccesses)[number];

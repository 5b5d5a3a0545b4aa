/** Over what a command came, or who else changed something. */
export const eventOrigins = ['local', 'cloud', 'schedule', 'unknown'] as const;

/** The app of a command that was given on the bridge's own page. */
export const pageApp = 'page';

/** The header `Prefer` of a manual run time that is for one watering: the one before comes back when the station stops. */
export const runTimeOnce = 'run-time=once';

/** What may be wrong with a component. */
export const eventFaults = ['unit', 'sensor', 'damper', 'silent'] as const;
export type EventFault = (typeof eventFaults)[number];

/** The most events of one answer. */
export const maxEvents = 500;

/** The steps, in minutes, that `GET /history` can be asked for. */
export const historySteps = [1, 5, 15, 30, 60, 120, 360, 720, 1_440] as const;

export const installerAccesses = ['allowed', 'needs-key', 'not-from-here'] as const;

/**
 * Whether a client may give an installer's commands: it may, it has to send the installer key of the bridge, or it may not
 * from where it is, with or without a key.
 */
export type InstallerAccess = (typeof installerAccesses)[number];

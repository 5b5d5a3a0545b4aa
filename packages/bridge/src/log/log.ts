import type { Log } from '@plenum/platform/quiet-log';

export type { Log };

/** A log that writes nothing. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

import type { Log } from '@plenum/platform/quiet-log';

export type { Log };

/** Log that writes nothing. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

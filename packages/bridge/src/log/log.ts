import type { Log } from '@plenum/platform/quiet-log';

export type { Log };

/** Writes nothing. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

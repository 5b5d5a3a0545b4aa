import timers from 'node:timers';

/** The timers of the machine, taken at the import: fake timers of a test framework replace them later. */
export const { setImmediate, setTimeout, clearTimeout } = timers;

/** Resolves in the next turn of the event loop, so that timers and sockets have theirs. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

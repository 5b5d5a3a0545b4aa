import { setImmediate } from 'node:timers/promises';

/** Longest time in ms that a computation holds up the other requests of the process. */
const SLICE = 20;

/**
 * Runs a generator to its end, and lets other requests be served in between. Returns its result; throws the reason of the
 * signal once it is aborted.
 */
export async function inSlices<Result>(
  steps: Generator<unknown, Result>,
  signal: AbortSignal,
): Promise<Result> {
  let begun = performance.now();
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    if (performance.now() - begun < SLICE) continue;
    await setImmediate();
    signal.throwIfAborted();
    begun = performance.now();
  }
}

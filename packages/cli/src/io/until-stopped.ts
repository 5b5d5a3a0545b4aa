import { failed } from '../failure.ts';
import type { Io } from './io.ts';

/**
 * Resolves to the result of some work, or rejects as soon as the command has to end. If the work restores what it
 * changed, it continues after a message. A second signal ends the process in any case.
 */
export async function untilStopped<Value>(
  work: Promise<Value>,
  { signal, err }: Io,
  { putsBack }: { readonly putsBack: boolean },
): Promise<Value> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => {
    if (putsBack) err('Still running, to restore what it changed. Press Ctrl+C again to stop immediately.');
    else stopped.reject(failed('Stopped before it had finished.'));
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

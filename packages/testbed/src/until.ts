import { setTimeout as pause } from 'node:timers/promises';

/**
 * Resolves when a condition holds; rejects with the last value or error if it does not hold within the time limit in
 * ms.
 */
export async function until(what: string, holds: () => Promise<unknown>, milliseconds = 20_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const last = await holds().catch((error: Error) => error);
    if (last === true) return;
    if (Date.now() > end)
      throw new Error(
        `${what}: did not happen within ${milliseconds} ms; last value ${JSON.stringify(last)}`,
      );
    await pause(25);
  }
}

import { toErrorFacts } from '../log/error-facts.ts';
import type { Log } from '../log/log.ts';
import { storeErrors } from './store-errors.ts';

/** Logs an error with facts about it, unless the store is unavailable or damaged, which the store itself logs once. */
export function logFailure(
  log: Log,
  { error, ...facts }: Readonly<Record<string, unknown>> & { readonly error: unknown },
  sentence: string,
): void {
  if (storeErrors.is(error) && !storeErrors.is(error, 'conflict')) return;
  log.error({ ...facts, err: toErrorFacts(error) }, sentence);
}

import { readDuration } from '@plenum/protocol/text';
import { testingFailures } from './failure.ts';

/** A time span of the house, in whole seconds: `90s`, `2h`, `1h30m`, `2d`. */
export type Duration = string;

/** Returns a duration in seconds. Throws `not-a-duration` of `testingFailures`. */
export function toSeconds(given: Duration): number {
  const seconds = typeof given === 'string' ? readDuration(given) : undefined;
  if (seconds === undefined || !Number.isInteger(seconds))
    throw testingFailures.error('not-a-duration', { given });
  return seconds;
}

import { type HouseToRun, isLocalTime, openHouseFile, toHouseToRun } from '@plenum/bridge';
import { toSentence } from '@plenum/protocol/refusal';
import { checkHouse, type HouseFile } from '@plenum/simulator';
import { toSeconds } from '../duration.ts';
import { testingFailures } from '../failure.ts';
import type { HouseOptions } from './test-house.ts';

// Loads the time zones of this runtime, which takes as long as the start of a house, when the package is imported.
new Intl.DateTimeFormat('en', { timeZone: 'Australia/Sydney' });

const defaultAt = '2026-01-15T09:00';
/** Without an earlier sample, what happens in the first minute would not be an event. */
const defaultPast = '5m';

const readFile = (given: string | object): { file: HouseFile; weatherFile: string | undefined } => {
  if (typeof given === 'string') return openHouseFile(given);
  // As a file would contain it, so keys that are undefined are left out.
  const file = checkHouse(JSON.parse(JSON.stringify(given)));
  if (!file.ok) throw testingFailures.error('not-a-house', { why: toSentence(file.refusal) });
  return { file: file.value, weatherFile: undefined };
};

/** Returns the house of a test. Throws one of `testingFailures` or `bridgeFailures`. */
export function toHouseToTest({
  file: given = 'demo',
  seed,
  at = defaultAt,
  past = defaultPast,
}: HouseOptions) {
  if (!isLocalTime(at)) throw testingFailures.error('not-a-time', { given: at });
  const { file, weatherFile } = readFile(given);
  const house: HouseToRun = {
    ...toHouseToRun(file, { seed, weatherFile, startsAt: at }),
    past: 1000 * toSeconds(past),
  };
  return { house, seed: seed ?? file.seed ?? 1 };
}

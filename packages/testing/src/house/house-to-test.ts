import { type HouseToRun, isLocalTime, openHouseFile, toHouseToRun } from '@plenum/bridge';
import { toSentence } from '@plenum/protocol/refusal';
import { type HouseFile, readHouse } from '@plenum/simulator';
import { testingFailures } from '../failure.ts';
import { type Duration, toSeconds } from './duration.ts';

/** The house of a test. The same options give the same house, to the bit. */
export interface HouseOptions {
  /** `demo` (default), `flat` or `large`, the path of a house file, or the content of one. */
  readonly file?: string | object;
  /** Replaces the seed of the house file: of its weather, its people, its system id and its quirks. */
  readonly seed?: number;
  /** The local time at which it starts; by default `2026-01-15T09:00`, a Thursday. */
  readonly at?: string;
  /** Time that is simulated before, and whose history it starts with; by default 5 minutes, which is one sample. */
  readonly past?: Duration;
}

// Loads the time zones of this runtime, which takes as long as the start of a house, when the package is imported.
new Intl.DateTimeFormat('en', { timeZone: 'Australia/Sydney' });

const defaultAt = '2026-01-15T09:00';
/** Without an earlier sample, what happens in the first minute would not be an event. */
const defaultPast = '5m';

const readFile = (given: string | object): { file: HouseFile; weatherCsv: string | undefined } => {
  if (typeof given === 'string') return openHouseFile(given);
  const file = readHouse(JSON.stringify(given), 'house');
  if (!file.ok) throw testingFailures.error('not-a-house', { why: toSentence(file.refusal) });
  return { file: file.value, weatherCsv: undefined };
};

/** Returns the house of a test. Throws one of `testingFailures` or `bridgeFailures`. */
export const toHouseToTest = ({
  file: given = 'demo',
  seed,
  at = defaultAt,
  past = defaultPast,
}: HouseOptions) => {
  if (!isLocalTime(at)) throw testingFailures.error('not-a-time', { given: at });
  const { file, weatherCsv } = readFile(given);
  const house: HouseToRun = {
    ...toHouseToRun(file, { seed, weatherCsv, startsAt: at }),
    past: 1000 * toSeconds(past),
  };
  return { house, seed: seed ?? file.seed ?? 1 };
};

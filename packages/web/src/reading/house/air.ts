import { type PlainKey, t } from '../../text/text.ts';

/**
 * The lower limit of each word for CO2, in ppm; 1000 and 2000 are the guide values of the German environment agency for
 * rooms.
 */
const words: readonly (readonly [from: number, word: PlainKey])[] = [
  [2_000, 'reading.airBad'],
  [1_000, 'reading.airStale'],
  [0, 'reading.airFresh'],
];

/** Describes the quality of air with an amount of CO2 (ppm). */
export const airWord = (ppm: number): string => t(words.find(([from]) => ppm >= from)![1]);

/** Words of the original interface for numbers of the current one. They are case sensitive (wire facts 8). */
export interface Words {
  /** The word shown for each number. */
  readonly read: Readonly<Record<number, string>>;
  /** Other words for a number that clients or devices send. */
  readonly also?: Readonly<Record<string, number>>;
  /** The word for numbers that have none. */
  readonly other: string;
}

const words = (read: Words['read'], other: string, also: NonNullable<Words['also']> = {}): Words => ({
  read,
  other,
  also,
});

export const onOff = words({ 0: 'off', 1: 'on' }, 'off');
export const yesNo = words({ 0: 'false', 1: 'true' }, 'false');
/**
 * Exhaust, pump only and not available have no word. They are shown as `vent`, because the unit blows without heating
 * or cooling. Common clients fail on any other word.
 */
export const systemMode = words({ 1: 'cool', 2: 'heat', 3: 'vent', 4: 'dry', 5: 'auto' }, 'vent');
/**
 * Not available and non-gas heat have no word. They are shown as `auto`, because the controller chooses the speed.
 * Common clients fail on any other word.
 */
export const systemFan = words({ 1: 'low', 2: 'med', 3: 'high', 4: 'auto', 5: 'top' }, 'auto', { medium: 2 });
export const returnAir = words({ 1: 'RAS', 2: 'master', 3: 'zones' }, 'error');
export const airflowLock = words({ 0: 'off', 1: 'on', 2: 'onMin' }, 'off');
/** `unknown` is a word that common clients accept: they then offer every fan speed. */
export const fanAuto = words({ 0: '2-speed', 1: '3-speed', 2: 'var-speed', 3: '4-speed' }, 'unknown');
export const zoneKind = words({ 1: 'opcl', 2: 'const', 3: 'auto' }, 'opcl');
/**
 * Override and constant have no word. Override is shown as `auto`, because only an automatic zone can have it; a
 * constant zone is open.
 */
export const zoneState = words({ 1: 'open', 2: 'close', 3: 'auto', 4: 'auto', 5: 'open' }, 'close');

/** True if the original interface has a word for a number. */
export const hasV1Word = ({ read }: Words, value: unknown): boolean => Object.hasOwn(read, String(value));

/** Returns the word of the original interface for a number. */
export const toV1Word = ({ read, other }: Words, value: number): string => read[value] ?? other;

const reversed = new Map<Words, ReadonlyMap<string, number>>();

const backwards = (of: Words): ReadonlyMap<string, number> => {
  const known = reversed.get(of);
  if (known !== undefined) return known;
  // A word shared by two numbers means the first of them.
  const pairs = Object.entries(of.read).map(([value, word]) => [word, Number(value)] as const);
  const made = new Map([...Object.entries(of.also ?? {}), ...pairs.reverse()]);
  reversed.set(of, made);
  return made;
};

/** Returns the number for a word of the original interface, or undefined if the word is not in the table. */
export const fromV1Word = (of: Words, word: unknown): number | undefined =>
  typeof word === 'string' ? backwards(of).get(word) : undefined;

/** Returns every word that the original interface shows for a number, including one that has none. */
export const shownWordsOf = (of: Words): readonly string[] => [...new Set([...wordsOf(of), of.other])];

/** Returns every word of the original interface that has a number. */
export const wordsOf = (of: Words): readonly string[] => [...backwards(of).keys()].reverse();

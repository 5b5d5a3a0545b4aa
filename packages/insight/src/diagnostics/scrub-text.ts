import { toPlainText } from '@plenum/protocol/text';

/** Removes names, addresses and secrets from a sentence. */
export type Scrub = (sentence: string) => string;

/** Maximum length of a scrubbed sentence, in characters. */
const maxSentence = 300;

/** Patterns of secrets, the broadest first. Each match is replaced by a word in angle brackets. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '<address>'],
  [/\S+@\S+/g, '<address>'],
  [/"[^"]*"|“[^”]*”|„[^“]*“|'[^']*'|`[^`]*`/g, '<text>'],
  [/(?:[A-Za-z]:)?(?:[\\/][^\s\\/]+)+[\\/]?/g, '<path>'],
  [/\b(?:[0-9a-f]{0,4}:){2,}[0-9a-f.]*/gi, '<address>'],
  // A number with a decimal point is not an address.
  [/(?<![\w.-])(?!\d{1,3}\.\d{1,2}(?![\w.-]*[\w-]))[\w-]+(?:\.[\w-]+)+(?::\d+)?/g, '<address>'],
  [/\b[A-Z0-9]{3,}(?:-[A-Z0-9]{3,})+\b/g, '<code>'],
  [/\b(?=[\w-]*\d)[\w-]{8,}|\b[\w-]{20,}|\b(?=\w*[a-z]\w*[A-Z])\w{8,}/g, '<token>'],
  [/\d{5,}|\d(?:[ ()]{0,3}\d){6,}/g, '<number>'],
];

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Minimum length of a known value; removing shorter ones would also remove ordinary words. */
const minKnown = 3;

/**
 * Creates a scrubber that also removes known values: the access key, the names in a house, its system id. It keeps texts
 * that are public, such as names of the interface.
 */
export function createScrubber(
  known: readonly string[] = [],
  isPublic: (text: string) => boolean = () => false,
): Scrub {
  const values = [...new Set(known.map((each) => each.trim()))]
    .filter(({ length }) => length >= minKnown)
    .sort((one, other) => other.length - one.length);
  const found = values.length === 0 ? undefined : new RegExp(values.map(escapeRegExp).join('|'), 'gi');
  return (sentence) => {
    const plain = toPlainText(sentence).slice(0, 4 * maxSentence);
    const named = found === undefined ? plain : plain.replace(found, '<name>');
    return patterns
      .reduce(
        (text, [pattern, word]) => text.replace(pattern, (found) => (isPublic(found) ? found : word)),
        named,
      )
      .slice(0, maxSentence);
  };
}

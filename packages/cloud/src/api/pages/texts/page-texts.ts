import { english, type PageTexts } from './english.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

export type { PageTexts };

/** The page texts by language. */
export const pageTexts: Readonly<Record<string, PageTexts>> = { en: english, de: german, es: spanish };

/** Maximum length of the header, in characters. Longer ones are ignored. */
const maxHeaderLength = 500;

/** Parses one accepted language and its weight. */
const toPreference = (range: string): readonly [language: string, quality: number] => {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
  const quality = parameters
    .map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  return [tag.split('-')[0]!, quality === undefined ? 1 : Number(quality)];
};

/**
 * Returns the texts for an `Accept-Language` header (RFC 9110, 12.5.4) in the available language that the browser
 * prefers, or in English.
 */
export function textsFor(acceptLanguage: string | undefined): PageTexts {
  const [first] = (acceptLanguage ?? '')
    .slice(0, maxHeaderLength)
    .split(',')
    .map(toPreference)
    .filter(([language, quality]) => Object.hasOwn(pageTexts, language) && quality > 0)
    .sort(([, one], [, other]) => other - one);
  return first === undefined ? english : pageTexts[first[0]]!;
}

import { english, type PageTexts } from './english.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

export type { PageTexts };

/** The texts of the pages by language. */
export const pageTexts: Readonly<Record<string, PageTexts>> = { en: english, de: german, es: spanish };

/** Longer headers are not read. */
const maxHeaderLength = 500;

/** A language that a browser accepts, and how much it prefers it. */
const toPreference = (range: string): readonly [language: string, quality: number] => {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
  const quality = parameters
    .map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  return [tag.split('-')[0]!, quality === undefined ? 1 : Number(quality)];
};

/** The texts for a browser by its `Accept-Language` (RFC 9110, 12.5.4): the language it prefers of those we have, or English. */
export const textsFor = (acceptLanguage: string | undefined): PageTexts => {
  const [first] = (acceptLanguage ?? '')
    .slice(0, maxHeaderLength)
    .split(',')
    .map(toPreference)
    .filter(([language, quality]) => Object.hasOwn(pageTexts, language) && quality > 0)
    .sort(([, one], [, other]) => other - one);
  return first === undefined ? english : pageTexts[first[0]]!;
};

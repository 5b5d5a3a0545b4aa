import { type Catalogue, compileCatalogue } from '../build/compile-catalogue.ts';
import { languages, readCatalogue } from '../build/read-catalogue.ts';
import { setTexts, type Texts } from './text.ts';

/** Compiles a catalogue and loads it as a page does. */
export const toTexts = async (catalogue: Catalogue): Promise<Texts> =>
  await import(`data:text/javascript,${encodeURIComponent(compileCatalogue(catalogue))}`);

const texts = new Map(
  await Promise.all(
    languages.map(async (language) => [language, await toTexts(readCatalogue(language))] as const),
  ),
);

/** Sets the language of texts in a test, in which no page loads them. */
export const setLanguage = (language: string, locale = language): void =>
  setTexts(language, texts.get(language)!, locale);

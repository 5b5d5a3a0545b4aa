import { catalogues } from './catalogues.ts';
import { chooseLanguage } from './choose-language.ts';
import { setTexts } from './text.ts';

const known = Object.keys(catalogues).map((file) => file.slice('./'.length, -'.json'.length));

/** Returns the name of a language in that language: `Español`. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)!;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** The languages of the pages, each with its own name. */
export const languages: readonly { readonly value: string; readonly label: string }[] = known.map(
  (value) => ({
    value,
    label: nameOf(value),
  }),
);

/** Loads the texts for a reader and sets the language of the page. Await it before rendering. */
export async function loadTexts(chosen: string): Promise<void> {
  const { language, locale } = chooseLanguage(known, chosen, navigator.languages);
  setTexts(language, await catalogues[`./${language}.json`]!(), locale);
  document.documentElement.lang = language;
}

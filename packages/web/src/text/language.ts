import { type Language, setTexts } from './text.ts';

/** The languages of the pages, each by its own name, and where its texts are. Only the one in use is loaded. */
const sources = {
  en: { name: 'English', load: async () => (await import('./en.ts')).english },
  de: { name: 'Deutsch', load: async () => (await import('./de.ts')).german },
  es: { name: 'Español', load: async () => (await import('./es.ts')).spanish },
} satisfies Record<Language, unknown>;

/** The languages and their names, in the order in which a reader chooses them. */
export const languages: readonly { readonly value: Language; readonly label: string }[] = Object.entries(
  sources,
).map(([value, { name }]) => ({ value: value as Language, label: name }));

const languageOf = (locale: string): Language | undefined => {
  const plain = locale.toLowerCase().split('-')[0]!;
  return Object.hasOwn(sources, plain) ? (plain as Language) : undefined;
};

const isLocale = (locale: string): boolean => {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
};

/**
 * The language for a reader and the locale for dates and numbers: the chosen one, or the first that the browser prefers
 * and we have, or English. The locale is the browser's own of that language where it has one: `de-CH` for `de`.
 */
export const chooseLanguage = (
  chosen: string,
  preferred: readonly string[],
): { readonly language: Language; readonly locale: string } => {
  const known = preferred.filter(isLocale);
  const language = languageOf(chosen) ?? known.map(languageOf).find((each) => each !== undefined) ?? 'en';
  return { language, locale: known.find((each) => languageOf(each) === language) ?? language };
};

/** Loads the texts for a reader and sets the language of the page. Await it before anything is rendered. */
export const loadTexts = async (chosen: string): Promise<void> => {
  const { language, locale } = chooseLanguage(chosen, navigator.languages);
  setTexts(language, await sources[language].load(), locale);
  document.documentElement.lang = language;
};

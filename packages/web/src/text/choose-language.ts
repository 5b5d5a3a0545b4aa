const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0]!;

const isLocale = (locale: string): boolean => {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
};

/**
 * Returns the language for a reader, and the locale for dates and numbers. The language is the chosen one, otherwise
 * the first available one of the browser's preferences, otherwise English. The locale is the browser's variant of that
 * language if it has one: `de-CH` for `de`.
 */
export function chooseLanguage(
  known: readonly string[],
  chosen: string,
  preferred: readonly string[],
): { readonly language: string; readonly locale: string } {
  const locales = preferred.filter(isLocale);
  const language = [chosen, ...locales].map(languageOf).find((each) => known.includes(each)) ?? 'en';
  return { language, locale: locales.find((each) => languageOf(each) === language) ?? language };
}

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0]!;

const isLocale = (locale: string): boolean => {
  try {
    return Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
};

/**
 * The language for a reader and the locale for dates and numbers: the chosen one, or the first that the browser prefers
 * and we have, or English. The locale is the browser's own of that language if it has one: `de-CH` for `de`.
 */
export const chooseLanguage = (
  known: readonly string[],
  chosen: string,
  preferred: readonly string[],
): { readonly language: string; readonly locale: string } => {
  const locales = preferred.filter(isLocale);
  const language = [chosen, ...locales].map(languageOf).find((each) => known.includes(each)) ?? 'en';
  return { language, locale: locales.find((each) => languageOf(each) === language) ?? language };
};

/**
 * Sets the language of a browser to English if `Intl` refuses the browser's own. A machine without a language reports
 * `en-US@posix`, and uPlot, which formats numbers in it, would not load.
 */
export const ensureSupportedLanguage = (navigator: { readonly language: string }): void => {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
};

/**
 * Gives a browser English where it names a language `Intl` refuses: one of a machine without a language says
 * `en-US@posix`, and uPlot, which formats numbers in what the browser says, would not even load.
 */
export const ensureSupportedLanguage = (navigator: { readonly language: string }): void => {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
};

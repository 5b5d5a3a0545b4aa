/**
 * Sets the language of a browser to English if `Intl` rejects the browser's own. A machine without a locale reports
 * `en-US@posix`, and uPlot, which formats numbers, would not load with that language.
 */
export function ensureSupportedLanguage(navigator: { readonly language: string }): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

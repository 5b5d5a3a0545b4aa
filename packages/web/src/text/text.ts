import { type LocalizedString, LocalizedStringDictionary } from '@internationalized/string';
import type { English } from './en.ts';
import { Formatter, type Text, type Translation } from './formatter.ts';

/** A language of the pages. */
export type Language = 'en' | 'de' | 'es';

/** All texts of the pages in a language. */
export type Catalogue = { readonly [Part in keyof English]: Translation<English[Part]> };

type KeyOf<Part extends keyof English> = `${Part}.${string & keyof English[Part]}`;

/** The name of a text: its part and its key in it, `settings.title`. */
export type TextKey = { [Part in keyof English]: KeyOf<Part> }[keyof English];

type TextOf<Key extends TextKey> = Key extends `${infer Part extends keyof English}.${infer Name}`
  ? English[Part][Name & keyof English[Part]]
  : never;

/** The facts that a text contains: none, or one object. */
export type FactsOf<Key extends TextKey> =
  TextOf<Key> extends (facts: infer Facts, ...rest: never[]) => string ? [facts: Facts] : [];

/** The names of the texts that contain no facts. */
export type PlainKey = { [Key in TextKey]: FactsOf<Key> extends [] ? Key : never }[TextKey];

interface Current {
  readonly language: Language;
  readonly locale: string;
  readonly formatter: Formatter;
}

let current: Current | undefined;

/** Sets the language of the page, its texts, and the locale in which dates and numbers are written. */
export const setTexts = (language: Language, catalogue: Catalogue, locale: string = language): void => {
  const texts = Object.fromEntries(
    Object.entries(catalogue).flatMap(([part, all]) =>
      Object.entries(all).map(([key, text]: [string, Text]) => [`${part}.${key}`, text as LocalizedString]),
    ),
  );
  const dictionary = new LocalizedStringDictionary({ [language]: texts }, language);
  current = { language, locale, formatter: new Formatter(language, dictionary) };
};

const loaded = (): Current => {
  if (current === undefined) throw new Error('The texts are not loaded yet: call t() while rendering');
  return current;
};

/**
 * A text in the language of the page: `t('settings.title')`, `t('bridge.rooms', { count: 3 })`. Call it while rendering,
 * never in a constant of a module, which is evaluated before the texts are loaded.
 */
export const t = <Key extends TextKey>(key: Key, ...[facts]: FactsOf<Key>): string =>
  loaded().formatter.format(key, facts as Record<string, string>);

/** The language of the page. */
export const language = (): Language => loaded().language;

/** The locale of the reader, in the language of the page, for `Intl`: `de-CH`. */
export const locale = (): string => loaded().locale;

import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
} from '@internationalized/string';
import type english from './en.json';
import type { Parameters } from './parameters.ts';

type English = typeof english;

/** The id of a text, consisting of its part and its key: `settings.title`. */
type TextKey = {
  [Part in keyof English]: `${Part}.${string & keyof English[Part]}`;
}[keyof English];

/** The parameters of a text as arguments: none, or one object. */
export type ParametersOf<Key extends TextKey> = Key extends keyof Parameters
  ? [parameters: Parameters[Key]]
  : [];

/** The ids of texts without parameters. */
export type PlainKey = Exclude<TextKey, keyof Parameters>;

/** The compiled texts of one part of the pages (`compile-catalogue.ts`). */
export type PartTexts = Readonly<Record<string, LocalizedString>>;

/** A compiled catalogue: its texts by part and key. */
export type Texts = Readonly<Record<string, PartTexts>>;

/** Distinguishes an empty case of a selection from a missing one, because the library does not. */
class Formatter extends LocalizedStringFormatter<string, LocalizedString> {
  protected override select(options: Record<string, string | (() => string)>, value: unknown): string {
    const name = String(value);
    const found = (Object.hasOwn(options, name) ? options[name] : options.other) ?? '';
    return typeof found === 'function' ? found() : found;
  }
}

interface Current {
  readonly language: string;
  readonly locale: string;
  readonly texts: Readonly<Record<string, LocalizedString>>;
  readonly formatter: Formatter;
}

let current: Current | undefined;

/** Sets the language of the page, its texts, and the locale for dates and numbers. */
export function setTexts(language: string, catalogue: Texts, locale: string = language): void {
  const texts = Object.fromEntries(
    Object.entries(catalogue).flatMap(([part, all]) =>
      Object.entries(all).map(([key, text]) => [`${part}.${key}`, text]),
    ),
  );
  const dictionary = new LocalizedStringDictionary({ [language]: texts }, language);
  current = { language, locale, texts, formatter: new Formatter(language, dictionary) };
}

const loaded = (): Current => {
  if (current === undefined) throw new Error('The texts are not loaded yet: call t() while rendering');
  return current;
};

/**
 * Returns a text in the language of the page: `t('settings.title')`, `t('bridge.rooms', { count: 3 })`. Call it while
 * rendering, not in a module-level constant, which is evaluated before the texts are loaded.
 */
export const t = <Key extends TextKey>(key: Key, ...[parameters]: ParametersOf<Key>): string =>
  loaded().formatter.format(key, parameters as Record<string, string> | undefined);

/**
 * Translates a text whose English comes from a definition: `translate('defined', 'zone index')`. Returns undefined if
 * the catalogue does not contain it, which is always the case for English; the text of the definition is then used.
 */
export function translate(part: string, key: string, parameters?: object): string | undefined {
  const { texts, formatter } = loaded();
  const name = `${part}.${key}`;
  return Object.hasOwn(texts, name)
    ? formatter.format(name, parameters as Record<string, string> | undefined)
    : undefined;
}

export const language = (): string => loaded().language;

/** Returns the reader's variant of the page's language, for `Intl`: `de-CH`. */
export const locale = (): string => loaded().locale;

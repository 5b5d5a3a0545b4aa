import { type LocalizedString, LocalizedStringFormatter } from '@internationalized/string';

/** The forms of a plural, by the categories of `Intl.PluralRules`: `{ one: '1 room', other: '5 rooms' }`. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Formats what is in a text: chooses the form of a plural, and writes a number as its language does. */
export class Formatter extends LocalizedStringFormatter<string, LocalizedString> {
  override plural(count: number, forms: Plural): string {
    return super.plural(count, forms);
  }

  override number(value: number): string {
    return super.number(value);
  }
}

/** A text: a sentence, or a function of the facts that a sentence contains. */
// biome-ignore lint/suspicious/noExplicitAny: each text states the facts that it needs.
export type Text = string | ((facts: any, format: Formatter) => string);

/** The texts of one part of the pages. */
export type Texts = Readonly<Record<string, Text>>;

/** The same texts in another language: each of them, with the same facts, and no others. */
export type Translation<Original extends Texts> = {
  readonly [Key in keyof Original]: Original[Key] extends (facts: infer Facts, ...rest: never[]) => string
    ? (facts: Facts, format: Formatter) => string
    : string;
};

import { type Enumeration, enumerations } from '@plenum/protocol/field';

type Enumerations = typeof enumerations;

/** The words of a language for the values of all enumerations. Those of English are the definitions themselves. */
export type EnumerationTexts = {
  readonly [Name in keyof Enumerations]: Enumerations[Name] extends Enumeration<infer Label>
    ? Readonly<Record<Label, string>>
    : never;
};

/** A value of an enumeration: the name of the enumeration in the definitions, and the label of the value there. */
interface EnumerationLabel {
  readonly enumeration: string;
  readonly label: string;
}

const keys = new Map(Object.entries(enumerations).map(([key, { name }]) => [name, key]));

/** Makes the text of a value of an enumeration; a value that has none stays as it is defined: `type 7`. */
export const toEnumerationText =
  (texts: EnumerationTexts, type: string) =>
  ({ enumeration, label }: EnumerationLabel): string => {
    const words: Readonly<Record<string, string>> =
      texts[keys.get(enumeration) as keyof EnumerationTexts] ?? {};
    return words[label] ?? label.replace(/^type /, `${type} `);
  };

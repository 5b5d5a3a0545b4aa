/** The words of a language for what the definitions say of commands and fields, by the words of the definitions. */
export type DefinitionTexts = Readonly<Record<string, string>>;

/** What is before a part that explains the wire: `sleep timer; 0 = off`. */
const withoutWire = (text: string): string => text.split(';')[0]!;

/** Makes the text of a definition; one that has none stays as it is defined, so that an addition to the interface shows. */
export const toDefinitionText =
  (texts: DefinitionTexts) =>
  ({ text }: { readonly text: string }): string =>
    texts[text] ?? texts[withoutWire(text)] ?? text;

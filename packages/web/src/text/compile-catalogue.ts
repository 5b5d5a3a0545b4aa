import { compileString } from '@internationalized/string-compiler';

/** A catalogue as it is written: texts in the syntax of ICU messages, in parts. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** The compiler reads `<` as the start of a tag, which it does not have, and does not escape `\`. */
const compileText = (text: string): string =>
  compileString(text.replaceAll('\\', '\\\\').replaceAll('<', "'<'"));

/** Every text of a catalogue, or of a part of it, by its key: `settings.title`. */
export const flattenCatalogue = (catalogue: Catalogue, prefix = ''): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([key, text]) =>
      typeof text === 'string'
        ? [[`${prefix}${key}`, text] as const]
        : [...flattenCatalogue(text, `${prefix}${key}.`)],
    ),
  );

/** The source of a module that exports each part of a catalogue, a text as a string or a function of its parameters. */
export const compileCatalogue = (catalogue: Catalogue): string =>
  Object.entries(catalogue)
    .map(([part, texts]) => {
      const members = [...flattenCatalogue(texts as Catalogue)].map(
        ([key, text]) => `${JSON.stringify(key)}: ${compileText(text)}`,
      );
      return `export const ${part} = {${members.join(',\n')}};\n`;
    })
    .join('');

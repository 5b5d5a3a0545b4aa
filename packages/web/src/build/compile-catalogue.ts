import { compileString } from '@internationalized/string-compiler';

/** A catalogue as translators write it: texts in ICU message syntax, in parts. */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** Escapes a text for the compiler, which would read `<` as the start of an unsupported tag and does not escape `\`. */
const compileText = (text: string): string =>
  compileString(text.replaceAll('\\', '\\\\').replaceAll('<', "'<'"));

/** Returns all texts of a catalogue, or of a part of it, by key: `settings.title`. */
export const flattenCatalogue = (catalogue: Catalogue, prefix = ''): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([key, text]) =>
      typeof text === 'string'
        ? [[`${prefix}${key}`, text] as const]
        : [...flattenCatalogue(text, `${prefix}${key}.`)],
    ),
  );

/**
 * Returns the source of a module that exports each part of a catalogue. A text is a string or a function of its
 * parameters.
 */
export const compileCatalogue = (catalogue: Catalogue): string =>
  Object.entries(catalogue)
    .map(([part, texts]) => {
      const members = [...flattenCatalogue(texts as Catalogue)].map(
        ([key, text]) => `${JSON.stringify(key)}: ${compileText(text)}`,
      );
      return `export const ${part} = {${members.join(',\n')}};\n`;
    })
    .join('');

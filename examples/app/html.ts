/** Markup that is safe to send: made by `html` alone. */
export interface Html {
  readonly markup: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const toText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

type Part = string | number | undefined | Html | readonly Html[];

const isList = (part: Part): part is readonly Html[] => Array.isArray(part);

const write = (part: Part): string => {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return toText(String(part));
  return isList(part) ? part.map(write).join('') : part.markup;
};

/** A template of markup: what is put in is escaped, unless it is markup itself. Names of rooms are anybody's words. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: String.raw({ raw: strings }, ...parts.map(write)),
});

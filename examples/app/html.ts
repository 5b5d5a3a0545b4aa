// This file has no imports, so that it can be copied with the app. Larger apps use a template library.

/** Markup that is safe to send; only `html` creates it. */
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

/** Creates markup. Values are escaped unless they are markup, because anyone can choose the name of a room. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: String.raw({ raw: strings }, ...parts.map(write)),
});

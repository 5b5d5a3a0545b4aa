/** Markup that is safe to send. Only `html` creates it. */
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

/** Escapes text for use between tags or within a quoted attribute. */
const toText = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

type Part = string | number | Html | undefined | readonly Part[];

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);

const write = (part: Part): string => {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return toText(String(part));
  return isList(part) ? part.map(write).join('') : part.markup;
};

/** A template tag for markup. Values are escaped unless they are markup; `undefined` becomes nothing. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: String.raw({ raw: strings }, ...parts.map(write)),
});

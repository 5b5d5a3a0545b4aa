import { ok, type Result, refuse } from '../refusal/refusal.ts';

/** The maximum size of a request body, local and cloud, in bytes (interface 8). */
export const maxBytes = 65_536;

/** The maximum nesting in a body. The deepest command (SchedZones) has four levels. */
export const maxLevels = 16;

const sign = {
  quote: 0x22,
  colon: 0x3a,
  backslash: 0x5c,
  openList: 0x5b,
  closeList: 0x5d,
  open: 0x7b,
  close: 0x7d,
};

/** Returns the position of the quote that ends the string that starts at `from`, or of the end of the text. */
const endOfString = (json: string, from: number): number => {
  for (let end = json.indexOf('"', from + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === sign.backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
};

/**
 * Returns the number of members of all objects in a JSON text, counted as colons outside strings, or `undefined` if the
 * text is nested deeper than `maxLevels`. The text may be malformed.
 */
const countColons = (json: string): number | undefined => {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case sign.quote:
        at = endOfString(json, at);
        break;
      case sign.colon:
        members++;
        break;
      case sign.openList:
      case sign.open:
        if (++depth > maxLevels) return undefined;
        break;
      case sign.closeList:
      case sign.close:
        depth--;
        break;
    }
  }
  return members;
};

/**
 * True if a text would be nested deeper than `maxLevels` as JSON. Checked before JSON.parse, which takes up to a hundred
 * times as long for brackets as for other text of the same length.
 */
export function isTooDeep(text: string): boolean {
  return countColons(text) === undefined;
}

const countMembers = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += countMembers(item);
  else
    for (const key of Object.keys(value)) count += 1 + countMembers((value as Record<string, unknown>)[key]);
  return count;
};

/**
 * Parses a body: JSON (RFC 8259) with nothing after it, no duplicate keys in an object, and at most `maxLevels` levels.
 * JSON.parse would silently drop the first value of a duplicate key, so the members it returns are compared with the
 * colons outside strings in the text.
 */
export function parseBody(text: string): Result<unknown> {
  const members = countColons(text);
  if (members === undefined) return refuse('too-deep', { facts: { most: maxLevels } });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('malformed', { facts: { why: (error as SyntaxError).message.replace(/\.$/, '') } });
  }
  return countMembers(value) === members ? ok(value) : refuse('duplicate-key');
}

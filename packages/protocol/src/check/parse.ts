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

/**
 * Returns the position after the string that starts at `from` in valid JSON: the string ends at its first unescaped
 * quote.
 */
const endOfString = (json: string, from: number): number => {
  let end = json.indexOf('"', from + 1);
  for (;;) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === sign.backslash) escapes++;
    if (escapes % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
};

/** Returns the depth of valid JSON and the number of members of its objects, counted as colons outside strings. */
const survey = (json: string): { levels: number; members: number } => {
  let depth = 0;
  let levels = 0;
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
        levels = Math.max(levels, ++depth);
        break;
      case sign.closeList:
      case sign.close:
        depth--;
        break;
    }
  }
  return { levels, members };
};

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
export const parseBody = (text: string): Result<unknown> => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('malformed', { facts: { why: (error as SyntaxError).message.replace(/\.$/, '') } });
  }
  const { levels, members } = survey(text);
  if (levels > maxLevels) return refuse('too-deep', { facts: { most: maxLevels } });
  return countMembers(value) === members ? ok(value) : refuse('duplicate-key');
};

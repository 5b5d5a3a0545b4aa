import { ok, type Result, refuse } from '../refusal/refusal.ts';

/** The largest body of a request in bytes, local and cloud (DESIGN, "Decisions on the gaps"). */
export const mostBytes = 65_536;

/** The deepest nesting of a body; the deepest command (SchedZones) has four levels. */
export const mostLevels = 16;

const strings = /"(?:[^"\\]|\\.)*"/g;

const depthOf = (bare: string): number => {
  let depth = 0;
  let deepest = 0;
  for (const character of bare) {
    if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
};

const countMembers = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((count, member) => count + countMembers(member), own);
};

/**
 * Parses the text of a body: JSON (RFC 8259) with nothing behind it, no key twice in one object, not nested
 * deeper than `mostLevels`. A key that stands twice would otherwise silently lose its first value: an object
 * that JSON.parse made has fewer members than its text has colons outside strings.
 */
export const parseBody = (text: string): Result<unknown> => {
  const bare = text.replace(strings, '""');
  if (depthOf(bare) > mostLevels) return refuse('too-deep', { facts: { most: mostLevels } });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('malformed', { facts: { why: (error as SyntaxError).message.replace(/\.$/, '') } });
  }
  const colons = bare.split(':').length - 1;
  return countMembers(value) === colons ? ok(value) : refuse('duplicate-key');
};

import { isRecord } from '@plenum/protocol/json';

/** A member or an item that the value no longer has. */
const dropped = Symbol('dropped');

/** Maximum nesting; redacted JSON has at most sixteen levels, and the object around it. */
const maxDepth = 64;

/** Longer spellings of a number could contain digits that are not in its value. */
const maxNumber = 17;

const space = /[ \t\r\n]*/y;
const scalar = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y;

/**
 * Writes a JSON value in the spelling of the text from which it was read: its spaces, the digits of its numbers (`22.0`)
 * and the escapes of its strings. Members that the value no longer has are left out, and other changed parts are written
 * as usual. Nothing else of the text remains.
 */
export function respell(source: string, value: unknown): string {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? '';
    at += found.length;
    return found;
  };

  /** Reads the parts of an object or a list, each with the spaces around it; undefined parts are left out. */
  const readParts = (end: string, readPart: () => string | undefined): string => {
    const first = source[at++]!;
    const parts: string[] = [];
    while (true) {
      const before = take(space);
      if (source[at] === end) {
        at++;
        return `${first}${parts.length === 0 ? before : parts.join(',')}${end}`;
      }
      const part = readPart();
      const after = take(space);
      if (part !== undefined) parts.push(`${before}${part}${after}`);
      if (source[at] === ',') at++;
    }
  };

  const readMember = (of: unknown, depth: number): string | undefined => {
    const spelled = take(scalar);
    const key = JSON.parse(spelled) as string;
    const colon = `${take(space)}${source[at++]}${take(space)}`;
    const member = isRecord(of) && Object.hasOwn(of, key) ? of[key] : dropped;
    const written = read(member, depth + 1);
    return member === dropped ? undefined : `${spelled}${colon}${written}`;
  };

  const read = (now: unknown, depth: number): string => {
    if (depth > maxDepth) throw new RangeError('The JSON is nested too deep.');
    const written = () => JSON.stringify(now === dropped ? null : now);
    if (source[at] === '{') {
      const text = readParts('}', () => readMember(now, depth));
      return isRecord(now) ? text : written();
    }
    if (source[at] === '[') {
      let index = 0;
      const text = readParts(']', () => {
        const item = Array.isArray(now) && index < now.length ? now[index++] : dropped;
        const part = read(item, depth + 1);
        return item === dropped ? undefined : part;
      });
      return Array.isArray(now) && index === now.length ? text : written();
    }
    const spelled = take(scalar);
    const isSame = JSON.parse(spelled) === now && (typeof now !== 'number' || spelled.length <= maxNumber);
    return isSame ? spelled : written();
  };

  const before = take(space);
  const text = read(value, 0);
  return `${before}${text}${take(space)}`;
}

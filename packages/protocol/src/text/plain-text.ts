/**
 * Invisible characters in untrusted text from a device, a cloud or a user: control characters, which a terminal
 * executes, line and paragraph separators, and the marks that reorder the characters around them (Unicode UAX 9:
 * embeddings, overrides, isolates).
 */
const unsafe = '\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

const breaks = /[\t-\r\u0085\u2028\u2029]+/gu;
const each = new RegExp(`[${unsafe}]`, 'gu');

/**
 * Returns an untrusted text as one line that is safe to show. Line breaks and tabs become a space; other unsafe
 * characters are dropped.
 */
export const toPlainText = (text: string): string => text.replace(breaks, ' ').replace(each, '');

/** Codes for bold, dim, and the end of both, which the command line of Plenum writes. */
const ownStyles = '\\u001b\\[(?:1|2|22)m';
const inOutput = new RegExp(`(?!\\n|\\t)[${unsafe}]`, 'gu');
const inStyledOutput = new RegExp(`(?!\\n|\\t|${ownStyles})[${unsafe}]`, 'gu');

/**
 * Returns text that is safe to show in a terminal: like `toPlainText`, but with line breaks, tabs and, if `styled`, the
 * command line's bold and dim.
 */
export const toTerminalText = (text: string, { styled = false } = {}): string =>
  text.replace(styled ? inStyledOutput : inOutput, '');

/** Returns JSON in which unsafe characters are escaped, so that a program still reads the same value. */
export const toPlainJson = (value: unknown, indent?: number): string =>
  escapeJson(JSON.stringify(value, null, indent));

/** Escapes unsafe characters in the strings of a JSON text. Line breaks between its members stay. */
export const escapeJson = (json: string): string =>
  json.replace(inOutput, (found) => `\\u${found.codePointAt(0)!.toString(16).padStart(4, '0')}`);

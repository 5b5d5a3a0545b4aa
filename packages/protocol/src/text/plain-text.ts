/**
 * What a device, a cloud or a user may put in a text and nobody sees: control characters, which a terminal executes,
 * line and paragraph separators, and the marks that reorder what stands beside them (Unicode UAX 9: embeddings,
 * overrides, isolates).
 */
const unsafe = '\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

const breaks = /[\t-\r\u0085\u2028\u2029]+/gu;
const each = new RegExp(`[${unsafe}]`, 'gu');

/** A text from outside as one line that is safe to show: line breaks and tabs become a space, the rest of it is dropped. */
export const toPlainText = (text: string): string => text.replace(breaks, ' ').replace(each, '');

/** Bold, dim, and the end of both: what our own command line writes. */
const ownStyles = '\\u001b\\[(?:1|2|22)m';
const inOutput = new RegExp(`(?!\\n|\\t)[${unsafe}]`, 'gu');
const inStyledOutput = new RegExp(`(?!\\n|\\t|${ownStyles})[${unsafe}]`, 'gu');

/** Text for a terminal: as `toPlainText`, but it may have several lines, tabs and, if `styled`, our own bold and dim. */
export const toTerminalText = (text: string, { styled = false } = {}): string =>
  text.replace(styled ? inStyledOutput : inOutput, '');

/** JSON in which what is unsafe to show is escaped, so that a program still reads the same value. */
export const toPlainJson = (value: unknown, indent?: number): string =>
  escapeJson(JSON.stringify(value, null, indent));

/** JSON text with what is unsafe to show in its strings escaped; line breaks between its members stay. */
export const escapeJson = (json: string): string =>
  json.replace(inOutput, (found) => `\\u${found.codePointAt(0)!.toString(16).padStart(4, '0')}`);

const utf8 = new TextDecoder('utf-8', { fatal: true });
const loose = new TextDecoder('utf-8');
const western = new TextDecoder('windows-1252');

/**
 * A string of JSON, up to the end of the text if its last quote is missing. A pattern that did not match without that
 * quote would be tried again from each quote inside the string.
 */
const stringLiteral = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*(?<end>"?)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: padding and control bytes are what is looked for.
const padding = /(?:\u0000|\\u0000)[\s\S]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters are not JSON.
const unwanted = /[\u0000-\u001f\u00ff]/g;
/** The first bytes of a UTF-8 character without the rest, as in a name that was cut at its byte limit. */
const cutCharacter = /[\u00c2-\u00f4][\u0080-\u00bf]{0,2}$/;

/**
 * A last byte that is a Latin-1 accented letter after ASCII, as in `Café`. A UTF-8 character cut in half looks the
 * same.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is looked for.
const latinEnd = /^[\u0000-\u007f]*[\u00e0-\u00ff]$/;

const decode = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1');
  const cut = latinEnd.test(text) ? [] : [Buffer.from(text.replace(cutCharacter, ''), 'latin1')];
  for (const candidate of [bytes, ...cut]) {
    try {
      return utf8.decode(candidate);
    } catch {}
  }
  return western.decode(bytes);
};

const cleanLiteral = (literal: string): string =>
  `"${decode(literal.slice(1, -1).replace(padding, '').replace(unwanted, ''))}"`;

/**
 * Decodes the text of a body from a real device (wire facts 2). Each string ends at its first NUL. 0xFF padding,
 * control bytes and a last character cut in half are dropped, and a string that still is not UTF-8 is read as
 * Windows-1252. Each JSON string is decoded separately, so one bad name does not affect the others.
 */
export function cleanText(body: Uint8Array): string {
  const raw = Buffer.from(body).toString('latin1');
  let text = '';
  let at = 0;
  for (const match of raw.matchAll(stringLiteral)) {
    const [literal] = match;
    text += between(raw.slice(at, match.index));
    text += match.groups!.end === '' ? between(literal) : cleanLiteral(literal);
    at = match.index + literal.length;
  }
  return text + between(raw.slice(at));
}

/** Decodes the text between strings. NUL and 0xFF are padding; a plain-text sentence is UTF-8. */
const between = (raw: string): string => loose.decode(Buffer.from(raw.replace(/[\0\u00ff]/g, ''), 'latin1'));

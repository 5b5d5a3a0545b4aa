/** A token of JSON text, with its kind if it is highlighted. */
interface JsonToken {
  readonly text: string;
  readonly kind?: 'key' | 'text' | 'value';
}

const tokenPattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/g;

/** Splits JSON text into tokens; joined, they equal the text. */
export function toJsonTokens(json: string): readonly JsonToken[] {
  const pieces: JsonToken[] = [];
  let from = 0;
  for (const match of json.matchAll(tokenPattern)) {
    const [whole, text, colon = ''] = match;
    if (match.index > from) pieces.push({ text: json.slice(from, match.index) });
    if (text === undefined) pieces.push({ text: whole, kind: 'value' });
    else pieces.push({ text, kind: colon === '' ? 'text' : 'key' });
    if (colon !== '') pieces.push({ text: colon });
    from = match.index + whole.length;
  }
  if (from < json.length) pieces.push({ text: json.slice(from) });
  return pieces;
}

/** Formats JSON with one member per line. Returns any other text, such as truncated JSON, unchanged. */
export function toPrettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

import { cleanText } from './clean-text.ts';
import { endOfJson } from './json-end.ts';
import type { RawResponse } from './response.ts';

export { cleanText } from './clean-text.ts';

/** The meaning of an answer, independent of its spelling (wire facts 7). */
export type BridgeAnswer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'ok' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'error'; readonly sentence: string; readonly status: number }
  | { readonly kind: 'empty'; readonly status: number }
  | { readonly kind: 'missing'; readonly status: number }
  | { readonly kind: 'unreadable'; readonly text: string };

const okay = /^[{"'\s]*OK[}"'\s]*$/i;
const busy = /^[{"'\s]*BUSY\b/i;
const error = /^[{"'\s]*ERROR\b["']?\s*[:=,]?\s*([\s\S]*)$/i;

/** The result names that some devices send in place of a sentence (wire facts 7). */
const resultName = /^(?:InvalidRequest|InvalidUser|UserNotAllowed)$/;

const noReason = 'The bridge refused and gave no reason.';

export const isBareError = (answer: BridgeAnswer): boolean =>
  answer.kind === 'error' && answer.sentence === noReason;

const toSentence = (text: string): string => {
  const bare = text
    .trim()
    .replace(/\}$/, '')
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1');
  return bare === '' ? noReason : bare;
};

/** The JSON at the beginning of a text, with its value, and the rest; if there is none, `json` is empty. */
interface SplitAnswer {
  readonly json: string;
  readonly value?: unknown;
  readonly rest: string;
}

/** Splits the text of an answer into an object or a list of JSON and the junk that may follow it (wire facts 7). */
export function splitAnswer(text: string): SplitAnswer {
  const end = endOfJson(text);
  if (end === undefined || end === 0) return { json: '', rest: text };
  const json = text.slice(0, end);
  try {
    return { json, value: JSON.parse(json), rest: text.slice(end) };
  } catch {
    return { json: '', rest: text };
  }
}

const readJson = (text: string): BridgeAnswer => {
  const { json, value } = splitAnswer(text);
  return json === '' ? { kind: 'unreadable', text } : { kind: 'json', value };
};

/**
 * Reads the body of an answer: `OK`, `{OK}` or `"OK"`; `{BUSY}`; `{ERROR ...}` with any status; nothing; or JSON,
 * possibly followed by `{OK}` or other junk. A status of 400 or more without a sentence is `missing` (404, 405, 501) or
 * an `error` that names the status. A 503 without a sentence is `busy`.
 */
export function readAnswer({ status, body }: RawResponse): BridgeAnswer {
  const text = cleanText(body).trim();
  if (busy.test(text)) return { kind: 'busy' };
  if (status === 404 || status === 405 || status === 501) return { kind: 'missing', status };
  const refused = error.exec(text);
  if (refused !== null) return { kind: 'error', sentence: toSentence(refused[1]!), status };
  if (status === 503) return { kind: 'busy' };
  if (resultName.test(text)) return { kind: 'error', sentence: `The bridge answered ${text}.`, status };
  if (status >= 400) return { kind: 'error', sentence: toStatusSentence(status, text), status };
  if (text === '') return { kind: 'empty', status };
  return okay.test(text) ? { kind: 'ok' } : readJson(text);
}

const toStatusSentence = (status: number, text: string): string => {
  const plain = text !== '' && text.length <= 200 && !/[<{]/.test(text);
  return plain ? `The bridge answered ${status}: ${text}` : `The bridge answered with status ${status}.`;
};

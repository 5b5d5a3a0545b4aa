import { splitAnswer } from '@plenum/client/answer';
import { type Redactor, respell } from '@plenum/insight/request';

/** Maximum length of a response that is not JSON, and of what follows JSON. */
export const maxText = 1_000;

/** Acknowledgements, with the brackets, quotes and spaces that devices write around them (wire facts 7). */
const acknowledgement = /^[{}"'\s]*(?:OK|BUSY|ERROR)?[{}"':\s]*$/i;

/** A refusal: what devices write before its sentence, the sentence, and what they write after it. */
const refusal = /^(?<before>[{"'\s]*ERROR\b["']?\s*[:=,]?\s*["']?)(?<sentence>[\s\S]*?)(?<after>[}"'\s]*)$/i;

const toRecordedWords = (text: string, redactor: Redactor): string => {
  if (acknowledgement.test(text)) return text;
  const { before = '', sentence = text, after = '' } = refusal.exec(text)?.groups ?? {};
  return `${before}${redactor.text(sentence)}${after}`;
};

/** Splits a response as `splitAnswer` does; a refusal is not JSON, even if some devices write it as JSON. */
const split = (text: string): ReturnType<typeof splitAnswer> =>
  refusal.test(text) ? { json: '', rest: text } : splitAnswer(text);

/** True for a text that a recording may have. */
export const isShort = (text: string): boolean => split(text).rest.length <= maxText;

/** True for a text that is one line of JSON and nothing else. */
export function isLineOfJson(text: string): boolean {
  const { json, rest } = split(text);
  return json !== '' && rest === '' && !/[\r\n]/.test(json);
}

/**
 * Returns the text of a response without private values. Everything else stays as the device spelled it: spaces,
 * digits, brackets and what follows the JSON.
 */
export function toRecordedText(text: string, redactor: Redactor): string {
  const { json, value, rest } = split(text);
  const words = toRecordedWords(rest.slice(0, maxText), redactor).slice(0, maxText);
  return json === '' ? words : `${respell(json, redactor.json(value).value)}${words}`;
}

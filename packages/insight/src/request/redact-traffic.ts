import { reasons, refusalCodes, refusalExamples, subjects, toSentence } from '@plenum/protocol/refusal';
import { createScrubber } from '../diagnostics/scrub-text.ts';
import { type RedactedJson, redactJson } from './redact-json.ts';
import { coded, isNetworkAddress, trafficVocabulary } from './vocabulary.ts';

/** One module and its version (wire facts 2, Type 6). */
const firmwareModule = /^ ?[A-Za-z][A-Za-z0-9_-]{0,19} v?\d{1,4}(?:\.\d{1,4}){0,3}$/;

/** Functions that return the placeholder of a name, and of the id of a bridge. */
export interface Placeholders {
  readonly name: (name: string) => string;
  readonly uid: (uid: string) => string;
}

const numbered = (toPlaceholder: (no: number) => string) => {
  const all = new Map<string, string>();
  return (text: string): string => {
    const known = all.get(text) ?? toPlaceholder(all.size + 1);
    all.set(text, known);
    return known;
  };
};

const toUid = (no: number): string => String(no).padStart(9, '0');

/** Creates placeholders for private texts: the same text always gets the same one. */
export const createPlaceholders = (): Placeholders => ({
  name: numbered((no) => `Name ${no}`),
  uid: numbered(toUid),
});

/** Keeps placeholders. Any other text gets a placeholder that `createPlaceholders` never returns. */
export const keptPlaceholders: Placeholders = {
  name: (name) => (/^Name [1-9]\d{0,5}$/.test(name) ? name : 'Name 0'),
  uid: (uid) => (/^0{3}\d{6}$/.test(uid) ? uid : toUid(0)),
};

export interface Redactor {
  /** Redacts a request or response of a bridge's interface (V2 or the original one). */
  readonly json: (value: unknown) => RedactedJson;
  /** Redacts a sentence; one that is already redacted stays the same. */
  readonly text: (sentence: string) => string;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Returns the words that a bridge uses when it refuses a request. */
const collectRefusalWords = (): ReadonlySet<string> => {
  const sentences = [
    ...refusalCodes.map((code) => toSentence({ code, ...refusalExamples[code] })),
    ...[...Object.values(subjects), ...Object.values(reasons)].map(String),
    'OK BUSY ERROR The bridge refused and gave no reason',
    'The bridge answered with status InvalidRequest InvalidUser UserNotAllowed',
  ];
  return new Set(sentences.flatMap(wordsOf));
};

let refusalWords: ReadonlySet<string> | undefined;
/** True for a key of the interface, or several with dots: `ZoneSetpoint.Setpoint`. */
const isKeyPath = (text: string): boolean => text.split('.').every((key) => trafficVocabulary().has(key));
const scrub = createScrubber([], isKeyPath);

/**
 * Returns a sentence in which only words of refusals, keys of the interface and numbers of three digits are left. A sentence of a
 * device can contain a name that appeared in no earlier request, so known names are not enough.
 */
const redactText = (sentence: string): string => {
  refusalWords ??= collectRefusalWords();
  const isKept = (part: string) =>
    /^\d{1,3}$/.test(part) || refusalWords!.has(part.toLowerCase()) || trafficVocabulary().has(part);
  return scrub(sentence)
    .split(/(<(?:name|address|text|path|code|token|number)>|[\s.,:;()?{}"°=-]+)/)
    .map((part, at) => (at % 2 === 1 || part === '' || isKept(part) ? part : '<text>'))
    .join('');
};

/**
 * Creates a redactor of the traffic of a bridge. Names and ids become placeholders, so that a replay still fits together;
 * secrets and addresses are blanked with a value of the same type. A list of requests has one mark for all of them.
 */
export const createRedactor = (placeholders: Placeholders): Redactor => {
  const replace = (key: string, value: unknown): unknown => {
    const isNumber = typeof value === 'number';
    if (
      (key === 'HvacDeviceUId' || key === 'AirStreamDeviceUId') &&
      (isNumber || typeof value === 'string')
    ) {
      const uid = placeholders.uid(String(value).padStart(9, '0'));
      return isNumber ? Number(uid) : uid;
    }
    if (isNumber) return 0;
    if (key === 'Mac') return '00:00:00:00:00:00';
    if (isNetworkAddress(key)) return value === '' ? '' : '0.0.0.0';
    if (typeof value !== 'string' || trafficVocabulary().isPrivate(key) || Object.hasOwn(coded, key))
      return '';
    if (key !== 'Fmw') return placeholders.name(value);
    return value
      .split(',')
      .filter((each) => firmwareModule.test(each))
      .join(',');
  };
  return {
    json: (value) => redactJson(value, trafficVocabulary(), replace),
    text: redactText,
  };
};

import { reasons, refusalCodes, refusalExamples, subjects, toSentence } from '@plenum/protocol/refusal';
import { createScrubber, type Scrub } from '../diagnostics/scrub-text.ts';
import { figureUnits } from '../explain/explanation.ts';
import { changeWords, stepWords } from '../explain/words.ts';
import { statusSentences } from '../status/status.ts';
import { type RedactedJson, redactJson } from './redact-json.ts';
import {
  coded,
  isNetworkAddress,
  readVocabulary,
  recordedReads,
  trafficVocabulary,
  type Vocabulary,
} from './vocabulary.ts';

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

/** Removes private values from requests and responses of a bridge. */
export interface Redactor {
  readonly json: (value: unknown) => RedactedJson;
  /** Redacts a sentence; one that is already redacted stays the same. */
  readonly text: (sentence: string) => string;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+(?:[’'][a-z]+)?/g) ?? [];

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

/** Returns the words of the sentences of a bridge that explain its state. */
const collectStateWords = (): ReadonlySet<string> => {
  const sentences = [...Object.values(stepWords), ...Object.values(changeWords), ...statusSentences()];
  return new Set([...sentences.flatMap(wordsOf), ...figureUnits.map((unit) => unit.toLowerCase())]);
};

/** The parts of requests and responses that are not private: the vocabulary of their JSON, and words of sentences. */
interface Rules {
  readonly vocabulary: Vocabulary;
  readonly words: ReadonlySet<string>;
  readonly scrub: Scrub;
}

const toRules = (vocabulary: Vocabulary, words: ReadonlySet<string>): Rules => {
  /** True for a key of the interface, or several with dots: `ZoneSetpoint.Setpoint`. */
  const isKeyPath = (text: string): boolean => text.split('.').every((key) => vocabulary.has(key));
  return { vocabulary, words, scrub: createScrubber([], isKeyPath) };
};

let interfaceRules: Rules | undefined;
let readRules: Rules | undefined;

/**
 * Returns a sentence in which only known words, keys of the interface and numbers of three digits are left. A sentence of a
 * device can contain a name that appeared in no earlier request, so known names are not enough.
 */
const redactText = (sentence: string, { vocabulary, words, scrub }: Rules): string => {
  const isKept = (part: string) =>
    /^\d{1,3}$/.test(part) || words.has(part.toLowerCase()) || vocabulary.has(part);
  return scrub(sentence)
    .split(/(<(?:name|address|text|path|code|token|number)>|[\s.,:;()?{}"°=-]+)/)
    .map((part, at) => (at % 2 === 1 || part === '' || isKept(part) ? part : '<text>'))
    .join('');
};

const toRedactor = (rules: Rules, placeholders: Placeholders): Redactor => {
  const { vocabulary } = rules;
  const replace = (key: string, value: unknown): unknown => {
    const isNumber = typeof value === 'number';
    if (
      (key === 'HvacDeviceUId' || key === 'AirStreamDeviceUId' || key === 'uid') &&
      (isNumber || typeof value === 'string')
    ) {
      const uid = placeholders.uid(String(value).padStart(9, '0'));
      return isNumber ? Number(uid) : uid;
    }
    if (isNumber) return 0;
    if (key === 'Mac') return '00:00:00:00:00:00';
    if (isNetworkAddress(key)) return value === '' ? '' : '0.0.0.0';
    if (typeof value !== 'string' || vocabulary.isPrivate(key) || Object.hasOwn(coded, key)) return '';
    // A time zone is a place, and clients need one.
    if (key === 'timeZone') return 'UTC';
    if (key === 'sentence' || key === 'why') return redactText(value, rules);
    if (key !== 'Fmw') return placeholders.name(value);
    return value
      .split(',')
      .filter((each) => firmwareModule.test(each))
      .join(',');
  };
  return {
    json: (value) => redactJson(value, vocabulary, replace),
    text: (sentence) => redactText(sentence, rules),
  };
};

/** Redactors with the same placeholders. */
export interface Redactors {
  /** For the interface, V2 and the original one. */
  readonly ofInterface: Redactor;
  /** For the endpoints that a bridge adds to it (`recordedReads`). */
  readonly ofReads: Redactor;
}

/**
 * Creates redactors of the traffic of a bridge. Names and ids become placeholders, so that a replay still fits together;
 * secrets and addresses are blanked with a value of the same type. A list of requests has one mark for all of them.
 */
export function createRedactors(placeholders: Placeholders): Redactors {
  interfaceRules ??= toRules(trafficVocabulary(), collectRefusalWords());
  readRules ??= toRules(readVocabulary(), collectRefusalWords().union(collectStateWords()));
  return {
    ofInterface: toRedactor(interfaceRules, placeholders),
    ofReads: toRedactor(readRules, placeholders),
  };
}

/**
 * Returns the path of a request to one of `recordedReads` with its query in the order of the keys; undefined for other
 * paths, and for a query with a member that the endpoint does not define or whose value people chose.
 */
export function toRecordedRead(method: string, path: string): string | undefined {
  const [pathname = '', query = ''] = path.split('?', 2);
  const endpoint = recordedReads.find((one) => one.path === pathname && one.method.toUpperCase() === method);
  if (endpoint === undefined) return undefined;
  const members = endpoint.query?.members ?? {};
  const kept = new URLSearchParams(query);
  kept.sort();
  for (const [key, value] of kept)
    if (!Object.hasOwn(members, key) || !readVocabulary().isPublic(key, value)) return undefined;
  return kept.size === 0 ? pathname : `${pathname}?${kept}`;
}

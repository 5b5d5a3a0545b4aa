import { tableOf } from '../field/table-of.ts';
import { isRecord } from '../json/is-record.ts';
import type { Reason, Subject } from './reasons.ts';
import { type RefusalFacts, type RefusalOf, type RefusedInput, refusalTable } from './refusal-table.ts';
import { type RefusalCode, refusals } from './table.ts';
import type { Degrees } from './units.ts';

export type { Degrees, RefusalFacts };

/** The reason why a request of the interface was refused, as data. */
export type Refusal = RefusalOf<RefusalCode>;

/** A value, or the refusal that explains why there is none. */
export type Result<T, R = Refusal> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

const table = refusalTable<RefusalCode>(refusals);

/** Refusals that contain a reason, and refusals that also contain a subject. */
type WithReason = 'without-effect' | 'not-stored' | 'busy-behind' | 'malformed-request' | 'unusable-backup';
type WithSubject = 'not-available' | 'faulty' | 'unusable-word';
/** Refusals whose code fully states the reason. */
export type PlainRefusalCode = Exclude<RefusalCode, WithReason | WithSubject>;

interface About<Facts> {
  readonly path?: readonly string[];
  readonly input?: unknown;
  readonly facts: Facts;
}
interface Refused<Code extends RefusalCode> {
  readonly ok: false;
  readonly refusal: RefusalOf<Code>;
}
interface Refuse {
  <Code extends WithSubject, What extends Subject, Why extends Reason>(
    code: Code,
    about: About<What & Why>,
  ): Refused<Code>;
  <Code extends WithReason, Why extends Reason>(code: Code, about: About<Why>): Refused<Code>;
  <Code extends PlainRefusalCode>(code: Code, about?: Partial<About<RefusalFacts>>): Refused<Code>;
}

/** Creates a refusal of the interface. */
export const refuse: Refuse = table.refuse;

/** Returns the HTTP status of a refusal. */
export const { statusOf } = table;

/** The sentence of each refusal in one language, created from the refused value and its facts. */
export type RefusalSentences = Readonly<Record<RefusalCode, (refused: RefusedInput) => string>>;

/**
 * Returns a function that creates the sentences of refusals in one language and in the reader's units. Each begins with
 * the path of the refused value.
 */
export const refusalText =
  (sentences: RefusalSentences) =>
  ({ code, path, input, facts }: Refusal, degrees: Degrees = '°C'): string => {
    const sentence = sentences[code]({ input, facts: { ...facts, degrees } });
    const place = path.join('.');
    return place === '' ? sentence : `${place}: ${sentence}`;
  };

/** All codes of refusals. */
export const refusalCodes = Object.keys(refusals) as readonly RefusalCode[];

/** Returns the refusal as one sentence in the reader's units, beginning with the path of the refused value. */
export const toSentence = refusalText(
  tableOf<RefusalSentences>(refusalCodes, (code) => refusals[code].sentence),
);

/**
 * The media type of a refusal as data. Clients that create the sentence themselves, in the units of their reader,
 * request it with an `Accept` header. The body is JSON with the refusal and its sentence.
 */
export const refusalType = 'application/vnd.plenum.refusal+json';

/** Returns a refusal as a response body of type `refusalType`. */
export const toRefusalText = (refusal: Refusal): string =>
  JSON.stringify({ ...refusal, sentence: toSentence(refusal) });

/** The maximum length of a refusal that a cloud forwards as data, in characters of JSON. */
export const maxRefusalLength = 4_000;

/**
 * Characters that must not appear in a sentence: line breaks, other controls, and marks that change the direction of
 * the text.
 */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const isWord = (value: unknown): value is string => typeof value === 'string' && !unprintable.test(value);
const isFact = (value: unknown): boolean =>
  typeof value === 'number' || isWord(value) || (Array.isArray(value) && value.every(isWord));
/** False for an object with a member `toString`, which JSON can contain, but which cannot be part of a sentence. */
const isPrintable = (input: unknown): boolean => {
  try {
    return typeof String(input) === 'string';
  } catch {
    return false;
  }
};
/** True for powers of ten. The wire has no other scales, and no other scale determines a number of decimals. */
const isScale = (value: unknown): boolean =>
  value === undefined || value === 1 || value === 10 || value === 100;

/**
 * Reads a refusal that another machine sent as data: `{code, path, input, facts}` and no other members. Undefined if it
 * is too long, if its code or reason is unknown to this release, or if its facts are not enough for a complete
 * sentence.
 */
export function readRefusal(data: unknown): Refusal | undefined {
  if (!isRecord(data) || JSON.stringify(data).length > maxRefusalLength) return undefined;
  const { code, path, input, facts } = data;
  if (typeof code !== 'string' || !Object.hasOwn(refusals, code)) return undefined;
  if (!Array.isArray(path) || !path.every(isWord) || !isRecord(facts) || !isScale(facts.scale))
    return undefined;
  if (!isPrintable(input)) return undefined;
  const known = Object.entries(facts).filter(([name, fact]) => /^[a-z]\w*$/i.test(name) && isFact(fact));
  const refusal = {
    code: code as RefusalCode,
    path: path as readonly string[],
    ...(input !== undefined && { input }),
    facts: Object.fromEntries(known) as RefusalFacts,
  };
  return /undefined|NaN|\[object/.test(toSentence(refusal)) ? undefined : refusal;
}

/**
 * Returns the sentence of a body of type `refusalType` in the reader's units and language. If one of its codes is newer
 * than this release, returns the sentence in the body.
 */
export function readRefusalText(text: string, degrees: Degrees, write = toSentence): string {
  const received = JSON.parse(text) as { readonly sentence: string };
  const refusal = readRefusal(received);
  return refusal === undefined ? received.sentence : write(refusal, degrees);
}

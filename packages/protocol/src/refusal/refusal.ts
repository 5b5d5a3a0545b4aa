import { type RefusalFacts, type RefusalOf, type Refused, refusalTable } from './refusal-table.ts';
import { type RefusalCode, reasons } from './table.ts';
import type { Degrees } from './units.ts';

export type { Degrees, RefusalFacts };

/** Why a request of the interface was refused, as data. */
export type Refusal = RefusalOf<RefusalCode>;

/** A value, or the reason why there is none. */
export type Result<T, R = Refusal> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

const table = refusalTable<RefusalCode>(reasons);

/** Makes a refusal of the interface. */
export const { refuse } = table;

/** The HTTP status that answers a refusal. */
export const { statusOf } = table;

/** What a language says of each refusal, from the refused value and the facts about it. */
export type RefusalSentences = Readonly<Record<RefusalCode, (refused: Refused) => string>>;

/** Makes the sentences of refusals in a language, in the reader's units, each led by the path of the value it is about. */
export const refusalText =
  (sentences: RefusalSentences) =>
  ({ code, path, input, facts }: Refusal, degrees: Degrees = '°C'): string => {
    const sentence = sentences[code]({ input, facts: { ...facts, degrees } });
    const place = path.join('.');
    return place === '' ? sentence : `${place}: ${sentence}`;
  };

/** All codes of refusals. */
export const refusalCodes = Object.keys(reasons) as readonly RefusalCode[];

/** The refusal as one sentence in the reader's units, led by the path of the value it is about. */
export const toSentence = refusalText(
  Object.fromEntries(refusalCodes.map((code) => [code, reasons[code].sentence])) as RefusalSentences,
);

/**
 * The media type of a refusal as data, requested by an `Accept` header: for clients that make the sentence in the units
 * of their own reader. The body is the refusal with its sentence beside it, as JSON.
 */
export const refusalType = 'application/vnd.plenum.refusal+json';

/** A refusal as the body of an answer of `refusalType`. */
export const toRefusalText = (refusal: Refusal): string =>
  JSON.stringify({ ...refusal, sentence: toSentence(refusal) });

/** The sentence of a body of `refusalType` in the reader's units and language; its own where its code is newer than this table. */
export const readRefusalText = (text: string, degrees: Degrees, write = toSentence): string => {
  const received = JSON.parse(text) as Refusal & { readonly sentence: string };
  return Object.hasOwn(reasons, received.code) ? write(received, degrees) : received.sentence;
};

import { type RefusalCode, refusals } from './table.ts';
import type { Degrees, RefusalFacts } from './units.ts';

export type { Degrees, RefusalFacts };

/**
 * Why a request was refused, as data. `path` leads to the refused value in the body, `input` is that value,
 * `facts` are what the sentence says beside it.
 */
export interface Refusal {
  readonly code: RefusalCode;
  readonly path: readonly string[];
  readonly input?: unknown;
  readonly facts: RefusalFacts;
}

/** A value, or the reason why there is none. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** Makes a refusal. */
export const refuse = (
  code: RefusalCode,
  about: { path?: readonly string[]; input?: unknown; facts?: RefusalFacts } = {},
): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal: { code, path: about.path ?? [], input: about.input, facts: about.facts ?? {} },
});

/** The HTTP status a door answers a refusal with. */
export const statusOf = (refusal: Refusal): number => refusals[refusal.code].status;

/** The refusal as one sentence in the reader's units, led by the place it is about. */
export const toSentence = (refusal: Refusal, degrees: Degrees = '°C'): string => {
  const { input, facts } = refusal;
  const sentence = refusals[refusal.code].say({ input, facts: { ...facts, degrees } });
  const place = refusal.path.join('.');
  return place === '' ? sentence : `${place}: ${sentence}`;
};

/**
 * The media type under which a refusal is asked for as data, in an `Accept` header: for who makes the sentence in the
 * units of their own reader. The body is the refusal with its sentence beside it, as JSON.
 */
export const refusalType = 'application/vnd.plenum.refusal+json';

/** A refusal as the body of an answer of `refusalType`. */
export const toRefusalText = (refusal: Refusal): string =>
  JSON.stringify({ ...refusal, sentence: toSentence(refusal) });

/** The sentence of a body of `refusalType` in the reader's units; its own where its code is newer than this table. */
export const readRefusalText = (text: string, degrees: Degrees): string => {
  const said = JSON.parse(text) as Refusal & { readonly sentence: string };
  return Object.hasOwn(refusals, said.code) ? toSentence(said, degrees) : said.sentence;
};

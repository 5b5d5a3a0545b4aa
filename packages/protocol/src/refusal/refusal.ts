import { type RefusalCode, refusals } from './table.ts';
import type { RefusalFacts } from './units.ts';

export type { RefusalFacts };

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
export const toSentence = (refusal: Refusal): string => {
  const sentence = refusals[refusal.code].say(refusal);
  const place = refusal.path.join('.');
  return place === '' ? sentence : `${place}: ${sentence}`;
};

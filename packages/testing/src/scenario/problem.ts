import { type Result, refuse } from '@plenum/protocol/refusal';

/** Refuses a word of a scenario file: `"ZoneWindow" cannot be a fault: write it under "override".` */
export const cannotBe = (input: unknown, what: string, why: string): Result<never> =>
  refuse('unusable-word', { input, facts: { what: 'named', name: what, reason: 'told', told: why } });

/** Lets the path of a refusal begin at the enclosing value. */
export const within = <T>(path: readonly string[], result: Result<T>): Result<T> =>
  result.ok ? result : { ok: false, refusal: { ...result.refusal, path: [...path, ...result.refusal.path] } };

import type { Refused } from '@plenum/protocol/console';

/** What an account does: a value, or a refusal. */
export type Result<Value> = { readonly ok: true; readonly value: Value } | Refused;

export const done = <Value>(value: Value): Result<Value> => ({ ok: true, value });

import type { Refused } from '@plenum/protocol/console';

/** The result of an action on an account: a value or a refusal. */
export type Result<Value> = { readonly ok: true; readonly value: Value } | Refused;

export const done = <Value>(value: Value): Result<Value> => ({ ok: true, value });

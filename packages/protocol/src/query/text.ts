import type { Dialect } from '../dialect/dialect.ts';
import { toWireText } from '../dialect/wire.ts';

/** JSON text. */
export type Json = string;

const whole = {};
const memos = new WeakMap<Dialect, WeakMap<object, WeakMap<object, Json>>>();

const memoOf = (dialect: Dialect, form: object): WeakMap<object, Json> => {
  let forms = memos.get(dialect);
  if (forms === undefined) {
    forms = new WeakMap();
    memos.set(dialect, forms);
  }
  let memo = forms.get(form);
  if (memo === undefined) {
    memo = new WeakMap();
    forms.set(form, memo);
  }
  return memo;
};

/**
 * Returns the text that `make` returns for a datagram. The text is generated once per dialect and form and cached as
 * long as the datagram is the same object. `form` is any object that identifies the format.
 */
export function memoizeText<D extends object>(
  dialect: Dialect,
  form: object,
  datagram: D,
  make: (datagram: D) => Json,
): Json {
  const memo = memoOf(dialect, form);
  const known = memo.get(datagram);
  if (known !== undefined) return known;
  const made = make(datagram);
  memo.set(datagram, made);
  return made;
}

const pick = (datagram: object, fields: readonly string[]): object =>
  Object.fromEntries(fields.map((field) => [field, (datagram as Record<string, unknown>)[field]]));

/** Returns a datagram, or some of its fields, as JSON text in the dialect. The text is cached. */
export const toText = (dialect: Dialect, datagram: object, fields?: readonly string[]): Json =>
  fields === undefined
    ? memoizeText(dialect, whole, datagram, (all) => toWireText(dialect, all))
    : memoizeText(dialect, fields, datagram, (all) => toWireText(dialect, pick(all, fields)));

import type { Dialect } from './dialect.ts';
import { fromWord, toWord } from './word.ts';

const isSame = (dialect: Dialect): boolean => {
  for (const _ in dialect.keys) return false;
  return true;
};

type Rename = (key: string) => string;

/** Puts a member without touching the prototype where the key is `__proto__`. */
const put = (into: object, key: string, value: unknown) => {
  if (key === '__proto__')
    Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true });
  else (into as Record<string, unknown>)[key] = value;
};

const renameKeys = (value: unknown, rename: Rename): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  const renamed = {};
  for (const key of Object.keys(value)) {
    const word = rename(key);
    // A body that has both spellings keeps both, so that the check can refuse the one it does not know.
    const isTaken = word !== key && Object.hasOwn(value, word);
    put(renamed, isTaken ? key : word, renameKeys((value as Record<string, unknown>)[key], rename));
  }
  return renamed;
};

/**
 * A JSON value with neutral keys as the dialect spells them, at any depth; values stay as they are. Returns the
 * same object where the dialect renames nothing.
 */
export const toWire = (dialect: Dialect, value: unknown): unknown =>
  isSame(dialect) ? value : renameKeys(value, (key) => toWord(dialect, 'keys', key));

/** A JSON value from the wire with neutral keys; keys that are neutral already stay as they are. */
export const fromWire = (dialect: Dialect, value: unknown): unknown =>
  isSame(dialect) ? value : renameKeys(value, (key) => fromWord(dialect, 'keys', key));

/** JSON text of a value with neutral keys, as the dialect spells it. */
export const toWireText = (dialect: Dialect, value: unknown): string =>
  JSON.stringify(toWire(dialect, value));

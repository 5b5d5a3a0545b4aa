import type { Dialect } from './dialect.ts';
import { fromWord, toWord } from './word.ts';

const isSame = (dialect: Dialect): boolean => {
  for (const _ in dialect.keys) return false;
  return true;
};

type Rename = (key: string) => string;

/** Sets a member without touching the prototype if the key is `__proto__`. */
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
    // A body with both spellings keeps both, so that the check can refuse the wrong one.
    const isTaken = word !== key && Object.hasOwn(value, word);
    put(renamed, isTaken ? key : word, renameKeys((value as Record<string, unknown>)[key], rename));
  }
  return renamed;
};

/**
 * Spells the neutral keys of a JSON value in the dialect, at any depth. Values stay the same. Returns the same object
 * if no key is renamed.
 */
export const toWire = (dialect: Dialect, value: unknown): unknown =>
  isSame(dialect) ? value : renameKeys(value, (key) => toWord(dialect, 'keys', key));

/** Replaces the dialect's keys in a JSON value from the wire with neutral ones. Keys that are already neutral stay. */
export const fromWire = (dialect: Dialect, value: unknown): unknown =>
  isSame(dialect) ? value : renameKeys(value, (key) => fromWord(dialect, 'keys', key));

/** Returns the JSON text of a value with neutral keys, spelled in the dialect. */
export const toWireText = (dialect: Dialect, value: unknown): string =>
  JSON.stringify(toWire(dialect, value));

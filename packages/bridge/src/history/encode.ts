/** Stored in place of a missing value. */
const missing = -0x8000_0000;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Packs values as 32-bit little-endian integers. */
export function packSamples(values: readonly (number | undefined)[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = viewOf(bytes);
  for (let index = 0; index < values.length; index++)
    view.setInt32(index * 4, values[index] ?? missing, true);
  return bytes;
}

/** Returns the value at a position, or null if it is missing. */
export function sampleAt(bytes: Uint8Array, index: number): number | null {
  // Creating a view of the bytes for each value would take longer than the rest of a history request.
  const at = index * 4;
  const value = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  return value === missing ? null : value;
}

/**
 * The values of a series during a block: mean (of a state: the last value), minimum and maximum, and the number of
 * seconds for which it is known.
 */
export interface Summary {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly seconds: number;
}

const summaryBytes = 14;

/** Packs summaries as three 32-bit integers and one of 16 bits each; a missing one has zero seconds. */
export function packBlock(summaries: readonly Summary[]): Uint8Array {
  const bytes = new Uint8Array(summaries.length * summaryBytes);
  const view = viewOf(bytes);
  for (const [index, { value, min, max, seconds }] of summaries.entries()) {
    const start = index * summaryBytes;
    view.setInt32(start, Math.round(value), true);
    view.setInt32(start + 4, min, true);
    view.setInt32(start + 8, max, true);
    view.setUint16(start + 12, Math.round(seconds), true);
  }
  return bytes;
}

/** Returns the summary at a position, or undefined if it is missing. */
export function summaryAt(bytes: Uint8Array, index: number): Summary | undefined {
  const view = viewOf(bytes);
  const start = index * summaryBytes;
  const seconds = view.getUint16(start + 12, true);
  if (seconds === 0) return undefined;
  return {
    value: view.getInt32(start, true),
    min: view.getInt32(start + 4, true),
    max: view.getInt32(start + 8, true),
    seconds,
  };
}

/** A counter: the energy in joules, and the seconds for which it is known. */
export interface Total {
  readonly joules: number;
  readonly seconds: number;
}

export const nothingCounted: Total = { joules: 0, seconds: 0 };

/** Packs counters as pairs of 64-bit floating-point numbers, which represent whole joules exactly up to 2^53. */
export function packTotals(totals: Iterable<Total>): Uint8Array {
  const all = [...totals];
  const bytes = new Uint8Array(all.length * 16);
  const view = viewOf(bytes);
  for (const [index, { joules, seconds }] of all.entries()) {
    view.setFloat64(index * 16, joules, true);
    view.setFloat64(index * 16 + 8, seconds, true);
  }
  return bytes;
}

/** Returns the counters of a row, in order. */
export function readTotals(bytes: Uint8Array): Total[] {
  const view = viewOf(bytes);
  const totals: Total[] = [];
  for (let at = 0; at < bytes.length; at += 16)
    totals.push({ joules: view.getFloat64(at, true), seconds: view.getFloat64(at + 8, true) });
  return totals;
}

/** Stands for a number that was not there. */
const none = -0x8000_0000;

/** Numbers as 32-bit little-endian integers. */
export const packSamples = (values: readonly (number | undefined)[]): Uint8Array => {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (let place = 0; place < values.length; place++) view.setInt32(place * 4, values[place] ?? none, true);
  return bytes;
};

/** The number at a place, null where there is none. */
export const sampleAt = (bytes: Uint8Array, place: number): number | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = view.getInt32(place * 4, true);
  return value === none ? null : value;
};

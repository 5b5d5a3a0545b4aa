import { hash, randomBytes, randomUUID } from 'node:crypto';

/** A source of randomness. Tests pass in a predictable one. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number;
  bytes(count: number): Buffer;
  uuid(): string;
}

export const systemRandom: Random = {
  fraction: Math.random,
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};

/** Creates a source whose fractions are the same at each start, so that a test can state when a retry is due. */
export function createRepeatableRandom(): Random {
  let count = 0;
  return {
    ...systemRandom,
    fraction: () => hash('sha256', `${count++}`, 'buffer').readUInt32BE() / 2 ** 32,
  };
}

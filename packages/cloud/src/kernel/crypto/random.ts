import { randomBytes, randomUUID } from 'node:crypto';

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

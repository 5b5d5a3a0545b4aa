import { randomBytes, randomUUID } from 'node:crypto';

/** The source of randomness; tests pass in one they choose. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  fraction(): number;
  bytes(count: number): Buffer;
  uuid(): string;
}

export const systemRandom: Random = {
  fraction: Math.random,
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};

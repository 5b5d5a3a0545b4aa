import { randomBytes, randomUUID } from 'node:crypto';

/** The randomness events need; tests pass in one they choose. */
export interface Chance {
  /** A number from 0 up to but not including 1. */
  fraction(): number;
  bytes(count: number): Buffer;
  uuid(): string;
}

export const realChance: Chance = {
  fraction: Math.random,
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};

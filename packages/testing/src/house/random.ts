import { hash } from 'node:crypto';

/** Returns a function that returns numbers 0 <= n < 1; the same seed gives the same ones. */
export function createRandom(seed: number): () => number {
  let count = 0;
  return () => hash('sha256', `${seed} ${count++}`, 'buffer').readUInt32BE() / 2 ** 32;
}

import { refuse } from '@plenum/protocol/refusal';
import type { Refused } from '../rule.ts';

/** Refuses an index that is not installed; `path` leads to it in the command, `installed` are those there are. */
export const refuseMissing = (
  noun: string,
  path: readonly string[],
  index: number,
  installed: readonly number[],
): Refused =>
  refuse('not-installed', {
    path,
    input: index,
    facts: { noun, index, count: installed.length, installed: installed.join(', ') },
  });

import type { Clock } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';

/**
 * The latest replies of bridges, cached for a short time so that several pages of one account cost only one read if
 * they request the same data.
 */
interface KeptAnswers<Answer> {
  /**
   * Returns the reply cached or pending for an account and key, or else the result of `read`, which is cached if
   * `isKept` returns true for it.
   */
  get(accountId: string, key: string, read: () => Promise<Answer>): Promise<Answer>;
  /** Drops all replies of an account whose key starts with `beginning`. */
  drop(accountId: string, beginning: string): void;
  /** Number of cached replies. */
  size(): number;
}

interface Kept<Answer> {
  readonly at: number;
  readonly answer: Promise<Answer>;
}

/** Limit for all accounts together. Each reply fits in one frame. */
const maxKept = 256;

export function createKeptAnswers<Answer>(
  { now }: Pick<Clock, 'now'>,
  isKept: (answer: Answer) => boolean,
): KeptAnswers<Answer> {
  /** In request order. */
  const kept = new Map<string, Kept<Answer>>();
  const nameOf = (accountId: string, key: string) => `${accountId} ${key}`;
  /**
   * A reply from the future also counts as old. Otherwise, after the clock was set back, the reply would stay cached
   * until that time.
   */
  const isOld = ({ at }: Kept<Answer>): boolean => now() < at || now() - at >= limits.keptReads.time;

  const dropOld = (accountId: string) => {
    const names = [...kept.keys()];
    const own = names.filter((name) => name.startsWith(`${accountId} `));
    for (const name of own.slice(0, Math.max(0, own.length - limits.keptReads.most + 1))) kept.delete(name);
    for (const name of names) {
      const answer = kept.get(name);
      if (answer !== undefined && !isOld(answer) && kept.size < maxKept) break;
      kept.delete(name);
    }
  };

  return {
    get: async (accountId, key, read) => {
      const name = nameOf(accountId, key);
      const known = kept.get(name);
      if (known !== undefined && !isOld(known)) return known.answer;
      kept.delete(name);
      dropOld(accountId);
      const made: Kept<Answer> = { at: now(), answer: read() };
      kept.set(name, made);
      const drop = () => {
        if (kept.get(name) === made) kept.delete(name);
      };
      try {
        const answer = await made.answer;
        if (!isKept(answer)) drop();
        return answer;
      } catch (error) {
        drop();
        throw error;
      }
    },
    drop: (accountId, beginning) => {
      for (const name of kept.keys()) if (name.startsWith(nameOf(accountId, beginning))) kept.delete(name);
    },
    size: () => kept.size,
  };
}

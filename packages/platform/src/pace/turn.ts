/** The values that determine the next turn. Times and durations are in ms. */
interface TurnFacts {
  readonly now: number;
  /** The time of the last turn that was given. */
  readonly last: number;
  readonly notBefore: number;
  /** Time between two turns. */
  readonly pause: number;
  /** The longest wait for a turn. It is exceeded only if turns that are `leastPause` apart do not fit into it. */
  readonly maxWait: number;
  readonly leastPause?: number;
}

/** Returns the time of the next turn, after all turns that were given before. */
export const nextTurn = ({ now, last, notBefore, pause, maxWait, leastPause = 0 }: TurnFacts): number =>
  Math.min(Math.max(notBefore, last + pause), Math.max(now + maxWait, last + leastPause));

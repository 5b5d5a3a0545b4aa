/** The facts that determine the next turn. Instants and durations are in ms. */
export interface TurnFacts {
  readonly now: number;
  /** The last turn that was promised. */
  readonly last: number;
  readonly notBefore: number;
  /** Time between two turns. */
  readonly pause: number;
  /** The longest wait for a turn, unless there are so many that they are `leastPause` apart until then. */
  readonly maxWait: number;
  readonly leastPause?: number;
}

/** Returns the instant of the next turn, after all turns that were promised before. */
export const nextTurn = ({ now, last, notBefore, pause, maxWait, leastPause = 0 }: TurnFacts): number =>
  Math.min(Math.max(notBefore, last + pause), Math.max(now + maxWait, last + leastPause));

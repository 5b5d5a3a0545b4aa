/** The latest act of each part of the bridge that commands the house on its own, so that none is taken for a person's. */
export interface OwnActs {
  note(part: string, at: number): void;
  /** Returns the time of the latest act of the other parts. */
  lastOfOthers(part: string): number | undefined;
}

export function createOwnActs(): OwnActs {
  const acts = new Map<string, number>();
  return {
    note: (part, at) => void acts.set(part, at),
    lastOfOthers: (part) => {
      const others = [...acts].filter(([name]) => name !== part).map(([, at]) => at);
      return others.length === 0 ? undefined : Math.max(...others);
    },
  };
}

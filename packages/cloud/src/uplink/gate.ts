/** Lets so many through at a time; the others wait in the order they came. */
export interface Gate {
  /** Resolves when it is one's turn, with what lets the next one in; calling that twice does nothing. */
  enter(): Promise<() => void>;
}

export const createGate = (most: number): Gate => {
  const queue: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    const next = queue.shift();
    if (next === undefined) inside--;
    else next();
  };
  return {
    enter: async () => {
      if (inside < most) inside++;
      else await new Promise<void>((resolve) => void queue.push(resolve));
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        leave();
      };
    },
  };
};

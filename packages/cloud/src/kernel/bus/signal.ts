/** Wakes one who waits; rung while nobody waits, it wakes the next wait at once. However often it is rung, it is one. */
export interface Signal {
  notify(): void;
  wait(): Promise<void>;
}

export const createSignal = (): Signal => {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    notify: () => {
      isRung = true;
      wake?.();
    },
    wait: async () => {
      if (!isRung)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      wake = undefined;
      isRung = false;
    },
  };
};

/** Wakes one who waits; rung while nobody waits, it wakes the next wait at once. However often it is rung, it is one. */
export interface Alarm {
  ring(): void;
  wait(): Promise<void>;
}

export const createAlarm = (): Alarm => {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
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

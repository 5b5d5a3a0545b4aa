/** Wakes one waiter. A notification without a waiter ends the next wait immediately, and several count as one. */
interface Signal {
  notify(): void;
  wait(): Promise<void>;
}

export function createSignal(): Signal {
  let isNotified = false;
  let wake: (() => void) | undefined;
  return {
    notify: () => {
      isNotified = true;
      wake?.();
    },
    wait: async () => {
      if (!isNotified)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      wake = undefined;
      isNotified = false;
    },
  };
}

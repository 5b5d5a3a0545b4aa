import { useEffect, useState } from 'react';

/** A time (ms UTC) that was known at `receivedAt` by the clock of the browser, and its speed since then. */
export interface RunningTime {
  readonly at: number;
  readonly receivedAt: number;
  readonly pace: number;
}

/** Returns the current value of a running time, which is computed again every `every` ms. */
export function useRunningTime({ at, receivedAt, pace }: RunningTime, every: number): number {
  const [browserNow, setBrowserNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setBrowserNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return at + Math.max(0, browserNow - receivedAt) * pace;
}

import { setImmediate, setTimeout } from 'node:timers';

/**
 * Turns of the houses of this process with work that holds everything else up: one house has a turn at a time, so that
 * many of them delay other work no longer than one does.
 */
export interface Turns {
  /** The time that work which can be divided should take in a turn, in ms. */
  readonly slice: number;
  /** Runs work in the next free turn. With `isFirst`, it goes before all work without, because somebody waits for it. */
  run<Value>(work: () => Value, options?: { readonly isFirst?: boolean }): Promise<Value>;
}

export interface TurnsOptions {
  readonly slice: number;
  /** The share of the time that turns may take, up to 1. */
  readonly share: number;
}

export function createTurns({ slice, share }: TurnsOptions): Turns {
  const waiting: { readonly next: (() => void)[]; readonly first: (() => void)[] } = { next: [], first: [] };
  let isBusy = false;
  const takeTurn = () => {
    const work = waiting.first.shift() ?? waiting.next.shift();
    isBusy = work !== undefined;
    if (work === undefined) return;
    const begun = performance.now();
    work();
    const pause = (performance.now() - begun) * (1 / share - 1);
    if (pause < 1) setImmediate(takeTurn);
    else setTimeout(takeTurn, pause);
  };
  return {
    slice,
    run: (work, { isFirst = false } = {}) =>
      new Promise((resolve, reject) => {
        waiting[isFirst ? 'first' : 'next'].push(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        });
        if (isBusy) return;
        isBusy = true;
        setImmediate(takeTurn);
      }),
  };
}

/** Turns of houses whose process does little else. */
export const wholeTurns = createTurns({ slice: 10, share: 1 });

let hosted: Turns | undefined;

/** Returns the turns of all houses in the process of a host, which leave time for its requests between them. */
export function hostedTurns(options: TurnsOptions): Turns {
  hosted ??= createTurns(options);
  return hosted;
}

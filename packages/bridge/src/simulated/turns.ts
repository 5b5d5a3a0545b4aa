import { setImmediate, setTimeout } from 'node:timers';

/**
 * Turns of the houses of this process with work that holds everything else up: one house has a turn at a time, so that
 * many of them delay other work no longer than one does.
 */
export interface Turns {
  /** The time that work which can be divided should take in a turn, in ms. */
  readonly slice: number;
  /**
   * Runs work in the next free turn of the account. With `isFirst`, it goes before other work of the account, because
   * somebody waits for it.
   */
  run<Value>(work: () => Value, options?: { readonly isFirst?: boolean }): Promise<Value>;
}

export interface TurnsOptions {
  readonly slice: number;
  /** The share of the time that turns may take, up to 1. */
  readonly share: number;
}

/** The turns of a house in the process of a host. */
export interface HostedTurns extends TurnsOptions {
  /** The account that steps the house, such as that of its developer. */
  readonly account: string;
}

/** Work that waits for a turn: each first, before the others of the same account. */
interface Waiting {
  readonly first: (() => void)[];
  readonly next: (() => void)[];
}

/**
 * Creates turns that accounts share: each account in turn has one, however much of its work is waiting. Returns a function
 * that returns the turns of an account.
 */
export function createTurns({ slice, share }: TurnsOptions): (account: string) => Turns {
  // An account whose work was done last is at the end.
  const waiting = new Map<string, Waiting>();
  let isBusy = false;
  const nextWork = (): (() => void) | undefined => {
    const [account, work] = waiting.entries().next().value ?? [];
    if (account === undefined || work === undefined) return undefined;
    const found = work.first.shift() ?? work.next.shift();
    waiting.delete(account);
    if (work.first.length + work.next.length > 0) waiting.set(account, work);
    return found;
  };
  const takeTurn = () => {
    const work = nextWork();
    isBusy = work !== undefined;
    if (work === undefined) return;
    const begun = performance.now();
    work();
    const pause = (performance.now() - begun) * (1 / share - 1);
    if (pause < 1) setImmediate(takeTurn);
    else setTimeout(takeTurn, pause);
  };
  return (account) => ({
    slice,
    run: (work, { isFirst = false } = {}) =>
      new Promise((resolve, reject) => {
        const own = waiting.get(account) ?? { first: [], next: [] };
        waiting.set(account, own);
        own[isFirst ? 'first' : 'next'].push(() => {
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
  });
}

/** Turns of the houses of a process that has little other work. */
export const wholeTurns = createTurns({ slice: 10, share: 1 })('');

let hosted: ((account: string) => Turns) | undefined;

/**
 * Returns the turns of the houses of an account in the process of a host, which leave time for its requests between them.
 */
export function hostedTurns({ account, ...options }: HostedTurns): Turns {
  hosted ??= createTurns(options);
  return hosted(account);
}

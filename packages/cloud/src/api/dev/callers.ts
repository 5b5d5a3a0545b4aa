import type { Clock } from '@plenum/machine';
import type { Caller, Tokens } from './shape.ts';

/**
 * How long a token that was looked up is taken to be valid, ms: that long after a revocation on another node it is still
 * taken here. A revocation on this node is heard of at once.
 */
export const rememberedFor = 3_000;

const maxRemembered = 20_000;

/** Tokens and the callers they stand for, remembered for a moment. */
export interface Callers extends Disposable {
  /** The caller a token stands for; undefined where it stands for none. */
  identify(token: string): Promise<Caller | undefined>;
  /** Whether a token is remembered as valid. */
  isRemembered(token: string): boolean;
  /** Calls a listener when a token may have been revoked. Returns an unsubscribe function. */
  onForgotten(listen: () => void): () => void;
}

export const createCallers = (tokens: Tokens, clock: Clock): Callers => {
  const remembered = new Map<
    string,
    { readonly caller: Caller; readonly from: number; readonly until: number }
  >();
  const listeners = new Set<() => void>();
  /** Counts revocations: what was looked up before one is not remembered after it. */
  let revocations = 0;

  const forget = () => {
    revocations++;
    remembered.clear();
    for (const listen of [...listeners]) listen();
  };
  const endListening = tokens.onRevoked(forget);

  const remember = (token: string, caller: Caller) => {
    const from = clock.now();
    const until = Math.min(from + rememberedFor, caller.expiresAt);
    remembered.delete(token);
    remembered.set(token, { caller, from, until });
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value!);
  };

  const recall = (token: string): Caller | undefined => {
    const known = remembered.get(token);
    const now = clock.now();
    // Not before it was looked up: a clock that is set back would keep it for as long as it was.
    return known !== undefined && known.from <= now && now < known.until ? known.caller : undefined;
  };

  return {
    isRemembered: (token) => recall(token) !== undefined,
    identify: async (token) => {
      const known = recall(token);
      if (known !== undefined) return known;
      remembered.delete(token);
      const before = revocations;
      const caller = await tokens.identify(token);
      if (caller !== undefined && before === revocations) remember(token, caller);
      return caller;
    },
    onForgotten: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    [Symbol.dispose]: endListening,
  };
};

import type { Clock } from '@plenum/machine';
import type { Caller, Tokens } from './shape.ts';

/**
 * How long a verified token is cached, ms: for that long after a revocation on another node it is still accepted here.
 * A revocation on this node takes effect at once.
 */
export const cacheTime = 3_000;

const maxCached = 20_000;

/** Caches the callers of access tokens for a short time. */
export interface TokenCache extends Disposable {
  /** The caller of a token; undefined where it is not valid. */
  identify(token: string): Promise<Caller | undefined>;
  /** Whether a token is cached as valid. */
  isCached(token: string): boolean;
  /** Calls `listen` when tokens may have been revoked. Returns a function that unsubscribes. */
  onRevocation(listen: () => void): () => void;
}

export const createTokenCache = (tokens: Tokens, clock: Clock): TokenCache => {
  const cached = new Map<
    string,
    { readonly caller: Caller; readonly from: number; readonly until: number }
  >();
  const listeners = new Set<() => void>();
  /** Counts revocations: a lookup that began before one is not cached after it. */
  let revocations = 0;

  const clear = () => {
    revocations++;
    cached.clear();
    for (const listen of [...listeners]) listen();
  };
  const endListening = tokens.onRevoked(clear);

  const store = (token: string, caller: Caller) => {
    const from = clock.now();
    const until = Math.min(from + cacheTime, caller.expiresAt);
    cached.delete(token);
    cached.set(token, { caller, from, until });
    if (cached.size > maxCached) cached.delete(cached.keys().next().value!);
  };

  const find = (token: string): Caller | undefined => {
    const entry = cached.get(token);
    const now = clock.now();
    // Not before the lookup: a clock that is set back would extend the cache time.
    return entry !== undefined && entry.from <= now && now < entry.until ? entry.caller : undefined;
  };

  return {
    isCached: (token) => find(token) !== undefined,
    identify: async (token) => {
      const entry = find(token);
      if (entry !== undefined) return entry;
      cached.delete(token);
      const before = revocations;
      const caller = await tokens.identify(token);
      if (caller !== undefined && before === revocations) store(token, caller);
      return caller;
    },
    onRevocation: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    [Symbol.dispose]: endListening,
  };
};

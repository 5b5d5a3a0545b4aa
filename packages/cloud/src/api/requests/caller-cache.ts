import type { Clock } from '@plenum/platform';
import type { Caller, Tokens } from './shape.ts';

/**
 * Time for which a verified token is cached, in ms. During that time this node still accepts a token that was revoked
 * on another one. A revocation on this node takes effect immediately.
 */
export const cacheTime = 3_000;

/**
 * Maximum number of tokens that are remembered as valid: in total, and per account, so that no account displaces the
 * tokens of others.
 */
export const maxRemembered = { all: 50_000, ofAccount: 200 } as const;

/** Caches the callers of access tokens for a short time, and remembers for longer which tokens have been valid. */
interface CallerCache extends Disposable {
  /**
   * Returns the caller of a token, or `undefined` if the token is not valid. Concurrent requests with one token share a
   * lookup.
   */
  identify(token: string): Promise<Caller | undefined>;
  /** True if a token was valid when it was last verified. It may have been revoked since. */
  isRemembered(token: string): boolean;
  /** Calls `listen` when tokens may have been revoked. Returns a function that unsubscribes. */
  onRevocation(listen: () => void): () => void;
}

/** A token that was valid at `from`, and the number of revocations known before that. */
interface Verified {
  readonly caller: Caller;
  readonly from: number;
  readonly revocations: number;
}

/** Remembers tokens that were valid, in order of their last verification. The oldest make room for new ones. */
const createMemory = () => {
  const verified = new Map<string, Verified>();
  const tokensOf = new Map<string, Set<string>>();

  const forget = (token: string) => {
    const { accountId } = verified.get(token)?.caller ?? {};
    if (accountId === undefined) return;
    verified.delete(token);
    const tokens = tokensOf.get(accountId)!;
    tokens.delete(token);
    if (tokens.size === 0) tokensOf.delete(accountId);
  };

  const oldest = (tokens: Iterable<string>): string => tokens[Symbol.iterator]().next().value!;

  return {
    get: (token: string) => verified.get(token),
    forget,
    add: (token: string, entry: Verified) => {
      forget(token);
      const tokens = tokensOf.get(entry.caller.accountId) ?? new Set();
      if (tokens.size >= maxRemembered.ofAccount) forget(oldest(tokens));
      if (verified.size >= maxRemembered.all) forget(oldest(verified.keys()));
      tokensOf.set(entry.caller.accountId, tokens.add(token));
      verified.set(token, entry);
    },
  };
};

export function createCallerCache(tokens: Tokens, clock: Clock): CallerCache {
  const memory = createMemory();
  const lookups = new Map<string, Promise<Caller | undefined>>();
  const listeners = new Set<() => void>();
  /** Number of revocations. The result of a lookup that began before a revocation is not used after it. */
  let revocations = 0;

  const endListening = tokens.onRevoked(() => {
    revocations++;
    lookups.clear();
    for (const listen of [...listeners]) listen();
  });

  const findCached = (token: string): Caller | undefined => {
    const entry = memory.get(token);
    if (entry === undefined || entry.revocations !== revocations) return undefined;
    const now = clock.now();
    const until = Math.min(entry.from + cacheTime, entry.caller.expiresAt);
    // `now` must not be before the lookup, because a clock that is set back would extend the cache time.
    return entry.from <= now && now < until ? entry.caller : undefined;
  };

  const lookUp = async (token: string): Promise<Caller | undefined> => {
    const before = revocations;
    const caller = await tokens.identify(token);
    if (caller === undefined) memory.forget(token);
    else memory.add(token, { caller, from: clock.now(), revocations: before });
    return caller;
  };

  return {
    isRemembered: (token) => {
      const entry = memory.get(token);
      return entry !== undefined && clock.now() < entry.caller.expiresAt;
    },
    identify: async (token) => {
      const cached = findCached(token);
      if (cached !== undefined) return cached;
      const shared = lookups.get(token) ?? lookUp(token);
      lookups.set(token, shared);
      try {
        return await shared;
      } finally {
        if (lookups.get(token) === shared) lookups.delete(token);
      }
    },
    onRevocation: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    [Symbol.dispose]: endListening,
  };
}

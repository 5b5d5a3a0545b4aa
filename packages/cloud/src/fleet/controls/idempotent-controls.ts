import { type Clock, machineOf } from '@plenum/platform';
import type { Result } from '@plenum/protocol/refusal';
import { createBatch, inTurn } from '../../kernel/database/batch.ts';
import { startRoutine } from '../../kernel/database/routine.ts';
import type { Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';
import type { Failure } from './failure.ts';
import {
  type ControlKey,
  claimControl,
  readControl,
  releaseControl,
  type StoredControl,
  storeResult,
} from './idempotency-store.ts';
import { idUsed, nobodyWaits, resultUnknown } from './reply-result.ts';
import type { SentControl } from './send-control.ts';

/** A control, and the time its bridge has to reply, ms. */
interface IdempotentControl extends Pick<StoredControl, 'key' | 'hash'> {
  readonly within: number;
}

type Send = (signal: AbortSignal) => Promise<SentControl>;

/**
 * Executes a control once, even if it arrives several times or at several nodes, and returns the same result each time.
 */
interface IdempotentControls extends AsyncDisposable {
  /**
   * `signal` is aborted when the caller hangs up. The signal given to `send` is aborted when all callers have hung up.
   */
  once(of: IdempotentControl, send: Send, signal?: AbortSignal): Promise<Result<undefined, Failure>>;
}

/** Interval between checks for the result of a control that another node executes, ms. */
const pollInterval = 100;
/** Time after a control's deadline during which its reply may still arrive, ms. */
const grace = 1_000;
const minute = 60_000;

const nameOf = ({ accountId, clientId, requestId }: ControlKey) => `${accountId} ${clientId} ${requestId}`;

/** A control that this node is executing or waiting for. */
interface Running {
  readonly hash: string;
  readonly callers: Callers;
  readonly result: Promise<Result<undefined, Failure>>;
}

/** The callers waiting for one control. */
interface Callers {
  /**
   * Adds a caller. Returns a function to call once the caller is answered, so that a later hang-up no longer counts.
   */
  add(signal: AbortSignal | undefined): () => void;
  /** Aborted when all callers have hung up. */
  readonly allGone: AbortSignal;
}

const createCallers = (): Callers => {
  const gone = new AbortController();
  let waiting = 0;
  const leave = () => {
    waiting--;
    if (waiting === 0) gone.abort();
  };
  return {
    add: (signal) => {
      waiting++;
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      return () => signal?.removeEventListener('abort', leave);
    },
    allGone: gone.signal,
  };
};

/** Waits for the result of a control that an earlier request sent. Resolves to `undefined` if its id was released. */
const awaitResult = async (
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  { key, hash, within }: IdempotentControl,
): Promise<Result<undefined, Failure> | undefined> => {
  // The executing node's clock may differ, so this node also limits the wait by its own clock.
  const { now, after } = machineOf(clock);
  const waitUntil = now() + within + grace;
  for (;;) {
    const known = await readControl(store.db, key);
    if (known === undefined) return undefined;
    if (known.hash !== hash) return idUsed;
    if (known.result !== undefined) return known.result;
    if (now() > Math.min(known.answerBy, waitUntil)) return resultUnknown;
    await new Promise<void>((resolve) => void after(pollInterval, resolve));
  }
};

export function createIdempotentControls(
  { store, clock }: { store: Store; clock: Clock },
  failed: (error: unknown) => void,
): IdempotentControls {
  const running = new Map<string, Running>();
  /** Results that are being stored, by the name of their control. */
  const saving = new Map<string, Promise<void>>();
  const claim = createBatch<Parameters<typeof claimControl>[1], boolean>(store, {
    work: inTurn(({ db }, one) => claimControl(db, one)),
    key: ({ key }) => nameOf(key),
  });
  const saveResult = createBatch<Parameters<typeof storeResult>[1], void>(store, {
    // If a result is lost, a repeated control gets the reply that its result is unknown, and is not sent again.
    durability: 'relaxed',
    work: inTurn(({ db }, one) => storeResult(db, one)),
    key: ({ key }) => nameOf(key),
  });

  /** Stores the result without delaying the caller, who gets it even if it cannot be stored. */
  const keepResult = (key: ControlKey, result: Result<undefined, Failure>): void => {
    const name = nameOf(key);
    const saved = saveResult({ key, result })
      .catch(failed)
      .finally(() => saving.delete(name));
    saving.set(name, saved);
  };

  const conclude = async (
    key: ControlKey,
    { result, wasNotExecuted }: SentControl,
  ): Promise<Result<undefined, Failure>> => {
    if (wasNotExecuted) await releaseControl(store.db, key).catch(failed);
    else keepResult(key, result);
    return result;
  };

  const once = async (of: IdempotentControl, send: () => Promise<SentControl>) => {
    const { key, hash, within } = of;
    for (;;) {
      const now = clock.now();
      const answerBy = machineOf(clock).now() + within + grace;
      if (await claim({ key, hash, now, answerBy })) return conclude(key, await send());
      const result = await awaitResult({ store, clock }, of);
      if (result !== undefined) return result;
    }
  };

  const start = (name: string, of: IdempotentControl, send: Send): Running => {
    const callers = createCallers();
    const forget = () => void running.delete(name);
    const result = once(of, () => send(callers.allGone)).finally(() => {
      const saved = saving.get(name);
      if (saved === undefined) forget();
      else void saved.then(forget);
    });
    const started = { hash: of.hash, callers, result };
    running.set(name, started);
    return started;
  };

  const sweep = () =>
    sweepRows(store, {
      table: 'control_request',
      key: ['account_id', 'client_id', 'request_id'],
      instant: 'expires_at',
      until: clock.now(),
    });
  const sweeping = startRoutine({ clock, each: minute, work: sweep, failed });

  return {
    once: async (of, send, signal) => {
      const name = nameOf(of.key);
      for (;;) {
        const shared = running.get(name) ?? start(name, of, send);
        if (shared.hash !== of.hash) return idUsed;
        const leave = shared.callers.add(signal);
        const result = await shared.result.finally(leave);
        // A caller who repeats a control while it is being dropped expects it to be executed.
        if (result !== nobodyWaits || signal?.aborted) return result;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await sweeping[Symbol.asyncDispose]();
      await Promise.all(saving.values());
    },
  };
}

import type { Clock } from '@plenum/machine';
import { createBatch } from '../../kernel/database/batch.ts';
import { startRoutine } from '../../kernel/database/routine.ts';
import type { Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';
import type { ControlAttempt, ControlOutcome } from './attempt-control.ts';
import { idUsed, outcomeUnknown } from './failure.ts';
import {
  type ControlClaim,
  type ControlKey,
  claimControl,
  readControl,
  releaseControl,
  type StoredOutcome,
  storeOutcome,
} from './idempotency-store.ts';

/** A control, and how long its bridge has to answer, ms. */
export interface IdempotentControl {
  readonly key: ControlKey;
  readonly hash: string;
  readonly within: number;
}

/** Executes a control once, however often and at whichever node it arrives, and answers every repetition alike. */
export interface IdempotentControls extends AsyncDisposable {
  once(of: IdempotentControl, attempt: () => Promise<ControlAttempt>): Promise<ControlOutcome>;
}

/** How often to check for the answer to a control that another node executes, ms. */
const pollInterval = 100;
/** How long after its deadline a control may still be answered, ms. */
const grace = 1_000;
const minute = 60_000;

const nameOf = ({ accountId, clientId, requestId }: ControlKey) => `${accountId} ${clientId} ${requestId}`;

/** Waits for the answer to a control that was sent before; undefined where its id was released. */
const awaitOutcome = async (
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  { key, hash, within }: IdempotentControl,
): Promise<ControlOutcome | undefined> => {
  // The clock of the node that executes it may differ, so the wait is limited by this one.
  const latest = clock.now() + within + grace;
  for (;;) {
    const known = await readControl(store.db, key);
    if (known === undefined) return undefined;
    if (known.hash !== hash) return idUsed;
    if (known.outcome !== undefined) return known.outcome;
    if (clock.now() > Math.min(known.answerBy, latest)) return outcomeUnknown;
    await new Promise<void>((resolve) => void clock.after(pollInterval, resolve));
  }
};

export const createIdempotentControls = (
  { store, clock }: { store: Store; clock: Clock },
  failed: (error: unknown) => void,
): IdempotentControls => {
  const running = new Map<string, { readonly hash: string; readonly outcome: Promise<ControlOutcome> }>();
  const claim = createBatch<ControlClaim, boolean>(store, {
    work: ({ db }, one) => claimControl(db, one),
    key: ({ key }) => nameOf(key),
  });
  const saveOutcome = createBatch<StoredOutcome, void>(store, {
    work: ({ db }, one) => storeOutcome(db, one),
    key: ({ key }) => nameOf(key),
  });

  const conclude = async (
    key: ControlKey,
    { outcome, wasNotExecuted }: ControlAttempt,
  ): Promise<ControlOutcome> => {
    // The caller gets the outcome even if it cannot be stored.
    try {
      await (wasNotExecuted ? releaseControl(store.db, key) : saveOutcome({ key, outcome }));
    } catch (error) {
      failed(error);
    }
    return outcome;
  };

  const once: IdempotentControls['once'] = async (of, attempt) => {
    const { key, hash, within } = of;
    for (;;) {
      const now = clock.now();
      if (await claim({ key, hash, now, answerBy: now + within + grace }))
        return conclude(key, await attempt());
      const outcome = await awaitOutcome({ store, clock }, of);
      if (outcome !== undefined) return outcome;
    }
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
    once: async (of, attempt) => {
      const name = nameOf(of.key);
      const same = running.get(name);
      if (same !== undefined) return same.hash === of.hash ? same.outcome : idUsed;
      const outcome = once(of, attempt);
      running.set(name, { hash: of.hash, outcome });
      try {
        return await outcome;
      } finally {
        running.delete(name);
      }
    },
    [Symbol.asyncDispose]: () => sweeping[Symbol.asyncDispose](),
  };
};

import { type Clock, delay } from '@plenum/platform/clock';
import type { Effect } from '@plenum/protocol/command';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { RawComponent } from '../session/components.ts';
import { createApplyTime } from './apply-time.ts';
import {
  type BegunWrite,
  createKnownState,
  type KnownComponent,
  type Mark,
  maxApplyTime,
  type SentWrite,
  type WriteResult,
} from './known-state.ts';

/** The known state of a device in use: its reads and writes, in the order of its requests. */
export interface Knowledge {
  /** Call before a request is sent. */
  readonly mark: () => Mark;
  /** Stores the components of a read that began at a mark. */
  readonly receive: (components: readonly RawComponent[], began: Mark) => void;
  /** Call before a write is sent. */
  readonly begin: (effect: Effect) => BegunWrite;
  /** Shows the values of an accepted write from now on, until the device shows them or other values. */
  readonly accept: (begun: BegunWrite) => SentWrite;
  /** Records that the answer to a write was lost. */
  readonly lose: (begun: BegunWrite) => SentWrite;
  /** Reads back until the result of a write is known, for at most the time that real devices take. */
  readonly confirm: (write: SentWrite) => Promise<WriteResult>;
  /** Ends all running confirmations as unread, because the device does not answer. */
  readonly interrupt: () => void;
  readonly find: (kind: string, index: number) => KnownComponent | undefined;
  /** True if a component has written values that no read has shown yet. */
  readonly isOpen: (kind: string, index: number) => boolean;
  /** Returns the time of the last read of any component; undefined before the first. */
  readonly readAt: () => number | undefined;
  /** Calls the listener with components whose shown values change. */
  readonly subscribe: (listener: (changed: readonly KnownComponent[]) => void) => () => void;
  readonly isFollowed: () => boolean;
}

interface KnowledgeDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Reads the component that a write sets. */
  readonly read: (of: Effect) => Promise<unknown>;
}

/** Interval between two reads of a write that the device does not show yet, in ms. */
const readBackInterval = 500;

/**
 * Maximum duration of the last read, in ms. If the last read does not succeed, the written value is no longer shown.
 */
const lastReadTimeout = 10_000;

export function createKnowledge({ clock, signal, read }: KnowledgeDeps): Knowledge {
  const state = createKnownState();
  const applyTime = createApplyTime(maxApplyTime);
  const listeners = new Set<(changed: readonly KnownComponent[]) => void>();
  const readBacks = new Map<string, Promise<number>>();
  /** Functions that end the running confirmations. */
  const confirming = new Set<() => void>();

  const timers = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const cancel of timers) cancel();
  });

  const notify = (changed: readonly KnownComponent[]) => {
    if (changed.length > 0) for (const listener of [...listeners]) listener(changed);
  };
  const expire = () => notify(state.expire(clock.now()));

  const readAt = async (at: number, effect: Effect) => {
    await delay(clock, Math.max(0, at - clock.now()), signal);
    const began = clock.now();
    await read(effect).catch((error: unknown) => {
      if (!(error instanceof BridgeError) || error.code === 'closed') throw error;
    });
    return began;
  };

  /**
   * Reads a component back at a given time; one read serves all writes that wait for the same component. Resolves to
   * the time at which the read began.
   */
  const readBack = (effect: Effect, at: number): Promise<number> => {
    const key = `${effect.kind} ${effect.index}`;
    const running = readBacks.get(key);
    if (running !== undefined) return running;
    const started = readAt(at, effect).finally(() => readBacks.delete(key));
    readBacks.set(key, started);
    return started;
  };

  /** Resolves to the result of a read, or to undefined if the confirmations are interrupted first. */
  const unlessInterrupted = async (read: Promise<number>): Promise<number | undefined> => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = () => resolve(undefined);
    confirming.add(end);
    return Promise.race([promise, read]).finally(() => confirming.delete(end));
  };

  const confirm = async (write: SentWrite): Promise<WriteResult> => {
    const answeredAt = clock.now();
    const until = answeredAt + maxApplyTime;
    let next = answeredAt + applyTime.estimate();
    for (let count = 1; ; count++) {
      const began = await unlessInterrupted(readBack(write.effect, next));
      if (began === undefined) return { kind: 'unread' };
      // A read that began earlier does not show whether a slow device applied the write.
      if (began >= until) expire();
      const result = write.result();
      if (result === undefined) {
        next = Math.min(until, clock.now() + readBackInterval);
        continue;
      }
      const time = write.appliedAfter();
      if (time !== undefined) applyTime.learn(time, count === 1);
      return result;
    }
  };

  const accept = (begun: BegunWrite): SentWrite => {
    const { write, changed } = begun.accepted(clock.now());
    const cancel = clock.after(maxApplyTime + lastReadTimeout, () => {
      timers.delete(cancel);
      expire();
    });
    timers.add(cancel);
    notify(changed);
    return write;
  };

  return {
    mark: () => state.mark(clock.now()),
    receive: (components, began) => notify(state.receive(components, began, clock.now())),
    begin: state.begin,
    accept,
    lose: (begun) => begun.lost(clock.now()),
    confirm,
    interrupt: () => {
      for (const end of [...confirming]) end();
    },
    find: state.find,
    isOpen: state.isOpen,
    readAt: state.readAt,
    subscribe: (listener) => {
      const own = (changed: readonly KnownComponent[]) => listener(changed);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    isFollowed: () => listeners.size > 0,
  };
}

import type { Clock } from '@plenum/platform';
import type { BridgeReply } from '../../controls/bridge-reply.ts';

/** The unanswered controls, or the unanswered reads and writes, of one connection. */
export interface PendingRequests {
  size(): number;
  /** Adds a request. Resolves to its reply, or to `silent` after `timeout` ms. */
  add(id: string, timeout: number): Promise<BridgeReply>;
  /** Settles a request, or does nothing if it is not pending. */
  answer(id: string, reply: BridgeReply): void;
  answerAll(reply: BridgeReply): void;
  /** Sets `isDraining`, and resolves when no request is pending. */
  drain(): Promise<void>;
  isDraining(): boolean;
}

export function createPendingRequests(clock: Clock): PendingRequests {
  const pending = new Map<string, (reply: BridgeReply) => void>();
  let drained: (() => void) | undefined;
  return {
    size: () => pending.size,
    add: (id, timeout) => {
      const { promise, resolve } = Promise.withResolvers<BridgeReply>();
      const cancel = clock.after(timeout, () => pending.get(id)?.({ answer: 'silent' }));
      pending.set(id, (answer) => {
        cancel();
        pending.delete(id);
        resolve(answer);
        if (pending.size === 0) drained?.();
      });
      return promise;
    },
    answer: (id, answer) => pending.get(id)?.(answer),
    answerAll: (answer) => {
      for (const settle of [...pending.values()]) settle(answer);
    },
    drain: () =>
      new Promise((resolve) => {
        drained = resolve;
        if (pending.size === 0) resolve();
      }),
    isDraining: () => drained !== undefined,
  };
}

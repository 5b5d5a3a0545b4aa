import { randomUUID } from 'node:crypto';
import type { Clock } from '@plenum/platform';
import type { BusResult } from './bus.ts';

/** The requests of a node that are waiting for a reply. */
export interface PendingReplies {
  /**
   * Calls `send` with a token for a request, and with an unguessable proof that the node sends to itself after the
   * request. Resolves to the reply, or to a timeout after `milliseconds`.
   */
  open(milliseconds: number, send: (token: string, proof: string) => void): Promise<BusResult>;
  /** Ends a request, or does nothing if it has already ended. */
  settle(token: string, answer: BusResult): void;
  /** Records that the proof came back: the server has delivered the request to all subscribers of its subject. */
  confirm(token: string, proof: string): void;
  /**
   * Records the server's report that there is no subscriber. Returns false if the proof came first, because then the
   * report cannot be the server's.
   */
  settleUnreceived(token: string): boolean;
  /** Ends all requests because the connection broke. Requests that were sent may have been received. */
  abandon(): void;
}

interface Pending {
  readonly proof: string;
  readonly resolve: (answer: BusResult) => void;
  isReceived: boolean;
}

/**
 * Creates the pending requests. Unlike in the NATS client, a request keeps waiting after a reply that did not come from
 * a node.
 */
export function createPendingReplies(clock: Clock): PendingReplies {
  const pending = new Map<string, Pending>();
  let count = 0;
  const settle = (token: string, answer: BusResult) => {
    const request = pending.get(token);
    pending.delete(token);
    request?.resolve(answer);
  };
  return {
    open: async (milliseconds, send) => {
      const [token, proof] = [String(++count), randomUUID()];
      const { promise, resolve } = Promise.withResolvers<BusResult>();
      const cancel = clock.after(Math.max(1, milliseconds), () => settle(token, { is: 'timeout' }));
      pending.set(token, { proof, resolve, isReceived: false });
      send(token, proof);
      const answer = await promise;
      cancel();
      return answer;
    },
    settle,
    confirm: (token, proof) => {
      const request = pending.get(token);
      if (request?.proof === proof) request.isReceived = true;
    },
    settleUnreceived: (token) => {
      if (pending.get(token)?.isReceived) return false;
      settle(token, { is: 'no responders' });
      return true;
    },
    abandon: () => {
      for (const token of [...pending.keys()]) settle(token, { is: 'timeout' });
    },
  };
}

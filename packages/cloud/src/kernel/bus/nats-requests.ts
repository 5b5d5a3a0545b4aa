import { randomUUID } from 'node:crypto';
import type { Clock } from '@plenum/platform';
import type { BusResult } from './bus.ts';

/** The requests of a node that wait for an answer. */
export interface PendingRequests {
  /**
   * Calls `send` with a token for a request, and with a proof that nobody can guess, which the node sends to itself after the
   * request. Resolves with the answer, or after so many milliseconds.
   */
  open(milliseconds: number, send: (token: string, proof: string) => void): Promise<BusResult>;
  /** Ends a request; does nothing for one that has ended. */
  settle(token: string, answer: BusResult): void;
  /** The proof came back: the server has passed the request on to whoever subscribes to its subject. */
  confirm(token: string, proof: string): void;
  /** The server answered that there is no subscriber. False where only somebody else can have answered that, after the proof. */
  settleUnreceived(token: string): boolean;
  /** The connection broke: what was sent may have been received. */
  abandon(): void;
}

interface Pending {
  readonly proof: string;
  readonly resolve: (answer: BusResult) => void;
  isReceived: boolean;
}

/** Unlike those of the NATS client, a request goes on after an answer that was not from a node. */
export const createPendingRequests = (clock: Clock): PendingRequests => {
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
      const cancel = clock.after(Math.max(1, milliseconds), () => settle(token, { outcome: 'timeout' }));
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
      settle(token, { outcome: 'no responders' });
      return true;
    },
    abandon: () => {
      for (const token of [...pending.keys()]) settle(token, { outcome: 'timeout' });
    },
  };
};

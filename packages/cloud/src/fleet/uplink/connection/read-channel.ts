import type { Clock } from '@plenum/platform';
import { type CloudFrame, type CloudFrameOf, maxReads } from '@plenum/protocol/uplink';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import type { BridgeRead, BridgeWrite } from '../../controls/bridge-requests.ts';
import { createPendingRequests } from './pending-requests.ts';

/**
 * The reads and writes of one connection. They are numbered, and the number of pending ones never exceeds what the
 * bridge accepts.
 */
export interface ReadChannel {
  /** Resolves to the bridge's reply, at the latest at the deadline (ms UTC). */
  read(what: BridgeRead, deadline: number): Promise<BridgeReply>;
  write(what: BridgeWrite, deadline: number): Promise<BridgeReply>;
  answer(id: number, reply: BridgeReply): void;
  /** Settles all waiting requests after the connection has ended. */
  close(): void;
}

interface ReadChannelDeps {
  readonly sendFrame: (frame: CloudFrame) => void;
  readonly clock: Clock;
}

const tooManyReads: BridgeReply = {
  answer: 'read',
  status: 503,
  body: `The bridge already has ${maxReads} requests to answer; try again in a moment.`,
};

export function createReadChannel({ sendFrame, clock }: ReadChannelDeps): ReadChannel {
  const pending = createPendingRequests(clock);
  /**
   * Requests sent but not answered. A bridge may still reply after the deadline, and counts the request until then.
   */
  const underWay = new Set<number>();
  let isClosed = false;
  let last = 0;
  const request = async (
    deadline: number,
    toFrame: (id: number) => CloudFrameOf<'read' | 'write'>,
  ): Promise<BridgeReply> => {
    const timeout = deadline - clock.now();
    if (isClosed) return { answer: 'absent' };
    if (timeout <= 0) return { answer: 'silent' };
    if (underWay.size >= maxReads) return tooManyReads;
    last++;
    underWay.add(last);
    const answered = pending.add(String(last), timeout);
    sendFrame(toFrame(last));
    return answered;
  };
  return {
    read: ({ path, query }, deadline) => request(deadline, (id) => ({ type: 'read', id, path, query })),
    write: ({ path, body, by }, deadline) =>
      request(deadline, (id) => ({ type: 'write', id, path, body, ...(by && { by }) })),
    answer: (id, reply) => {
      underWay.delete(id);
      pending.answer(String(id), reply);
    },
    close: () => {
      isClosed = true;
      pending.answerAll({ answer: 'silent' });
    },
  };
}

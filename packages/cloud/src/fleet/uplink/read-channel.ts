import type { Clock } from '@plenum/machine';
import { type CloudFrame, maxReads } from '@plenum/protocol/uplink';
import type { BridgeRead, BridgeReply } from '../controls/control-sender.ts';
import { createPendingControls } from './pending-controls.ts';

/** The reads of one connection: numbered, and never more under way than a bridge accepts. */
export interface ReadChannel {
  /** Resolves to what the bridge answers, at the latest at an instant (ms UTC). */
  read(what: BridgeRead, deadline: number): Promise<BridgeReply>;
  answer(id: number, reply: BridgeReply): void;
  /** Answers all that wait: the connection has ended. */
  close(): void;
}

export interface ReadChannelDeps {
  readonly sendFrame: (frame: CloudFrame) => void;
  /** Whether the bridge can be asked: another takes the frame for malformed. */
  readonly canRead: boolean;
  readonly clock: Clock;
}

const tooManyReads: BridgeReply = {
  answer: 'read',
  status: 503,
  body: `The bridge has ${maxReads} requests to answer already; try again in a moment.`,
};

export const createReadChannel = ({ sendFrame, canRead, clock }: ReadChannelDeps): ReadChannel => {
  const pending = createPendingControls(clock);
  /** Sent and not answered: after its deadline a bridge may still answer, and counts it until then. */
  const underWay = new Set<number>();
  let isClosed = false;
  let last = 0;
  return {
    read: async ({ path, query }, deadline) => {
      const timeout = deadline - clock.now();
      if (isClosed) return { answer: 'absent' };
      if (!canRead) return { answer: 'cannot' };
      if (timeout <= 0) return { answer: 'silent' };
      if (underWay.size >= maxReads) return tooManyReads;
      last++;
      underWay.add(last);
      const answered = pending.add(String(last), timeout);
      sendFrame({ type: 'read', id: last, path, query });
      return answered;
    },
    answer: (id, reply) => {
      underWay.delete(id);
      pending.answer(String(id), reply);
    },
    close: () => {
      isClosed = true;
      pending.answerAll({ answer: 'silent' });
    },
  };
};

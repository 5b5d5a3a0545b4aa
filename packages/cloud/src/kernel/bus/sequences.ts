/** A signed message to be checked for a replay. */
interface Numbered {
  readonly sender: string;
  /** Rises with each message of the sender. */
  readonly sequence: number;
  /**
   * Number of the subscription at this node that received the message, and number of the node's newest subscription.
   */
  readonly subscription: number;
  readonly newest: number;
}

interface Sender {
  sequence: number;
  at: number;
  /** The newest subscription when the first copy of the message was received. */
  newest: number;
  /** Subscriptions that received the message. Each subscription of a node gets a copy. */
  readonly received: Set<number>;
}

interface Sequences {
  /** Returns true if a message is new. From then on, older messages of its sender are refused. */
  accept(message: Numbered): boolean;
}

/**
 * Number of remembered senders. Only holders of the key can be senders, and a node counts as a new sender after each
 * start.
 */
export const maxSenders = 4_096;

/**
 * Remembers the last message of each sender. That is enough because one connection delivers messages in the order they
 * were sent, and it keeps memory independent of the number of messages. A sender is remembered for `retention` ms after
 * its last message.
 */
export function createSequences({
  now,
  retention,
}: {
  readonly now: () => number;
  readonly retention: number;
}): Sequences {
  const senders = new Map<string, Sender>();
  const forgetSilent = () => {
    for (const [sender, { at }] of senders) if (now() - at > retention) senders.delete(sender);
  };
  return {
    accept: ({ sender, sequence, subscription, newest }) => {
      const known = senders.get(sender);
      if (known === undefined) {
        forgetSilent();
        if (senders.size >= maxSenders) return false;
        senders.set(sender, { sequence, at: now(), newest, received: new Set([subscription]) });
        return true;
      }
      if (sequence < known.sequence) return false;
      if (sequence === known.sequence) {
        if (subscription > known.newest || known.received.has(subscription)) return false;
        known.received.add(subscription);
        return true;
      }
      known.sequence = sequence;
      known.at = now();
      known.newest = newest;
      known.received.clear();
      known.received.add(subscription);
      return true;
    },
  };
}

/** A message that was signed, before it is known whether it is new. */
interface Numbered {
  readonly sender: string;
  /** Rises with each message of the sender. */
  readonly sequence: number;
  /** Of those that a node has: the one that receives it, and the newest. */
  readonly subscription: number;
  readonly newest: number;
}

interface Sender {
  sequence: number;
  at: number;
  /** The newest subscription when the first copy of the message was received. */
  newest: number;
  /** Subscriptions that received the message: each one of a node gets a copy. */
  readonly received: Set<number>;
}

export interface Sequences {
  /** Whether a message is new; then older ones of its sender are not from now on. */
  accept(message: Numbered): boolean;
}

/** Senders that are remembered at once; only what has the key can be one. Each node is one from its start. */
export const maxSenders = 4_096;

/**
 * Remembers the last message of each sender. That is enough because messages are received in the order in which one
 * connection sent them: memory does not grow with their number, as it would with one entry for each. `retention`: how long
 * after a message (ms) its sender is remembered.
 */
export const createSequences = ({
  now,
  retention,
}: {
  readonly now: () => number;
  readonly retention: number;
}): Sequences => {
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
};

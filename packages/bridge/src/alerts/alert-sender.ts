import type { SendResult } from '@plenum/outbound';
import { dueAt, nextNotification, type SendPush, settle } from '@plenum/outbound/push';
import type { Runtime } from '@plenum/platform';
import type { SubscriptionStore } from './subscription-store.ts';

/** Sends the queued messages, one at a time to each browser, so that they arrive in order. */
interface AlertSender {
  /**
   * Sends the messages queued for a browser; resolves to the result of the last attempt, or undefined if none was made.
   */
  send(endpoint: string): Promise<SendResult | undefined>;
  isSending(endpoint: string): boolean;
  /** Resolves when no message is being sent. */
  idle(): Promise<void>;
}

interface AlertSenderDeps extends Pick<Runtime, 'clock' | 'log' | 'random'> {
  readonly store: SubscriptionStore;
  readonly sendPush: SendPush;
  readonly signal: AbortSignal;
}

export function createAlertSender({
  store,
  sendPush,
  clock,
  random,
  log,
  signal,
}: AlertSenderDeps): AlertSender {
  const sending = new Map<string, Promise<SendResult | undefined>>();

  const sendAll = async (endpoint: string): Promise<SendResult | undefined> => {
    let last: SendResult | undefined;
    for (;;) {
      const one = store.find(endpoint);
      const begun = clock.now();
      const notification = one && nextNotification(one.mailbox, begun);
      if (notification === undefined || dueAt(one!.mailbox, begun)! > begun || signal.aborted) return last;
      last = await sendPush(one!.target, notification, signal);
      const now = clock.now();
      const current = store.find(endpoint);
      if (current === undefined || signal.aborted) return last;
      const mailbox = settle(current.mailbox, { notification, result: last, now, fraction: random() });
      store.follow(mailbox === 'ended' ? store.without(endpoint) : store.replace({ ...current, mailbox }));
    }
  };

  return {
    send: (endpoint) => {
      const before = sending.get(endpoint) ?? Promise.resolve(undefined);
      const turn = before
        .then(() => sendAll(endpoint))
        .catch((error: unknown) => {
          log.error({ err: error }, 'a push notification could not be sent');
          return undefined;
        })
        .finally(() => {
          if (sending.get(endpoint) === turn) sending.delete(endpoint);
        });
      sending.set(endpoint, turn);
      return turn;
    },
    isSending: (endpoint) => sending.has(endpoint),
    idle: async () => {
      while (sending.size > 0) await Promise.all(sending.values());
    },
  };
}

import type { Clock } from '@plenum/platform/clock';
import type { QuietWarning } from '@plenum/platform/quiet-log';
import type { Incoming } from '../broker/connect-broker.ts';
import type { Publisher } from '../broker/publisher.ts';
import { type Announced, readAnnounced } from '../homeassistant/announced-devices.ts';
import { maxTopic, type Purpose, readTopic, type Topics } from '../topic/topics.ts';

interface ReceivingDeps {
  readonly uid: string;
  readonly topics: Topics;
  readonly publisher: Publisher;
  readonly clock: Clock;
  /** The topic on which Home Assistant announces its start. */
  readonly birth: string;
  readonly onBirth: () => void;
  readonly onRequest: (request: {
    readonly topic: string;
    readonly purpose: Purpose & { for: 'set' | 'command' };
    readonly payload: Uint8Array;
  }) => void;
  readonly warn: QuietWarning;
}

/**
 * Delay in ms before a topic that another client wrote to is restored, so that two instances do not overwrite each
 * other without a pause.
 */
const restoreAfter = 1_000;

/**
 * Receives messages from a broker: requests, retained messages from an earlier run, and messages from other clients on
 * topics that only Plenum writes to.
 */
interface Receiving {
  readonly receive: (message: Incoming) => void;
  /** Starts a connection, during which retained messages arrive first. */
  readonly begin: () => void;
  /** True if no message has arrived for `milliseconds`. */
  readonly isQuiet: (milliseconds: number) => boolean;
  /** Called once all retained messages have arrived. */
  readonly settle: () => void;
  /** Returns the announcements of an earlier run. */
  readonly earlier: () => Announced | undefined;
}

export function createReceiving(deps: ReceivingDeps): Receiving {
  const { uid, topics, publisher, clock, birth, onBirth, onRequest, warn } = deps;
  const restoring = new Set<string>();
  /** Retained topics to clear once all retained messages have arrived. */
  const unwanted = new Set<string>();
  let isSettled = false;
  let receivedAt = 0;
  let earlier: Announced | undefined;

  const restore = (topic: string) => {
    if (restoring.has(topic)) return;
    restoring.add(topic);
    clock.after(restoreAfter, () => {
      restoring.delete(topic);
      publisher.republish(0, [topic]);
    });
  };

  const clear = (topic: string) => {
    if (isSettled) publisher.retain(topic, '');
    else unwanted.add(topic);
  };

  const receiveOwn = ({ topic, payload, isRetained }: Incoming) => {
    const text = Buffer.from(payload).toString();
    const own = publisher.retained().get(topic);
    if (topic === topics.announced && !isSettled) earlier = readAnnounced(text, uid);
    else if (own === undefined) {
      // The topic of an entity that does not exist.
      if (isRetained && text !== '') clear(topic);
    } else if (isSettled && own !== text) {
      warn('Another client wrote to a topic of this house. The actual state is published again.', { topic });
      restore(topic);
    }
  };

  const receive = (message: Incoming) => {
    const { topic, payload, isRetained } = message;
    receivedAt = clock.now();
    if (topic === birth) {
      if (!isRetained && Buffer.from(payload).toString() === 'online') onBirth();
      return;
    }
    const purpose = readTopic(topics, topic);
    if (purpose.for === 'own') return receiveOwn(message);
    if (purpose.for === 'nothing') {
      warn('A message was dropped because nothing in this house has its topic.', {
        topic: topic.slice(0, maxTopic),
      });
    } else if (!isRetained) {
      onRequest({ topic: topic.slice(topics.root.length + 1), purpose, payload });
    } else if (payload.byteLength > 0) {
      warn(
        'A retained message was ignored and removed, because it would arrive again with every connection.',
        {
          topic,
        },
      );
      clear(topic);
    }
  };

  return {
    receive,
    begin: () => {
      isSettled = false;
      unwanted.clear();
    },
    isQuiet: (milliseconds) => clock.now() - receivedAt >= milliseconds,
    settle: () => {
      isSettled = true;
      for (const topic of unwanted) if (!publisher.retained().has(topic)) publisher.retain(topic, '');
      unwanted.clear();
    },
    earlier: () => earlier,
  };
}

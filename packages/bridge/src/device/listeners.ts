import type { Log } from '@plenum/platform/quiet-log';

/** Listeners to one kind of message. */
interface Listeners<Message> {
  add(listener: (message: Message) => void): () => void;
  /** Calls every listener in turn; if one throws, logs the error and continues with the others. */
  notify(message: Message): void;
}

export function createListeners<Message>(log: Log): Listeners<Message> {
  const listeners = new Set<(message: Message) => void>();
  return {
    add: (listener) => {
      // The wrapper is unique, so a listener that is added twice is called twice, and each can be removed separately.
      const own = (message: Message) => listener(message);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify: (message) => {
      for (const listener of [...listeners]) {
        try {
          listener(message);
        } catch (error) {
          log.error({ err: error }, 'a listener failed');
        }
      }
    },
  };
}

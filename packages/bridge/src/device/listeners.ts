import type { Log } from '../log/log.ts';

/** A row of listeners to one kind of message. */
export interface Listeners<Message> {
  add(listener: (message: Message) => void): () => void;
  /** Tells every listener; one that fails is logged and keeps nothing from the others. */
  tell(message: Message): void;
}

export const createListeners = <Message>(log: Log): Listeners<Message> => {
  const listeners = new Set<(message: Message) => void>();
  return {
    add: (listener) => {
      // Its own function, so that one listener given twice is told twice and ended once each.
      const own = (message: Message) => listener(message);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    tell: (message) => {
      for (const listener of [...listeners]) {
        try {
          listener(message);
        } catch (error) {
          log.error({ err: error }, 'a listener failed');
        }
      }
    },
  };
};

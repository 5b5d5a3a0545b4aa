import type { Clock } from '@plenum/platform';
import type { Log } from '../log/log.ts';
import type { Bus, BusHandler, BusResult } from './bus.ts';
import { handleMessage } from './handle-message.ts';

interface Listener {
  readonly handler: BusHandler;
  readonly queue: string | undefined;
}

/** Copies a message as another process would receive it. */
const copyOf = (message: unknown): unknown => JSON.parse(JSON.stringify(message));

/** Creates the bus of a cloud that runs in one process. */
export function createMemoryBus({ clock, log }: { clock: Clock; log: Log }): Bus {
  const subjects = new Map<string, Set<Listener>>();
  let turn = 0;

  /** Chooses the receivers of one message: every subscriber without a queue, and one of each queue in turn. */
  const choose = (subject: string): Listener[] => {
    const all = [...(subjects.get(subject) ?? [])];
    const queues = Map.groupBy(
      all.filter(({ queue }) => queue !== undefined),
      ({ queue }) => queue,
    );
    turn++;
    const chosen = [...queues.values()].map((members) => members[turn % members.length]!);
    return [...all.filter(({ queue }) => queue === undefined), ...chosen];
  };
  const deliver = (subject: string, message: unknown, answer: (reply: unknown) => void) => {
    const copy = copyOf(message);
    for (const listener of choose(subject))
      queueMicrotask(() => {
        if (subjects.get(subject)?.has(listener))
          handleMessage(listener.handler, copy, { log, subject, answer });
      });
  };

  return {
    publish: (subject, message) => deliver(subject, message, () => {}),
    subscribe: async (subject, handler, { queue } = {}) => {
      const listener = { handler, queue };
      const listeners = subjects.get(subject) ?? new Set();
      listeners.add(listener);
      subjects.set(subject, listeners);
      return async () => {
        listeners.delete(listener);
        if (listeners.size === 0 && subjects.get(subject) === listeners) subjects.delete(subject);
      };
    },
    request: (subject, message, milliseconds) => {
      if (!subjects.has(subject)) return Promise.resolve({ is: 'no responders' });
      const { promise, resolve } = Promise.withResolvers<BusResult>();
      const cancel = clock.after(milliseconds, () => resolve({ is: 'timeout' }));
      deliver(subject, message, (reply) => {
        cancel();
        resolve({ is: 'reply', message: copyOf(reply) });
      });
      return promise;
    },
    isUp: () => true,
    [Symbol.asyncDispose]: async () => subjects.clear(),
  };
}

import type { Clock } from '@plenum/platform/clock';

/**
 * Sends a message. Resolves once the broker has confirmed it; rejects if the connection is lost or the broker refuses
 * it.
 */
export type Send = (topic: string, payload: string, retain: boolean) => Promise<void>;

interface PublisherDeps {
  readonly clock: Clock;
  /** Called with the topic of a message that the broker refused. */
  readonly onRefused: (topic: string, error: unknown) => void;
}

/**
 * Publishes retained messages, of which it keeps a copy, and one-time messages. While the broker is slow, messages wait
 * by topic, and a newer state replaces an unsent one, so the size of the house limits the number of waiting messages.
 */
export interface Publisher {
  /** Publishes a retained message; an empty payload clears the topic. */
  readonly retain: (topic: string, payload: string) => void;
  /** Stores a retained message, which only `republish` publishes. */
  readonly prepare: (topic: string, payload: string) => void;
  /** Returns the retained messages, by topic. */
  readonly retained: () => ReadonlyMap<string, string>;
  /** Publishes retained messages again, by default all of them, spread over `over` ms. */
  readonly republish: (over: number, topics?: Iterable<string>) => void;
  /** Publishes a message once. If too many wait, drops the oldest, starting with those that are not `important`. */
  readonly publish: (topic: string, payload: string, important?: boolean) => void;
  /** Starts to use a connection; with `undefined`, stops publishing. */
  readonly connect: (send: Send | undefined) => void;
  /** Resolves once nothing is waiting. */
  readonly drained: () => Promise<void>;
}

/** Maximum number of messages that the broker has not confirmed. */
const maxInFlight = 16;
const maxQueued = 64;

export function createPublisher({ clock, onRefused }: PublisherDeps): Publisher {
  const retained = new Map<string, string>();
  const waiting = new Set<string>();
  const queued: { readonly topic: string; readonly payload: string; readonly important: boolean }[] = [];
  let send: Send | undefined;
  let inFlight = 0;
  let onDrained: (() => void)[] = [];

  const dropCleared = (topic: string, payload: string) => {
    if (payload === '' && retained.get(topic) === '') retained.delete(topic);
  };

  const transmit = (topic: string, payload: string, retain: boolean) => {
    const connection = send!;
    inFlight++;
    const done = () => {
      if (connection !== send) return;
      inFlight--;
      pump();
    };
    connection(topic, payload, retain).then(
      () => {
        if (retain && connection === send) dropCleared(topic, payload);
        done();
      },
      (error) => {
        // A broker would refuse the topic again, so the message counts as published.
        if (connection === send) {
          if (retain) dropCleared(topic, payload);
          onRefused(topic, error);
        }
        done();
      },
    );
  };

  const pump = () => {
    while (send !== undefined && inFlight < maxInFlight) {
      const next = queued.shift();
      if (next !== undefined) {
        transmit(next.topic, next.payload, false);
        continue;
      }
      const [topic] = waiting;
      if (topic === undefined) break;
      waiting.delete(topic);
      const payload = retained.get(topic);
      if (payload !== undefined) transmit(topic, payload, true);
    }
    if (inFlight > 0 || waiting.size > 0) return;
    for (const resolve of onDrained) resolve();
    onDrained = [];
  };

  return {
    retain: (topic, payload) => {
      if (retained.get(topic) === payload) return;
      if (payload === '' && !retained.has(topic) && send === undefined) return;
      retained.set(topic, payload);
      waiting.add(topic);
      pump();
    },
    prepare: (topic, payload) => void retained.set(topic, payload),
    retained: () => retained,
    republish: (over, topics = [...retained.keys()]) => {
      const all = [...topics].filter((topic) => retained.has(topic));
      for (const [index, topic] of all.entries())
        clock.after(Math.floor((over * index) / all.length), () => {
          if (!retained.has(topic)) return;
          waiting.add(topic);
          pump();
        });
    },
    publish: (topic, payload, important = false) => {
      if (send === undefined) return;
      queued.push({ topic, payload, important });
      if (queued.length > maxQueued)
        queued.splice(
          Math.max(
            0,
            queued.findIndex((one) => !one.important),
          ),
          1,
        );
      pump();
    },
    connect: (next) => {
      send = next;
      inFlight = 0;
      queued.length = 0;
      waiting.clear();
      if (next === undefined)
        for (const [topic, payload] of retained) if (payload === '') retained.delete(topic);
      pump();
    },
    drained: () =>
      new Promise((resolve) => {
        onDrained.push(resolve);
        pump();
      }),
  };
}

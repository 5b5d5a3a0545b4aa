import type { Clock } from '@plenum/machine/clock';

/** How a message is sent; resolves when the broker has it, rejects when the connection is lost or it was refused. */
export type Send = (topic: string, payload: string, retain: boolean) => Promise<void>;

export interface PublisherDeps {
  readonly clock: Clock;
  /** Called with the topic of a message that the broker refused. */
  readonly onRefused: (topic: string, error: unknown) => void;
}

/**
 * What a broker has to hold, and what is published once. While the broker is slow, messages wait here by their topic, so a newer
 * state takes the place of one that was not sent: what waits is bounded by what the house has.
 */
export interface Publisher {
  /** Lets the broker hold a payload under a topic; an empty one takes it back. */
  readonly hold: (topic: string, payload: string) => void;
  /** The same, but sent only with `holdAgain`. */
  readonly prepare: (topic: string, payload: string) => void;
  /** The topics that the broker has to hold something under. */
  readonly held: () => ReadonlyMap<string, string>;
  /** Sends all that is held again, spread over some ms. */
  readonly holdAgain: (over: number, topics?: Iterable<string>) => void;
  /** Publishes a message once; of too many that wait the oldest is dropped, first of those that are not `important`. */
  readonly publish: (topic: string, payload: string, important?: boolean) => void;
  /** A connection begins, or ends where undefined. */
  readonly connect: (send: Send | undefined) => void;
  /** Resolves when nothing waits. */
  readonly drained: () => Promise<void>;
}

/** Messages that the broker has not confirmed. */
const maxInFlight = 16;
const maxQueued = 64;

export const createPublisher = ({ clock, onRefused }: PublisherDeps): Publisher => {
  const held = new Map<string, string>();
  const waiting = new Set<string>();
  const queued: { readonly topic: string; readonly payload: string; readonly important: boolean }[] = [];
  let send: Send | undefined;
  let inFlight = 0;
  let onDrained: (() => void)[] = [];

  /** Forgets what was taken back. */
  const settle = (topic: string, payload: string) => {
    if (payload === '' && held.get(topic) === '') held.delete(topic);
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
        if (retain && connection === send) settle(topic, payload);
        done();
      },
      (error) => {
        // A broker that refuses a topic refuses it again: it is as if it held it.
        if (connection === send) {
          if (retain) settle(topic, payload);
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
      const payload = held.get(topic);
      if (payload !== undefined) transmit(topic, payload, true);
    }
    if (inFlight > 0 || waiting.size > 0) return;
    for (const resolve of onDrained) resolve();
    onDrained = [];
  };

  return {
    hold: (topic, payload) => {
      if (held.get(topic) === payload) return;
      if (payload === '' && !held.has(topic) && send === undefined) return;
      held.set(topic, payload);
      waiting.add(topic);
      pump();
    },
    prepare: (topic, payload) => void held.set(topic, payload),
    held: () => held,
    holdAgain: (over, topics = [...held.keys()]) => {
      const all = [...topics].filter((topic) => held.has(topic));
      for (const [place, topic] of all.entries())
        clock.after(Math.floor((over * place) / all.length), () => {
          if (!held.has(topic)) return;
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
      if (next === undefined) for (const [topic, payload] of held) if (payload === '') held.delete(topic);
      pump();
    },
    drained: () =>
      new Promise((resolve) => {
        onDrained.push(resolve);
        pump();
      }),
  };
};

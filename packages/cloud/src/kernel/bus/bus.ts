/** The result of a request on the bus. */
export type BusResult =
  | { readonly is: 'reply'; readonly message: unknown }
  /** The subject has no subscribers, so the request was certainly not handled. */
  | { readonly is: 'no responders' }
  /** No reply came in time. The request may have been handled. */
  | { readonly is: 'timeout' }
  /** The bus is down, so the request was not sent. */
  | { readonly is: 'unreachable' };

/** Receives the messages of a subject. Its return value is the reply to a request; undefined sends no reply. */
export type BusHandler = (message: unknown) => unknown;

/**
 * Messages between the nodes of a cloud, as JSON values. They are delivered at most once, and in order for each sender
 * and subject. They are lost while the bus is down, so a subscriber that depends on them must also poll the store.
 */
export interface Bus extends AsyncDisposable {
  publish(subject: string, message: unknown): void;
  /**
   * Subscribes to a subject. Resolves to a function that unsubscribes, once it is certain that every message sent from
   * then on will be received. That function resolves when the messages that were on their way have been received. Of
   * the subscribers with the same `queue`, only one receives each message. Every subscriber without a queue receives
   * it.
   */
  subscribe(
    subject: string,
    handler: BusHandler,
    about?: { readonly queue?: string },
  ): Promise<() => Promise<void>>;
  /** Sends a request to the subscribers. Resolves to the first reply, or to a timeout after `milliseconds`. */
  request(subject: string, message: unknown, milliseconds: number): Promise<BusResult>;
  isUp(): boolean;
}

/** The result of a request on the bus. */
export type BusResult =
  | { readonly outcome: 'reply'; readonly message: unknown }
  /** The subject has no subscribers: the request was certainly not handled. */
  | { readonly outcome: 'no responders' }
  /** No answer in time; the request may have been handled. */
  | { readonly outcome: 'timeout' }
  /** The bus is down: it was not sent. */
  | { readonly outcome: 'unreachable' };

/** Receives the messages of a subject. Its return value answers a request; undefined sends no answer. */
export type BusHandler = (message: unknown) => unknown;

/**
 * Messages between the nodes of a cloud. Messages are JSON values. They are delivered at most once, in order for each
 * sender and subject, and are lost while the bus is down: a subscriber that depends on them also polls the store.
 */
export interface Bus extends AsyncDisposable {
  publish(subject: string, message: unknown): void;
  /**
   * Resolves with a function that unsubscribes, once every message sent from then on is received. A message goes to one
   * subscriber of each `queue`, and to every subscriber without one.
   */
  subscribe(subject: string, handler: BusHandler, about?: { readonly queue?: string }): Promise<() => void>;
  /** Sends a request to the subscribers and resolves with the first answer, or after so many milliseconds. */
  request(subject: string, message: unknown, milliseconds: number): Promise<BusResult>;
  isUp(): boolean;
}

/** What came of a request to whoever answers a subject. */
export type BusAnswer =
  | { readonly outcome: 'reply'; readonly message: unknown }
  /** Nobody listens to the subject: it was certainly not done. */
  | { readonly outcome: 'no responders' }
  /** Nobody answered in time; it may have been done. */
  | { readonly outcome: 'timeout' }
  /** The bus is down: it was not sent. */
  | { readonly outcome: 'unreachable' };

/** Hears the messages of a subject. What it returns (undefined: nothing) answers a request, in time or not at all. */
export type BusHandler = (message: unknown) => unknown;

/**
 * What the nodes of a cloud say to each other. Messages are JSON values. They are delivered at most once, in order for each
 * sender and subject, and are lost while the bus is down: whoever relies on one looks by itself now and then.
 */
export interface Bus extends AsyncDisposable {
  publish(subject: string, message: unknown): void;
  /**
   * Resolves when every message sent from now on is heard, with what ends it. Each message goes to one of those that
   * name the same `queue`, and to all that name none.
   */
  subscribe(subject: string, handler: BusHandler, about?: { readonly queue?: string }): Promise<() => void>;
  /** Asks whoever listens, and gives the first answer that comes within so many milliseconds. */
  request(subject: string, message: unknown, milliseconds: number): Promise<BusAnswer>;
  isUp(): boolean;
}

/** What a door takes from those who send to it. */
export interface HttpLimits {
  /** Connections at once; further ones are closed unanswered. */
  readonly connections: number;
  /** Bytes of the headers of one request. */
  readonly headerBytes: number;
  /** Milliseconds a request may take to arrive. */
  readonly arrival: number;
  /** Milliseconds a kept connection may rest between requests. */
  readonly rest: number;
  /** Milliseconds a connection may stand without a byte either way. */
  readonly silence: number;
  /** Live streams at once. */
  readonly streams: number;
}

export const defaultLimits: HttpLimits = {
  connections: 1_024,
  headerBytes: 16_384,
  arrival: 15_000,
  rest: 75_000,
  silence: 120_000,
  streams: 128,
};

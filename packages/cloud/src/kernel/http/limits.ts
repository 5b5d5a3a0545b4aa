/** What the door of a cloud takes from those who send to it. */
export interface HttpLimits {
  /** Connections at once; further ones are closed unanswered. */
  readonly connections: number;
  /** Bytes of the headers of one request. */
  readonly headerBytes: number;
  /** Bytes of the body of one request (interface 8). */
  readonly bodyBytes: number;
  /** Milliseconds a connection may take for its first bytes, and a request to arrive. */
  readonly arrival: number;
  /** Milliseconds a kept connection may rest between requests. */
  readonly rest: number;
  /** HTTP/2 calls at once on one connection. */
  readonly calls: number;
  /** Milliseconds those inside have to finish when the door is shut. */
  readonly patience: number;
}

export const defaultLimits: HttpLimits = {
  connections: 20_000,
  headerBytes: 16_384,
  bodyBytes: 65_536,
  arrival: 15_000,
  rest: 75_000,
  calls: 100,
  patience: 10_000,
};

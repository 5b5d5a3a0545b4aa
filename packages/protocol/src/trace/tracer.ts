type Facts = Readonly<Record<string, string | number>>;

/** The start of an operation that is a part of a trace. */
export interface SpanStart {
  readonly name: string;
  /** `server` for answering a request, `client` for sending one, `internal` for everything else. */
  readonly kind: 'server' | 'client' | 'internal';
  /** `traceparent` of the operation that caused this one; without one, a trace begins. */
  readonly parent?: string | undefined;
  readonly facts?: Facts;
  /** Start of the operation in ms UTC; now by default. */
  readonly at?: number;
}

/** An operation in progress. */
export interface Span {
  /** The `traceparent` for the requests that this operation sends. */
  readonly traceparent: string;
  /** Ends the operation; `failure` is the reason if it failed. */
  end(facts?: Facts, failure?: string): void;
}

/** Records the operations of a process. A process without a tracer records nothing, which costs nothing. */
export interface Tracer {
  start(span: SpanStart): Span;
}

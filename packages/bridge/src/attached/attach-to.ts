import type { Dialect } from '@plenum/protocol/dialect';

/** The real bridge behind ours. */
export interface AttachTo {
  readonly host: string;
  /** 80 unless told, as in real bridges. */
  readonly port?: number | undefined;
  readonly accessKey?: string | undefined;
  /** The dialect tried first. */
  readonly dialect?: Dialect | undefined;
  /** Milliseconds between two readings of everything lively in it; 30,000 unless told. */
  readonly interval?: number | undefined;
  /** Milliseconds between two requests; unless told, as many as a real device needs. */
  readonly pause?: number | undefined;
  /** The UDP port its notifications come to; 7005 unless told. */
  readonly notifyPort?: number | undefined;
}

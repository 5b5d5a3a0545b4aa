import type { Dialect } from '@plenum/protocol/dialect';

import type { WhoseId } from './whose-id.ts';

/** The real bridge behind ours. */
export interface AttachTo {
  readonly host: string;
  /** 80 by default, as in real bridges. */
  readonly port?: number | undefined;
  readonly accessKey?: string | undefined;
  /** The dialect that is tried first. */
  readonly dialect?: Dialect | undefined;
  /** Milliseconds between two reads of everything that changes by itself; 30,000 by default. */
  readonly interval?: number | undefined;
  /** Milliseconds without an answer after which queries are refused; 600,000 by default. */
  readonly maxAge?: number | undefined;
  /** Milliseconds between two requests; by default as many as a real device needs. */
  readonly pause?: number | undefined;
  /** The UDP port that receives its notifications; 7005 by default, none where false. */
  readonly notifyPort?: number | false | undefined;
  /** Whose id ours has; `own` by default, `device` in a folder of an earlier release. */
  readonly id?: WhoseId | undefined;
  /** The UDP port on which it answers discovery; 12107 by default. */
  readonly discoveryPort?: number | undefined;
}

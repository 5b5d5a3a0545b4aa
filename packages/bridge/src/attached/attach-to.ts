import type { Dialect } from '@plenum/protocol/dialect';

import type { WhoseId } from './attached-identity.ts';

/** The real bridge behind ours. */
export interface AttachTo {
  /** A name or an address; `https://HOST` for one with TLS. */
  readonly host: string;
  /** 80 by default, as in real bridges; 443 with https. */
  readonly port?: number | undefined;
  readonly accessKey?: string | undefined;
  /** The dialect that is tried first. */
  readonly dialect?: Dialect | undefined;
  /** Milliseconds between two reads of everything that changes by itself; 30,000 by default. */
  readonly interval?: number | undefined;
  /** Milliseconds without an answer after which queries are refused; 60,000 by default. */
  readonly maxAge?: number | undefined;
  /** Milliseconds between two requests; by default as many as a real device needs. */
  readonly pause?: number | undefined;
  /** The UDP port that receives its notifications; 7005 by default, none where false. */
  readonly notifyPort?: number | false | undefined;
  /** Whether queries and commands that the protocol does not define are passed on to it; false by default. */
  readonly passUnknown?: boolean | undefined;
  /** With https: PEM of the authority behind its certificate, in place of the usual ones. */
  readonly ca?: string | undefined;
  /** With https: SHA-256 of its certificate, which then decides alone. */
  readonly fingerprint?: string | undefined;
  /** Whose id ours has; `own` by default. */
  readonly id?: WhoseId | undefined;
  /** The UDP port on which it answers discovery; 12107 by default. */
  readonly discoveryPort?: number | undefined;
}

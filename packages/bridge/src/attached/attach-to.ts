import type { Dialect } from '@plenum/protocol/dialect';

import type { WhoseId } from './attached-identity.ts';

/** The real bridge that this bridge is attached to. */
export interface AttachTo {
  /** A host name or an address; `https://HOST` to use TLS. */
  readonly host: string;
  /** 80 by default, as in real bridges; 443 with https. */
  readonly port?: number | undefined;
  readonly accessKey?: string | undefined;
  /** The dialect to try first. */
  readonly dialect?: Dialect | undefined;
  /** Interval between two reads of all fields that change without a command, in ms; default 30,000. */
  readonly interval?: number | undefined;
  /** Time without a response after which queries are refused, in ms; default 60,000. */
  readonly maxAge?: number | undefined;
  /** Pause between two requests, in ms; by default the pause that a real device needs. */
  readonly pause?: number | undefined;
  /** The UDP port that receives the real bridge's change notices; 7005 by default. If false, none are received. */
  readonly notifyPort?: number | false | undefined;
  /** True to pass on queries and commands that the protocol does not define; default false. */
  readonly passUnknown?: boolean | undefined;
  /**
   * With https: PEM of the certificate authority that issued the real bridge's certificate. It replaces the system's
   * authorities.
   */
  readonly ca?: string | undefined;
  /**
   * With https: SHA-256 of the real bridge's certificate. If set, this replaces all other checks of the certificate.
   */
  readonly fingerprint?: string | undefined;
  /** The bridge whose id this bridge uses; default `own`. */
  readonly id?: WhoseId | undefined;
  /** The UDP port on which the real bridge answers discovery; default 12107. */
  readonly discoveryPort?: number | undefined;
}

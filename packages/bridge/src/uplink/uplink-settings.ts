import type { UplinkPace } from './uplink.ts';

/** What a cloud registers of a bridge: its system id, its public key (JWK, RFC 8037) and the thumbprint of that. */
export interface BridgeRegistration {
  readonly systemId: string;
  readonly keyId: string;
  readonly jwk: object;
}

/** What the connection of a bridge to a cloud needs of its settings. */
export interface UplinkSettings {
  /** The data folder; created where it is missing. */
  readonly dataDir: string;
  /** Answers queries, and refuses commands and overrides. */
  readonly readOnly?: boolean | undefined;
  /** The address of the cloud to connect to, or a function that finds it for this bridge; a bridge needs no cloud. */
  readonly cloud?: string | ((bridge: BridgeRegistration) => Promise<string>) | undefined;
  /** Whether the cloud may be reached over plain http on another machine; false by default. */
  readonly cloudUnencrypted?: boolean | undefined;
  /** The timing of the connection to the cloud. */
  readonly uplinkPace?: UplinkPace | undefined;
  /** Random numbers 0 <= n < 1, for the id of a new bridge and the waits of its uplink. */
  readonly random?: (() => number) | undefined;
}

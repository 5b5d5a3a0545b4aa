import type { UplinkPace } from './keep-connected.ts';

/**
 * The data with which a cloud registers a bridge: its system id, its public key (JWK, RFC 8037) and the thumbprint of
 * the key.
 */
export interface BridgeRegistration {
  readonly systemId: string;
  readonly keyId: string;
  readonly jwk: object;
}

/** The settings that the connection of a bridge to a cloud needs. */
export interface UplinkSettings {
  /** The data folder; created if it is missing. With `inMemory` the data ends with the bridge. */
  readonly dataDir: string;
  /** Answers queries, and refuses commands and overrides. */
  readonly readOnly?: boolean | undefined;
  /** The address of the cloud, or a function that returns it for this bridge; optional. */
  readonly cloud?: string | ((bridge: BridgeRegistration) => Promise<string>) | undefined;
  /** True if the cloud may be reached over plain http on another machine; default false. */
  readonly cloudUnencrypted?: boolean | undefined;
  /** The timing of the connection to the cloud. */
  readonly uplinkPace?: UplinkPace | undefined;
  /** Returns random numbers 0 <= n < 1, for the id of a new bridge and the delays of its uplink. */
  readonly random?: (() => number) | undefined;
}

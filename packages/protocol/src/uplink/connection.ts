/**
 * The version of the uplink: its frames, tokens and rules. Raise it if a cloud and a bridge of two releases cannot work
 * together.
 */
const version = 1;

/**
 * Connection of a bridge to a cloud: one WebSocket, opened by the bridge at `path`, with `subprotocol`. The bearer
 * token is a JWT (RFC 7519) signed with the bridge's Ed25519 key (RFC 8037).
 */
export const uplink = {
  version,
  path: '/uplink',
  subprotocol: `uplink.v${version}.plenum`,
  /**
   * Path where a bridge registers its key, with the token that its owner granted by device authorization (RFC 8628).
   */
  pairingPath: '/uplink/pairing',
  /** The public client that every bridge uses to pair, and the scope it requests. The token pairs one bridge, once. */
  clientId: 'plenum-bridge',
  scope: 'pair-bridge',
  /** The scope of a fleet. Its token pairs any number of bridges until it expires. */
  fleetScope: 'pair-bridges',
  /**
   * The optional parameter of the device authorization request (RFC 8628, 3.1) with the bridge's system id. The id is
   * then shown to the bridge's owner.
   */
  systemIdParameter: 'system_id',
} as const;

/**
 * The tokens of a bridge. `sub` is the system id, `aud` the origin that the bridge connects to; each `jti` is used
 * once.
 */
export const bridgeToken = {
  alg: 'EdDSA',
  /**
   * Explicit types (RFC 8725, 3.11), so that the proof for pairing, which contains the key as `jwk`, cannot be used to
   * open a connection.
   */
  connectType: 'plenum-uplink+jwt',
  pairingType: 'plenum-pairing+jwt',
  /** The optional claim with the time zone of the house (OpenID Connect Core 1.0, 5.1). */
  timeZoneClaim: 'zoneinfo',
  /** Seconds from `iat` to `exp`, and the maximum difference between the clocks. */
  lifetime: 60,
  leeway: 30,
} as const;

/**
 * Reasons for refusing a bridge, as `{"error": ...}` in the response to a connection or a pairing. `busy` may come with
 * `Retry-After`: the seconds until the turn of this bridge, after the bridges that came earlier.
 */
export const entryErrors = {
  'invalid-token': 401,
  'token-used': 401,
  'not-granted': 401,
  'not-paired': 403,
  'test-users-only': 403,
  'system-taken': 409,
  'too-many-bridges': 409,
  busy: 503,
} as const;

/** The stable codes of `entryErrors`. */
export type EntryError = keyof typeof entryErrors;

/** The refusal of a bridge that offers another subprotocol, because its uplink version differs from the cloud's. */
export const otherVersion = { status: 400, error: 'other-version' } as const;

/** The maximum frame size of each side, in bytes. */
export const maxFrameBytes = { bridge: 262_144, cloud: 81_920 } as const;

/** Maximum number of components of a bridge. The largest installation has 366 with an id (interface 8, lighting 1). */
export const maxComponents = 384;

/**
 * The maximum size of a datagram, and of all datagrams of a bridge together, in characters of JSON. The largest
 * datagram of a shipped house has 5,800, and the largest house has 105,000 in total.
 */
export const maxDatagramLength = 8_192;
export const maxBridgeLength = 196_608;

/** Milliseconds. */
export const uplinkTimes = {
  /** The longest `Retry-After` that a cloud sends and a bridge follows. Without one, a bridge tries after at most a minute. */
  longestRetryAfter: 600_000,
  /** A bridge sends a ping after it has sent no frame for this time. */
  pingInterval: 15_000,
  /** A connection is dead if a frame is not acknowledged for this time, or if the bridge is silent for this time. */
  idleTimeout: 40_000,
} as const;

/**
 * Maximum total number of a bridge's reads and writes that wait for their responses; further ones are refused. The
 * bridge sends one response at a time.
 */
export const maxReads = 16;

/** The maximum size of a response to a read, in bytes as a member of its frame. */
export const maxAnswerBytes = 245_760;

/** Maximum number of controls that a bridge may have in progress; further ones are refused. */
export const maxControls = 32;

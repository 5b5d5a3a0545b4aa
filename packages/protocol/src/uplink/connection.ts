/** The version of the uplink: its frames, tokens and rules. Raise it when a cloud and a bridge of two releases cannot work together. */
const version = 1;

/**
 * How a bridge and a cloud meet: one WebSocket, opened by the bridge at `path`, with `subprotocol`. The bridge shows
 * a JWT (RFC 7519) signed with its Ed25519 key (RFC 8037) as its bearer token.
 */
export const uplink = {
  version,
  path: '/uplink',
  subprotocol: `uplink.v${version}.plenum`,
  /** Where a bridge registers its key, with the token its owner allowed it by device grant (RFC 8628). */
  pairingPath: '/uplink/pairing',
  /** The public client every bridge pairs as, and the scope it asks for: its token pairs one bridge, once. */
  clientId: 'plenum-bridge',
  scope: 'pair-bridge',
  /** The scope of a fleet: its token pairs any number of bridges until it expires. */
  fleetScope: 'pair-bridges',
  /** The parameter of the device authorization request (RFC 8628, 3.1) with the system id of a bridge, which its owner then sees; optional. */
  systemIdParameter: 'system_id',
} as const;

/** The tokens of a bridge. `sub` is the system id, `aud` the origin the bridge connects to, `jti` is used once. */
export const bridgeToken = {
  alg: 'EdDSA',
  /** Explicit types (RFC 8725, 3.11): the proof that pairs a key, which carries it as `jwk`, opens no connection. */
  connectType: 'plenum-uplink+jwt',
  pairingType: 'plenum-pairing+jwt',
  /** The claim with the time zone of the house (OpenID Connect Core 1.0, 5.1); optional. */
  timeZoneClaim: 'zoneinfo',
  /** Seconds from `iat` to `exp`, and how far clocks may differ. */
  lifetime: 60,
  leeway: 30,
} as const;

/**
 * Why a bridge is not let in, as `{"error": ...}` of the refusal of a connection or a pairing. `busy` may come with
 * `Retry-After` in seconds: the turn of this bridge, after others that came before it.
 */
export const entryErrors = {
  'invalid-token': 401,
  'token-used': 401,
  'not-granted': 401,
  'not-paired': 403,
  'system-taken': 409,
  'too-many-bridges': 409,
  busy: 503,
} as const;

/** The stable words of `entryErrors`. */
export type EntryError = keyof typeof entryErrors;

/** The refusal of a bridge that offers another subprotocol: the version of its uplink is not that of the cloud. */
export const otherVersion = { status: 400, error: 'other-version' } as const;

/** Bytes of the largest frame each side sends. */
export const maxFrameBytes = { bridge: 262_144, cloud: 81_920 } as const;

/** The most components a bridge has; the largest installation has 366 with an id (interface 8, lighting 1). */
export const maxComponents = 384;

/**
 * Characters of the largest datagram, as JSON, and of all datagrams of a bridge together. The largest of a shipped house
 * has 5,800, and all of the largest house have 105,000.
 */
export const maxDatagramLength = 8_192;
export const maxBridgeLength = 196_608;

/** Milliseconds. */
export const uplinkTimes = {
  /** A bridge that has sent nothing for so long pings. */
  pingInterval: 15_000,
  /** A frame not acknowledged for so long means that the connection is dead, as does so long a silence of the bridge. */
  idleTimeout: 40_000,
} as const;

/** The most reads and writes of a bridge that wait for their answers at once; more are refused. The bridge sends one answer at a time. */
export const maxReads = 16;

/** Bytes of the largest answer to a read, as a member of its frame. */
export const maxAnswerBytes = 245_760;

/** The most controls a bridge has under way at once; more are refused. */
export const maxControls = 32;

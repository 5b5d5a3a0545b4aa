const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The limits of a cloud, which its pages show as well; times in ms. */
export const cloudLimits = {
  /** Characters of the shortest password: length counts, composition rules do not (NIST SP 800-63B, 3.1.1.2). */
  minPasswordLength: 10,
  /** Endpoints of one app. */
  maxEndpoints: 10,
  /** Redirect URIs of an app; and the characters of all those of an app that registers itself, which are in every address that has its client id. */
  maxRedirectUris: { count: 10, characters: 1_000 },
  /** How long the previous secret signs messages beside a new one. */
  secretOverlap: day,
  /** Pauses after the first attempt at a message, the second and so on (interface 6); after the last it has failed. */
  retryPauses: [
    ...[5 * second, 30 * second, 2 * minute, 5 * minute, 30 * minute],
    ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day],
  ],
  /** An endpoint that accepted nothing for so long is disabled. */
  disableEndpointAfter: 5 * day,
  /** How much of the log of one endpoint is stored; below, how many characters of each answer. */
  deliveryLog: { rows: 500, age: 14 * day },
  storedAnswerLength: 500,
  /** Characters of a search in that log, attempts that one request sends again, and components a test message is chosen from. */
  maxSearchLength: 100,
  maxResent: 100,
  maxTestable: 1_000,
  /** Days whose requests are counted, today among them. */
  usageDays: 30,
} as const;

/**
 * What one account may use of a node of a cloud, so that it cannot hurt others. What is `PerBridge` counts for each bridge
 * that an account may have: it grows where an operator allows more. Times in ms.
 */
export const accountQuota = {
  /** Bridges that an account pairs, where the operator says nothing else, and in development mode. */
  maxBridges: 100,
  maxDevelopmentBridges: 100_000,
  /** Bridges of an account that have not connected since they were paired; as many as it may have where the operator allows more. */
  maxUnproven: 20,
  /** How long such a bridge keeps its system id; then whoever pairs it next has it. */
  unprovenFor: hour,
  /** Bridges that a node connects at a time, and those of one account among them. */
  maxEntering: 64,
  enteringPerBridge: 0.08,
  /** Attempts of bridges to connect, in a second and at once. */
  entriesPerBridge: { rate: 0.2, burst: 5 },
  /** What one bridge sends, and what all of an account send: frames, and bytes of them, in a second and at once. */
  bridgeFrames: { rate: 100, burst: 1_000 },
  bridgeBytes: { rate: 262_144, burst: 1_048_576 },
  framesPerBridge: { rate: 5, burst: 50 },
  bytesPerBridge: { rate: 16_384, burst: 163_840 },
  /** Events for endpoints of apps, caused by the bridges of an account: in a second, and at once. */
  eventsPerBridge: { rate: 20, burst: 200 },
  /** Bytes of components that apps read of an account: in a second, and at once. */
  readPerBridge: { rate: 20_480, burst: 204_800 },
  /** Controls of all apps for an account: in a second, and at once; with each refresh an app gets a token with a rate of its own. */
  controlsPerBridge: { rate: 2, burst: 20 },
  /** What a request counts at least, bytes. */
  minRead: 1_024,
  /** Discovers of one app for one account that wait; one at a time is answered. */
  maxWaitingDiscovers: 5,
  /** How long a Discover waits, how long it keeps others waiting, and how long its client may take to read it. */
  discoverTimes: { wait: 30_000, turn: 10_000, read: 60_000 },
  /** Streams of Watch at once: of one app for an account, and of all its apps. */
  maxAppStreams: 20,
  maxStreams: 40,
  /** Bytes of the cursors that the streams of an account begin with. */
  cursorBytesPerBridge: 2_048,
  /** What is read from bridges: history and energy, in a second and at once. */
  houseReads: { rate: 2, burst: 60 },
  /** Requests to resend many deliveries, in a second and at once. */
  bulkResends: { rate: 0.1, burst: 6 },
  /** Endpoints that an account enables or chooses event types for, each of which sends everything again: in a second, and at once. */
  enables: { rate: 0.2, burst: 20 },
  /**
   * Messages of assistants: in a second and at once, how many are answered at a time, how long one may take, and the bytes of
   * one request that it makes. To answer one costs ten times a Query.
   */
  assistantMessages: { rate: 20, burst: 100, concurrent: 20, time: 60_000, read: 4_194_304 },
  /** How long an answer of a bridge is given again, and how many are kept of an account. */
  readKeptFor: 15_000,
  maxKeptReads: 8,
  /** Bytes of the components of one Discover over gRPC, whose answer is one message. */
  maxGrpcDiscover: 4_194_304,
} as const;

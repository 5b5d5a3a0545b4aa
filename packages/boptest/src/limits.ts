/** Limits of a process that serves tests. */
export const boptestLimits = {
  /** Tests that run in one process. */
  tests: 16,
  /** Snapshots of one test. */
  snapshots: 8,
  /** States of a test that results are computed from again. */
  checkpoints: 100,
  /** Minutes after its last request when a test ends. */
  idleMinutes: 15,
  /** Seconds of one step, of a warm-up, and of a forecast. */
  longestStep: 366 * 86_400,
  longestWarmup: 366 * 86_400,
  longestHorizon: 366 * 86_400,
  /** Latest start of a test, in seconds since the beginning of its year. */
  latestStart: 366 * 86_400,
  /** Numbers in one forecast, and in one result. */
  numbers: 8_000_000,
} as const;

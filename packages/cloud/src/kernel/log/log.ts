/** Where a cloud writes what happens to it; pino's logger is one. Facts never hold a secret, a token or a password. */
export interface Log {
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

/** Writes nothing. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

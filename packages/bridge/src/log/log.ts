/** The log of a bridge; a pino logger is one. */
export interface Log {
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

/** Writes nothing. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

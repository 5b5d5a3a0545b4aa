import type { Clock } from './clock/clock.ts';

/** A log, such as a pino logger. Facts never contain a secret, a token or a password. */
export interface Log {
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}

/** A log that writes nothing. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The levels of a log, the most detailed first. */
export const logLevels = ['info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

const pause = 10_000;

/** Writes a sentence with its facts, unless the same sentence was written in the last ten seconds. */
export type QuietWarning = (sentence: string, facts?: Readonly<Record<string, unknown>>) => void;

/**
 * Creates a warning function that writes each sentence at most once every ten seconds, with the number of omitted
 * repetitions, so that an attacker cannot flood the log.
 */
export function createQuietWarning(log: Log, clock: Clock): QuietWarning {
  const kinds = new Map<string, { until: number; more: number }>();
  return (sentence, facts = {}) => {
    const now = clock.now();
    const last = kinds.get(sentence);
    if (last !== undefined && now < last.until) {
      last.more++;
      return;
    }
    const more = last?.more ?? 0;
    kinds.set(sentence, { until: now + pause, more: 0 });
    log.warn({ ...facts, ...(more > 0 && { more }) }, sentence);
  };
}

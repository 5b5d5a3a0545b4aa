import { type LogLine, maxLogLines } from '@plenum/insight/diagnostics';
import type { Clock } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';

/** A log that also keeps its last lines in memory, for diagnostics. */
export interface LogMemory extends Log {
  /** The last lines, oldest first; without their facts, which contain addresses. */
  lines(): readonly LogLine[];
}

/** Returns the code of an error, such as `ECONNREFUSED`, because its message may contain anything. */
const codeOf = (facts: object): string => {
  const { code } = ((facts as { err?: unknown }).err ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z_]{2,40}$/.test(code) ? `: ${code}` : '';
};

/** Wraps a log to keep the last lines written to it. */
export function createLogMemory(log: Log, clock: Clock): LogMemory {
  const lines: LogLine[] = [];
  const remember = (level: LogLine['level']) => (facts: object, sentence: string) => {
    lines.push({ at: clock.now(), level, sentence: `${sentence}${codeOf(facts)}` });
    if (lines.length > maxLogLines) lines.shift();
    log[level](facts, sentence);
  };
  return { info: remember('info'), warn: remember('warn'), error: remember('error'), lines: () => lines };
}

import { toPlainText } from '@plenum/protocol/text';
import type { Io } from './io.ts';

const toTime = (date: Date) => date.toISOString().slice(11, 19);

/** Creates a log of readable lines. `info` is left out, except during a trace, because it would fill the terminal. */
export function createLineLog(io: Io) {
  const write = (level: string) => (facts: object, sentence: string) => {
    const { err, ...rest } = facts as { err?: unknown };
    const why = typeof err === 'object' && err !== null && 'message' in err ? `: ${err.message}` : '';
    const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
    io.err(toPlainText(`${toTime(new Date())} ${level}: ${sentence}${why}${more}`));
  };
  const info = (facts: object, sentence: string) => {
    if ('trace' in facts) write('info')(facts, sentence);
  };
  return { info, warn: write('warning'), error: write('error') };
}

import type { Io } from './io.ts';

const toTime = (date: Date) => date.toISOString().slice(11, 19);

/** A log as lines for a person; `info` is left out, since a bridge and a cloud say much. */
export const createLineLog = (io: Io) => {
  const write = (level: string) => (facts: object, sentence: string) => {
    const { err, ...rest } = facts as { err?: unknown };
    const why = typeof err === 'object' && err !== null && 'message' in err ? `: ${err.message}` : '';
    const more = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
    io.err(`${toTime(new Date())} ${level}: ${sentence}${why}${more}`);
  };
  return { info: () => {}, warn: write('warning'), error: write('error') };
};

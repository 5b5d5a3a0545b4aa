import { type Dialect, toWord } from '@plenum/protocol/dialect';

/** A path in neutral words and, where it is another, in those of the dialect: both are served. */
export const pathsOf = (path: string, dialect: Dialect): string[] => [
  ...new Set([path, toWord(dialect, 'paths', path)]),
];

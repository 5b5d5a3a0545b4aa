import { setFlagsFromString } from 'node:v8';

/**
 * Does work at once, without V8's middle compiler beside it. In a burst of work Maglev compiles hundreds of functions in other
 * threads, whose arenas keep some 25 MB afterwards; a start takes as long without it (`npm run bench -- start`).
 */
export const withoutMaglev = <T>(work: () => T): T => {
  setFlagsFromString('--no-maglev');
  try {
    return work();
  } finally {
    setFlagsFromString('--maglev');
  }
};

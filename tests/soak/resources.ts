import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The resources that a process holds. */
export interface Usage {
  /** Resident memory in MB. */
  readonly memory: number;
  /** Number of open file descriptors, including sockets. */
  readonly files: number;
  readonly sockets: number;
}

const isSocket = (path: string): boolean => {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    // It was closed after the folder was read.
    return false;
  }
};

/** Reads the resources of a process from `/proc` (Linux). */
export const readUsage = (pid: number): Usage => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  const files = readdirSync(`/proc/${pid}/fd`);
  return {
    memory: Math.round(Number(kilobytes) / 1_024),
    files: files.length,
    sockets: files.filter((name) => isSocket(`/proc/${pid}/fd/${name}`)).length,
  };
};

/** Fewer values than this are not judged, because caches and the heap of a process still grow at the beginning. */
const leastValues = 9;

/** Growth that is not judged, as a factor of the earlier value. */
const allowedFactor = 1.25;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * True if values that were read at regular intervals still grow at their end: the median of the last third is more than
 * a quarter and more than `slack` above the median of the third before it.
 */
export const isGrowing = (values: readonly number[], slack: number): boolean => {
  if (values.length < leastValues) return false;
  const third = Math.floor(values.length / 3);
  const [middle, last] = [medianOf(values.slice(-2 * third, -third)), medianOf(values.slice(-third))];
  return last > middle * allowedFactor && last > middle + slack;
};

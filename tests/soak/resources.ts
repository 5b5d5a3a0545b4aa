import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The resources that processes hold. */
export interface Usage {
  /** Resident memory in MB; memory that processes share counts once. */
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

const readParent = (pid: string): number | undefined => {
  try {
    // The name in parentheses may contain anything; the parent is the second value after it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)!.split(' ')[2]);
  } catch {
    // It ended after the folder was read.
    return undefined;
  }
};

/** Returns the processes that a process has started, those that they have started, and so on; parents first. */
export function findDescendants(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), readParent(name)] as const);
  const below = (parent: number): readonly number[] => {
    const children = parents.filter(([, of]) => of === parent).map(([child]) => child);
    return [...children, ...children.flatMap(below)];
  };
  return below(pid);
}

const readOne = (pid: number): Usage | undefined => {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!;
    const files = readdirSync(`/proc/${pid}/fd`);
    return {
      memory: Number(kilobytes) / 1_024,
      files: files.length,
      sockets: files.filter((name) => isSocket(`/proc/${pid}/fd/${name}`)).length,
    };
  } catch {
    // It ended after the list of processes was read.
    return undefined;
  }
};

/** Reads the resources of processes together from `/proc` (Linux). */
export function readUsage(pids: readonly number[]): Usage {
  const all = pids.flatMap((pid) => readOne(pid) ?? []);
  const sum = (measure: keyof Usage) => Math.round(all.reduce((total, one) => total + one[measure], 0));
  return { memory: sum('memory'), files: sum('files'), sockets: sum('sockets') };
}

/** Fewer values than this are not judged, because caches and the heap of a process still grow at the beginning. */
export const leastValues = 9;

/** Growth that is not judged, as a factor of the earlier value. */
const allowedFactor = 1.25;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/**
 * True if values that were read at regular intervals still grow at their end: the median of the last third is more than
 * a quarter and more than `slack` above the median of the third before it.
 */
export function isGrowing(values: readonly number[], slack: number): boolean {
  if (values.length < leastValues) return false;
  const third = Math.floor(values.length / 3);
  const [middle, last] = [medianOf(values.slice(-2 * third, -third)), medianOf(values.slice(-third))];
  return last > middle * allowedFactor && last > middle + slack;
}

import { readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Tells the process apart from a later one with the same id. */
  readonly startedAt: string;
}

/** Reads a process; `undefined` if it has ended. Throws if the system has no `/proc`, or cannot read it now. */
function readProcess(pid: number): Process | undefined {
  const text = readStat(pid);
  if (text === undefined) return undefined;
  // The name is in brackets and may contain any character.
  const [, name, rest] = /\((.*)\) (.*)/s.exec(text)!;
  const fields = rest!.split(' ');
  const [state, parent, startedAt] = [fields[0]!, Number(fields[1]), fields[19]!];
  // A zombie has ended, although nobody has asked for its exit code.
  return state === 'Z' ? undefined : { pid, parent, name: name!, startedAt };
}

function readStat(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}

/**
 * npm, programs of Node, and the shells in which npm runs a script. A person's shell may end before the programs that it
 * started.
 */
const isStarter = ({ name }: Process) => /^(npm|node|sh$|dash$)/.test(name);

/** Returns the processes that started this one through npm, the nearest first; empty without `/proc`. */
function readStarters(): readonly Process[] {
  const starters: Process[] = [];
  for (let pid = process.ppid; ; pid = starters.at(-1)!.parent) {
    const found = readProcess(pid);
    if (found === undefined || !isStarter(found)) return starters;
    starters.push(found);
  }
}

/** True if a process has ended. A process that cannot be read now, for example with too many open files, may be there. */
function hasEnded({ pid, startedAt }: Process): boolean {
  try {
    return readProcess(pid)?.startedAt !== startedAt;
  } catch {
    return false;
  }
}

/**
 * Calls a function once any of the processes that started this one through npm has ended: npm that is killed leaves its
 * shell and this process running.
 */
export function onOrphaned(end: () => void): void {
  const starters = readStarters();
  const timer = setInterval(() => {
    if (!starters.some(hasEnded)) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

import { readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

/** Reads a process; `undefined` if it has ended, or if the system has no `/proc`. */
function readProcess(pid: number): Process | undefined {
  try {
    // The name is in brackets and may contain any character.
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!;
    return { pid, parent: Number(parent), name: name! };
  } catch {
    return undefined;
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

/**
 * Calls a function once any of the processes that started this one through npm has ended: npm that is killed leaves its
 * shell and this process running.
 */
export function onOrphaned(end: () => void): void {
  const starters = readStarters();
  const timer = setInterval(() => {
    if (starters.every(({ pid, parent }) => readProcess(pid)?.parent === parent)) return;
    clearInterval(timer);
    end();
  }, 500);
  timer.unref();
}

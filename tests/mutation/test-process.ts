import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestRun {
  /** False if a test failed, or if the process crashed or took too long. */
  readonly isPassed: boolean;
  readonly isTimedOut: boolean;
  readonly milliseconds: number;
}

interface RunOptions {
  readonly most: number;
  readonly env: NodeJS.ProcessEnv;
  /** Further options of `node --test`. */
  readonly words?: readonly string[];
}

/**
 * Runs a test file in a tree until its first failure, or for at most `most` milliseconds, and ends the processes that
 * it started.
 */
export async function runTestFile(
  tree: string,
  file: string,
  { most, env, words = [] }: RunOptions,
): Promise<TestRun> {
  const startedAt = performance.now();
  const all = ['--test', '--test-isolation=none', '--test-reporter=tap', ...words, file];
  const child = spawn(process.execPath, all, {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A separate process group, so that processes started by the test end with it.
    detached: true,
  });
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The process group has already ended.
    }
  };
  process.once('exit', end);
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    end();
  }, most);
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
    if (/^ *not ok /m.test(output)) end();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  process.off('exit', end);
  return { isPassed: code === 0, isTimedOut, milliseconds: performance.now() - startedAt };
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
}

/** A character of a file is run by a test, it is in a function that the test calls, or neither. */
export type Reach = 'run' | 'called' | 'none';

/**
 * Reads the coverage that Node wrote to a folder (`NODE_V8_COVERAGE`). Returns a function that returns how a test
 * reaches a given character of a file. V8 sometimes counts code that follows an `await` in a branch as part of the
 * branch, so a character that is only `called` may have been run.
 */
export function readCoverage(folder: string): (url: string, offset: number) => Reach {
  const processes = readdirSync(folder).map((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage;
    return new Map(result.map(({ url, functions }) => [url, functions]));
  });
  const lengthOf = ({ startOffset, endOffset }: { startOffset: number; endOffset: number }) =>
    endOffset - startOffset;
  return (url, offset) => {
    const reached = processes.map((files): Reach => {
      const functions = (files.get(url) ?? [])
        .map(({ ranges }) =>
          ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset),
        )
        .filter((ranges) => ranges.length > 0)
        .toSorted((a, b) => lengthOf(a[0]!) - lengthOf(b[0]!));
      const [innermost] = functions.flat().toSorted((a, b) => lengthOf(a) - lengthOf(b));
      if ((innermost?.count ?? 0) > 0) return 'run';
      return (functions[0]?.[0]?.count ?? 0) > 0 ? 'called' : 'none';
    });
    return reached.includes('run') ? 'run' : reached.includes('called') ? 'called' : 'none';
  };
}

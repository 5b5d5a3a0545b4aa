import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Files and folders that are not copied, because they are installed, built or written by a run. */
const left = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage', 'screenshots']);
const isSource = (path: string): boolean => !left.has(basename(path)) && !path.endsWith('.log');

/** Links packages: those of the workspace to the copy, all others to the tree. */
const linkModules = (copy: string): void => {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, '@plenum'), { recursive: true });
  for (const name of readdirSync(from).filter((name) => name !== '@plenum' && name !== '.cache'))
    symlinkSync(join(from, name), join(to, name));
  for (const path of globSync(['packages/*/package.json', 'examples/package.json'], { cwd: copy })) {
    const { name } = JSON.parse(readFileSync(join(copy, path), 'utf8')) as { name: string };
    symlinkSync(join(copy, dirname(path)), join(to, name));
  }
};

/** Runs a program and returns its output; throws an error with the end of its output if it failed. */
export type RunIn = (program: string, ...words: readonly string[]) => Promise<string>;

export interface TreeCopy extends Disposable {
  readonly folder: string;
  /** Runs a program in the copy, with the Node of this process. */
  readonly run: RunIn;
  /** Returns the files that differ from those of the tree. */
  readonly changed: () => readonly string[];
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => path.split('/').every(isSource))
    .sort();

/** Returns the failed tests from the output of a test run, or the end of other output. */
const toFailures = (written: string): string => {
  const [, ...failures] = written.split('failing tests:');
  return failures.length === 0
    ? written.slice(-6_000)
    : failures.map((each) => each.slice(0, 6_000)).join('\n');
};

/** Copies the tree with its packages to a temporary folder. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-tree-'));
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || isSource(path) });
  linkModules(folder);
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(PLENUM_FULL$|NODE_TEST_CONTEXT|FORCE_COLOR)/.test(key),
  );
  const env = {
    ...Object.fromEntries(own),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/plenum'),
  };
  return {
    folder,
    run: (program, ...words) =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, out: string, err: string) =>
          error === null
            ? resolve(out)
            : reject(new Error(`${program} ${words[0]} failed\n${toFailures(`${out}${err}`)}`));
        execFile(program, [...words], { cwd: folder, env, maxBuffer: 1 << 28 }, done);
      }),
    changed: () => {
      const before = new Set(filesIn(root));
      const read = (tree: string, path: string) => readFileSync(join(tree, path), 'utf8');
      return filesIn(folder).filter((path) => !before.has(path) || read(folder, path) !== read(root, path));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

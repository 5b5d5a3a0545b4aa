import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface SourceFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly source: string;
}

/** Reads the sources that people write, without those that a program generates. */
export const readSourceFiles = (): readonly SourceFile[] =>
  globSync('{packages,tests,bench,fuzz,site,examples,packaging}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|gen)$/.test(path),
  }).map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

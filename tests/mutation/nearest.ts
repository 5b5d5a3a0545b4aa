import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, readEntries, resolveImport } from '../imports.ts';
import { alone } from '../runner/test-files.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the files that import each of the given files. */
export function readImporters(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const entries = readEntries();
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const specifier of importsOf(readFileSync(join(root, file), 'utf8'))) {
      const target = specifier.startsWith('.') ? resolveImport(file, specifier) : entries.get(specifier);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  return importers;
}

/** Number of names in the path of a package. */
const packageLength = 2;

const commonLength = (one: string, other: string): number => {
  const [a, b] = [one.split('/'), other.split('/')];
  const differs = a.findIndex((part, index) => part !== b[index]);
  return differs === -1 ? a.length : differs;
};

/** Returns the files that import a file, directly or through others, each with the number of steps. */
export function findImporting(
  file: string,
  importers: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances)
    for (const importer of importers.get(reached) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

/**
 * Returns the tests nearest to a source file: the test with its name, tests in its folder, then other tests of its
 * package that import it through the fewest files; tests of other packages only if its own has none. Excludes tests that have a separate process in a whole run, because they take minutes.
 */
export function findNearest(
  file: string,
  importers: ReadonlyMap<string, readonly string[]>,
  most: number,
): readonly string[] {
  const distances = findImporting(file, importers);
  const ofItsName = file.replace(/\.ts$/, '.test.ts');
  const nearnessOf = (test: string) => (test === ofItsName ? 2 : Number(dirname(test) === dirname(file)));
  const tests = [...distances.keys()].filter((path) => path.endsWith('.test.ts') && !alone.includes(path));
  // A test of another package starts half of the product, so it takes minutes.
  const own = tests.filter((test) => commonLength(test, file) >= packageLength);
  return (own.length > 0 ? own : tests)
    .toSorted(
      (a, b) =>
        nearnessOf(b) - nearnessOf(a) ||
        distances.get(a)! - distances.get(b)! ||
        commonLength(b, file) - commonLength(a, file),
    )
    .slice(0, most);
}

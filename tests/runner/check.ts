/**
 * Checks types, lint and the texts of the pages: `node tests/runner/check.ts [types|lint|texts]`. The programs run in
 * parallel. TypeScript uses one thread per program, because several threads would check the same types repeatedly, and
 * stores what it found, so that the next check reads only what changed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/plenum');

/** The command that checks the types of a project, with the file where it stores its findings. */
const typesOf = (project: string, file: string): readonly string[] => [
  'node_modules/typescript/bin/tsc',
  '--noEmit',
  '--singleThreaded',
  '--incremental',
  ...['--tsBuildInfoFile', join(cache, file)],
  ...['-p', project],
];

const programs: readonly { readonly name: string; readonly words: readonly string[] }[] = [
  { name: 'types', words: typesOf('.', 'types.tsbuildinfo') },
  { name: 'types', words: typesOf('packages/web', 'types-web.tsbuildinfo') },
  { name: 'lint', words: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'texts', words: ['packages/web/src/build/check-texts.ts'] },
];

const run = async ([script, ...words]: readonly string[]): Promise<boolean> => {
  const child = spawn(process.execPath, [join(root, script!), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  process.stdout.write(out);
  process.stderr.write(err);
  return code === 0;
};

const wanted = process.argv[2];
const chosen = programs.filter(({ name }) => wanted === undefined || name === wanted);
if (chosen.length === 0) throw new Error(`There is no check "${wanted}". Use types, lint or texts.`);
const passed = await Promise.all(chosen.map(({ words }) => run(words)));
process.exitCode = passed.every(Boolean) ? 0 : 1;

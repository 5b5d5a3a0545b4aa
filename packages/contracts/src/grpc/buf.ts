import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Of 125 MB, for one file that rarely changes: fetched by npm when it is needed, and not installed with the workspace. */
const tools = ['@bufbuild/buf@1.75.0', '@bufbuild/protoc-gen-es@2.17.0'];

/** Runs `buf` with the generator of TypeScript beside it; rejects with its output in `stdout` where it fails. */
export const buf = async (...words: readonly string[]): Promise<void> => {
  const packages = tools.map((tool) => `--package=${tool}`);
  await promisify(execFile)('npm', ['exec', '--yes', ...packages, '--', 'buf', ...words]);
};

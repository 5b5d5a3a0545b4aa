import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The tools take 125 MB and are needed for one file that rarely changes, so npm fetches them on demand instead of
 * installing them with the workspace.
 */
const tools = ['@bufbuild/buf@1.75.0', '@bufbuild/protoc-gen-es@2.17.0'];

/** Runs `buf` with the TypeScript generator in its path. Rejects with the output in `stdout` if it fails. */
export async function buf(...words: readonly string[]): Promise<void> {
  const packages = tools.map((tool) => `--package=${tool}`);
  await promisify(execFile)('npm', ['exec', '--yes', ...packages, '--', 'buf', ...words]);
}

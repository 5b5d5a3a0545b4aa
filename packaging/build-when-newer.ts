/** Builds `dist/` (`build.ts`), unless nothing that it contains has changed since the last build. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.ts';

/**
 * Files and folders; a folder changes if a file in it is added or removed. The pages (`packages/web/dist`) are built from
 * files in `packages` too.
 */
const sources = [
  'packages',
  '{packages,examples}/**/*',
  'packaging/*.ts',
  'LICENSE',
  'package-lock.json',
  'tsconfig.json',
  'site/dist/index.html',
];

/** Contains the time at which the last complete build began. The build itself removes it first. */
const stamp = join(root, 'dist/built-at');
const builtAt = existsSync(stamp) ? Number(readFileSync(stamp, 'utf8')) : 0;
const isNewer = (path: string) => statSync(join(root, path)).mtimeMs > builtAt;

if (globSync(sources, { cwd: root, exclude: ['**/node_modules/**', 'packages/web/dist/**'] }).some(isNewer)) {
  const beganAt = Date.now();
  const { status } = spawnSync(process.execPath, [join(root, 'packaging/build.ts')], { stdio: 'inherit' });
  if (status === 0) writeFileSync(stamp, `${beganAt}`);
  process.exitCode = status ?? 1;
}

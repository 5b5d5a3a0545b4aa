import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtFolder } from '../index.ts';

const packages = fileURLToPath(new URL('../../..', import.meta.url));
const sources = [
  'web/src/**/*',
  'web/*.{html,svg,ts,json}',
  'web/public/*',
  '{protocol,client,design}/src/**/*',
];
const built = `${builtFolder}/index.html.gz`;
const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
const isNewer = (path: string) => statSync(`${packages}/${path}`).mtimeMs > builtAt;

if (globSync(sources, { cwd: packages }).some(isNewer)) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('./build.ts', import.meta.url))], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { toCommandLine } from './command-line.ts';
import { filePatterns } from './pages.ts';
import { toRelativeModule, toRelativePage, toRelativeStyles } from './relative.ts';
import { toStrictPages } from './strict.ts';

const site = join(import.meta.dirname, '..');
/** The output folder: `site/dist`, or the argument. */
const dist = resolve(process.argv[2] ?? join(site, 'dist'));
const read = (path: string) => readFileSync(join(dist, path), 'utf8');

const run = (program: string, args: readonly string[]) => {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  const { status, error } = spawnSync(program, args, { cwd: site, stdio: 'inherit', env });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} failed.`);
};

/** True if the installed packages match the lock file. */
const isInstalled = (): boolean => {
  const installed = join(site, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const versionOf = (path: string, name: string) =>
    JSON.parse(readFileSync(path, 'utf8')).packages[`node_modules/${name}`]?.version;
  return ['astro', '@astrojs/starlight'].every(
    (name) => versionOf(installed, name) === versionOf(join(site, 'package-lock.json'), name),
  );
};

/** Writes the pages that exist only on the site, from the definitions. */
const generate = async () => {
  const folder = join(site, '.generated');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'command-line.md'), await toCommandLine());
};

const copyFiles = () => {
  const root = join(site, '..');
  for (const file of globSync(filePatterns as string[], { cwd: root }))
    cpSync(join(root, file), join(dist, 'files', file));
};

/** Removes Pagefind's user interface, because Starlight has its own. */
const removeUnused = () => {
  for (const path of globSync('pagefind/pagefind-{ui,modular-ui,component-ui,highlight}.*', { cwd: dist }))
    rmSync(join(dist, path));
};

/** Makes every link relative, so that no file contains the address of the site. */
const makeRelative = () => {
  const ways = { html: toRelativePage, css: toRelativeStyles, js: toRelativeModule };
  for (const [extension, toRelative] of Object.entries(ways))
    for (const path of globSync(extension === 'html' ? '**/*.html' : `_astro/*.${extension}`, { cwd: dist }))
      writeFileSync(join(dist, path), toRelative(read(path), path));
};

/** Moves inline scripts and styles of pages to files, and compresses each text once. */
const finish = () => {
  const paths = globSync('**/*.html', { cwd: dist });
  const { pages, files } = toStrictPages(new Map(paths.map((path) => [path, read(path)])), '/docs/_astro/');
  for (const [path, html] of pages) writeFileSync(join(dist, path), html);
  for (const { name, text } of files) writeFileSync(join(dist, '_astro', name), text);
  makeRelative();
  for (const path of globSync('**/*.{html,js,css,svg,json,proto,yaml,yml,py,go}', { cwd: dist }))
    writeFileSync(join(dist, `${path}.gz`), gzipSync(readFileSync(join(dist, path)), { level: 9 }));
};

if (!isInstalled()) run('npm', ['ci', '--no-audit', '--no-fund']);
rmSync(dist, { recursive: true, force: true });
await generate();
run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent', '--outDir', dist]);
copyFiles();
removeUnused();
finish();

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { builtFolder } from '../index.ts';

const most = 180_000;
const read = (path: string) => readFileSync(`${builtFolder}/${path}`, 'utf8');
const packed = (path: string) => readFileSync(`${builtFolder}/${path}.gz`).length;

/** Returns the scripts that a page loads before it renders: those in its HTML, and all their static imports. */
const initialScripts = (page: string): string[] => {
  const named = [...read(page).matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  const found = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, name] of read(path).matchAll(
      /(?:^|[;}])(?:import|export)\s*[^"'()]*?["']\.\/([^"']+\.js)["']/g,
    ))
      visit(`assets/${name}`);
  };
  named.forEach(visit);
  return [...found];
};

for (const [name, page] of [
  ['the house', 'index.html'],
  ['the account', 'cloud.html'],
] as const)
  describe(`the built page of ${name}`, () => {
    it('a built page loads at most 180 kB of compressed script before it shows anything', (t) => {
      const scripts = initialScripts(page);
      assert.ok(scripts.length > 0);
      const size = scripts.reduce((sum, path) => sum + packed(path), 0);
      t.diagnostic(`${size} bytes`);
      assert.ok(size <= most, `${scripts.join(', ')} are ${size} bytes`);
    });

    it('a built page loads at most a few scripts before it shows anything', () => {
      const styles = read(page).match(/rel="stylesheet"/g) ?? [];
      assert.ok(initialScripts(page).length + styles.length <= 12);
    });

    it('a built page has no inline script and no inline style', () => {
      assert.doesNotMatch(read(page), /<script(?![^>]* src=)|<style|\son\w+=|style=/);
    });

    it('a built page contains no URL of another host', () => {
      assert.doesNotMatch(read(page), /https?:\/\//);
      for (const path of globSync('assets/*.css', { cwd: builtFolder }))
        assert.doesNotMatch(read(path), /url\(["']?(?:https?:)?\/\//);
    });
  });

it('neither page loads the initial scripts of the other one', () => {
  const startsOf = (page: string) =>
    initialScripts(page).flatMap((path) => /assets\/(\w+-start)-/.exec(path)?.[1] ?? []);
  assert.deepEqual(startsOf('index.html'), ['house-start']);
  assert.deepEqual(startsOf('cloud.html'), ['account-start']);
});

it('the service worker imports no chunk and lists only files that exist', () => {
  const worker = read('service-worker.js');
  assert.doesNotMatch(worker, /\b(?:import|export)\b/);
  const files = [...worker.matchAll(/"(assets\/[^"]+)"/g)].map(([, path]) => path!);
  assert.ok(files.length > 50);
  for (const path of files) assert.ok(existsSync(`${builtFolder}/${path}`), path);
  const initial = ['index.html', 'cloud.html'].flatMap(initialScripts);
  for (const path of initial) assert.ok(files.includes(path), path);
});

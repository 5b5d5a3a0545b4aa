import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { times } from '@plenum/testbed/full-run';
import { runBridge } from '@plenum/testbed/house';
import { moved, pages } from './pages.ts';

const site = join(import.meta.dirname, '..');
/** A separate folder on the same disk, because other tests serve and pack `site/dist`. */
const dist = join(site, '.astro', `built-${process.pid}`);
const read = (path: string) => readFileSync(join(dist, path), 'utf8');

const isFull = times({ usual: 0, full: 1 }) === 1;
/**
 * Installing the site takes 13 s of one core and 180 MB, so this runs only if it is installed, or in the full run, as
 * in CI.
 */
const skip =
  existsSync(join(site, 'node_modules')) || isFull ? false : 'the site is not installed: npm run docs';

describe('the built documentation', { skip }, () => {
  let html: ReadonlyMap<string, string>;
  before(() => {
    const { status, stderr } = spawnSync(process.execPath, [join(site, 'build/build.ts'), dist], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    html = new Map(globSync('**/*.html', { cwd: dist }).map((path) => [path, read(path)]));
  });
  after(() => rmSync(dist, { recursive: true, force: true }));
  const faults = (of: (text: string, path: string) => Iterable<string>) =>
    [...html].flatMap(([path, text]) => [...of(text, path)].map((fault) => `${path}: ${fault}`));

  it('the built documentation has a titled page per document, and an error page', () => {
    const addresses = [...pages.map(({ path }) => path), ...Object.keys(moved)];
    const expected = ['404.html', 'index.html', ...addresses.map((path) => `${path}/index.html`)];
    assert.deepEqual([...html.keys()].sort(), expected.sort());
    assert.deepEqual(
      faults((text) => (/<title>[^<]{3,}<\/title>/.test(text) ? [] : ['no title'])),
      [],
    );
  });

  it("the built documentation has nothing inline, as the servers' policy requires", () => {
    assert.deepEqual(
      faults(
        // The text that the button copies may contain the word of an option, such as <style>.
        (text) =>
          text
            .replace(/ data-code="[^"]*"/g, '')
            .match(/<style|<script(?![^>]*\ssrc=)[^>]*>|<[a-z][^<>]*\s(?:style|on[a-z]+)="/g) ?? [],
      ),
      [],
    );
  });

  it('the built documentation loads nothing from other hosts', () => {
    assert.deepEqual(
      faults(
        (text) =>
          text.match(/<(?:link|script|img|source|iframe)[^>]*(?:src|href|srcset)="(?:https?:)?\/\/[^>]*/g) ??
          [],
      ),
      [],
    );
    for (const path of globSync('**/*.css', { cwd: dist }))
      assert.doesNotMatch(read(path), /url\(["']?(?:https?:)?\/\/|@import ["'](?:https?:)?\/\//, path);
  });

  it('the links of the built documentation lead to pages and headings that exist', () => {
    const idsOf = new Map(
      [...html].map(([path, text]) => [
        path,
        new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)),
      ]),
    );
    const dead = faults(function* (text, path) {
      for (const [, href] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (/^(https?|mailto):/.test(href!)) continue;
        const { pathname, hash } = new URL(href!, `http://plenum/docs/${path}`);
        const anchor = hash.slice(1);
        const below = pathname.replace(/^\/docs\//, '').replace(/(^|\/)$/, '$1index.html');
        if (!existsSync(join(dist, below))) yield href!;
        else if (anchor && !idsOf.get(below)?.has(decodeURIComponent(anchor))) yield href!;
      }
    });
    assert.deepEqual(dead, []);
  });

  it("the built documentation works below a proxy's path: only the error page has absolute links", () => {
    const absolute = /["'`(]\/docs\//;
    const loaded = globSync('{**/*.html,_astro/*.{js,css}}', { cwd: dist }).filter(
      (path) => path !== '404.html',
    );
    assert.ok(loaded.length > html.size);
    assert.deepEqual(
      loaded.filter((path) => absolute.test(read(path))),
      [],
    );
    // Throws if the build has broken a module.
    for (const path of globSync('_astro/*.js', { cwd: dist })) stripTypeScriptTypes(read(path));
  });

  it('the built documentation can be searched', () => {
    const { languages } = JSON.parse(read('pagefind/pagefind-entry.json'));
    assert.ok(languages.en.page_count > pages.length - 1, `${languages.en.page_count} of ${pages.length}`);
  });

  it('a bridge serves the built documentation', async () => {
    await using bridge = await runBridge({ docsFolder: dist });
    const url = `http://127.0.0.1:${bridge.http.port}`;
    const answer = await fetch(`${url}/docs/tutorials/owner/`);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /<h1[^>]*>A house to try<\/h1>/);
    assert.match(answer.headers.get('content-security-policy')!, /style-src 'self';/);
    assert.equal((await fetch(`${url}/docs/nowhere/`)).status, 404);
  });
});

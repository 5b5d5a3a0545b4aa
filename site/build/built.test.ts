import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { startEverything } from '@plenum/testbed/everything';
import { times } from '@plenum/testbed/full-run';
import { pages } from './pages.ts';

const site = join(import.meta.dirname, '..');
const dist = join(site, 'dist');
const read = (path: string) => readFileSync(join(dist, path), 'utf8');

const isFull = times({ usual: 0, full: 1 }) === 1;
/** Installing the site costs half a minute, so only those pay who have it or run everything. */
const skip =
  existsSync(join(site, 'node_modules')) || isFull ? false : 'the site is not installed: npm run docs';

describe('the built documentation', { skip }, () => {
  let html: ReadonlyMap<string, string>;
  before(() => {
    const { status, stderr } = spawnSync(process.execPath, [join(site, 'build/build.ts')], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    html = new Map(globSync('**/*.html', { cwd: dist }).map((path) => [path, read(path)]));
  });
  const faults = (of: (text: string, path: string) => Iterable<string>) =>
    [...html].flatMap(([path, text]) => [...of(text, path)].map((fault) => `${path}: ${fault}`));

  it('has a page with a title for each document, and one for what does not exist', () => {
    const expected = ['404.html', 'index.html', ...pages.map(({ path }) => `${path}/index.html`)];
    assert.deepEqual([...html.keys()].sort(), expected.sort());
    assert.deepEqual(
      faults((text) => (/<title>[^<]{3,}<\/title>/.test(text) ? [] : ['no title'])),
      [],
    );
  });

  it('has nothing inline, as the policy of the servers wants it', () => {
    assert.deepEqual(
      faults(
        // What the button copies may have the word of an option, such as <style>.
        (text) =>
          text
            .replace(/ data-code="[^"]*"/g, '')
            .match(/<style|<script(?![^>]*\ssrc=)[^>]*>|<[a-z][^<>]*\s(?:style|on[a-z]+)="/g) ?? [],
      ),
      [],
    );
  });

  it('loads nothing from elsewhere', () => {
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

  it('leads to pages and headings that exist', () => {
    const idsOf = new Map(
      [...html].map(([path, text]) => [
        path,
        new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id]) => id)),
      ]),
    );
    const dead = faults(function* (text, path) {
      for (const [, href] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        if (/^(https?|mailto):/.test(href!)) continue;
        const [target = '', anchor] = href!.split('#');
        const below =
          target === '' ? path : target.replace(/^\/docs\//, '').replace(/(^|\/)$/, '$1index.html');
        if (!existsSync(join(dist, below))) yield href!;
        else if (anchor && !idsOf.get(below)?.has(decodeURIComponent(anchor))) yield href!;
      }
    });
    assert.deepEqual(dead, []);
  });

  it('can be searched', () => {
    const { languages } = JSON.parse(read('pagefind/pagefind-entry.json'));
    assert.ok(languages.en.page_count > pages.length - 1, `${languages.en.page_count} of ${pages.length}`);
  });

  it('is served by plenum start, by the bridge and by the cloud', async () => {
    await using plenum = await startEverything();
    for (const url of [plenum.bridge, plenum.cloud]) {
      const answer = await fetch(`${url}/docs/tutorials/owner/`);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /<h1[^>]*>A house to try<\/h1>/);
      assert.match(answer.headers.get('content-security-policy')!, /style-src 'self';/);
      assert.equal((await fetch(`${url}/docs/nowhere/`)).status, 404);
    }
  });
});

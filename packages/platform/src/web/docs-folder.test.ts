import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { type DocsAnswer, openDocsFolder } from './docs-folder.ts';

const build = () => {
  const folder = createDataFolder();
  const { path } = folder;
  for (const folder of ['_astro', 'how-to/install', 'pagefind/fragment'])
    mkdirSync(join(path, folder), { recursive: true });
  writeFileSync(join(path, 'index.html'), 'first');
  writeFileSync(join(path, '404.html'), 'nothing here');
  writeFileSync(join(path, 'how-to/install/index.html'), 'install');
  writeFileSync(join(path, 'how-to/install/index.html.gz'), gzipSync('install'));
  writeFileSync(join(path, '_astro/ec.1.css'), 'css');
  writeFileSync(join(path, 'pagefind/pagefind-entry.json'), '{}');
  writeFileSync(join(path, 'pagefind/fragment/en_1.pf_fragment'), 'packed');
  writeFileSync(join(path, 'notes.txt'), 'not yours');
  return { docs: openDocsFolder(path), [Symbol.dispose]: folder[Symbol.dispose] };
};

const textOf = (answer: DocsAnswer | undefined) =>
  answer !== undefined && 'bytes' in answer ? answer.bytes.toString() : undefined;
const header = (answer: DocsAnswer | undefined, name: string) =>
  (answer?.headers as Readonly<Record<string, string>> | undefined)?.[name];

describe('the folder of the built documentation', () => {
  it('the documentation folder serves the page of a folder, compressed if the client accepts it', async () => {
    using built = build();
    assert.equal(textOf(await built.docs.at('')), 'first');
    assert.equal(textOf(await built.docs.at('how-to/install/')), 'install');
    const packed = await built.docs.at('how-to/install/', 'gzip, br');
    assert.equal(header(packed, 'Content-Encoding'), 'gzip');
    assert.equal(packed && 'bytes' in packed && gunzipSync(packed.bytes).toString(), 'install');
  });

  it('the documentation folder redirects a page’s address without the final slash', async () => {
    using built = build();
    const moved = await built.docs.at('how-to/install');
    assert.deepEqual(moved, { status: 308, headers: { Location: 'install/' } });
  });

  it('the documentation folder allows no inline script or framing, but allows the search to run', async () => {
    using built = build();
    const policy = header(await built.docs.at(''), 'Content-Security-Policy')!;
    assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'$/);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
  });

  it('the documentation folder lets browsers keep only files with a hash in their names', async () => {
    using built = build();
    const kept = async (path: string) => header(await built.docs.at(path), 'Cache-Control');
    for (const path of ['_astro/ec.1.css', 'pagefind/fragment/en_1.pf_fragment'])
      assert.match((await kept(path))!, /immutable/, path);
    for (const path of ['', 'pagefind/pagefind-entry.json']) assert.equal(await kept(path), 'no-store', path);
  });

  it('the documentation folder serves the error page for missing, outside and odd paths', async () => {
    using built = build();
    for (const path of [
      'none/',
      'none',
      'notes.txt',
      '../notes.txt',
      '..',
      './',
      'how-to/../',
      '.git/',
      'a//b',
      '%2e%2e/x.css',
    ]) {
      const answer = await built.docs.at(path);
      assert.deepEqual([answer?.status, textOf(answer)], [404, 'nothing here'], path);
    }
  });

  it('the documentation folder explains in a sentence that the documentation is not built yet', async () => {
    const answer = await openDocsFolder('/nowhere').at('');
    assert.equal(answer.status, 503);
    assert.match(textOf(answer)!, /^The documentation is not built yet\. Run "npm run docs"/);
  });
});

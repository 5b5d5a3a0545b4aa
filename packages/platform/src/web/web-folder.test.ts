import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openWebFolder } from './web-folder.ts';

const script = 'console.log("hello, house");';

const build = (page = '<!doctype html><title>House</title>') => {
  const folder = createDataFolder();
  const { path } = folder;
  mkdirSync(join(path, 'assets'));
  writeFileSync(join(path, 'index.html'), page);
  writeFileSync(join(path, 'notes.txt'), 'not yours');
  writeFileSync(join(path, 'assets/house-1.js'), script);
  writeFileSync(join(path, 'assets/house-1.js.gz'), gzipSync(script));
  writeFileSync(join(path, 'assets/inter-1.woff2'), 'font');
  writeFileSync(join(path, 'assets/inter-ext-Bw_f-Seq.woff2'), 'more font');
  writeFileSync(join(path, 'assets/inter-CfYZpDVp.woff2'), 'font');
  return {
    web: openWebFolder(path),
    [Symbol.dispose]: folder[Symbol.dispose],
  };
};

describe('the folder of the built web application', () => {
  it('the web folder serves pages that are not cached, run no inline script and cannot be framed', async () => {
    using built = build();
    const page = await built.web.page('index.html');
    assert.equal(page?.bytes.toString(), '<!doctype html><title>House</title>');
    assert.equal(page.headers['Content-Type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['Content-Length'], 35);
    assert.equal(page.headers['Cache-Control'], 'no-store');
    const policy = String(page.headers['Content-Security-Policy']);
    assert.match(policy, /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
  });

  it('the web folder serves a page with a link to the documentation in its head', async () => {
    using built = build('<!doctype html><head><title>House</title></head><body>°</body>');
    const linked =
      '<!doctype html><head><title>House</title><link rel="help" href="./docs/" /></head><body>°</body>';
    const page = await built.web.pageWithDocs('index.html');
    assert.equal(page?.bytes.toString(), linked);
    const { headers = {} } = (await built.web.page('index.html')) ?? {};
    assert.deepEqual(page.headers, { ...headers, 'Content-Length': Buffer.byteLength(linked) });
    assert.equal(await built.web.pageWithDocs('none.html'), undefined);
  });

  it('the web folder serves assets cached forever, compressed for clients that accept it', async () => {
    using built = build();
    const plain = await built.web.asset('house-1.js', 'br');
    assert.equal(plain?.bytes.toString(), script);
    assert.equal(plain.headers['Content-Encoding'], undefined);
    assert.equal(plain.headers['Cache-Control'], 'public, max-age=31536000, immutable');
    const packed = await built.web.asset('house-1.js', 'br, gzip');
    assert.equal(packed?.headers['Content-Encoding'], 'gzip');
    assert.equal(packed.headers['Content-Length'], packed.bytes.length);
    assert.equal(gunzipSync(packed.bytes).toString(), script);
    const unpacked = await built.web.asset('inter-1.woff2', 'gzip');
    assert.equal(unpacked?.headers['Content-Encoding'], undefined);
  });

  it('the web folder finds the asset that was built from a source file', async () => {
    using built = build();
    assert.equal(await built.web.assetOf('inter.woff2'), 'inter-CfYZpDVp.woff2');
    assert.equal(await built.web.assetOf('inter-ext.woff2'), 'inter-ext-Bw_f-Seq.woff2');
    assert.equal(await built.web.assetOf('house.woff2'), undefined);
    assert.equal(await openWebFolder('/nowhere').assetOf('inter.woff2'), undefined);
  });

  it('the web folder serves no file that does not exist, is outside or has another type', async () => {
    using built = build();
    for (const name of [
      '../index.html',
      '..',
      '',
      '.hidden.js',
      'none.js',
      'house-1.js.gz',
      'sub/house-1.js',
    ])
      assert.equal(await built.web.asset(name, 'gzip'), undefined, name);
    for (const name of ['notes.txt', 'assets/house-1.js', 'assets', 'cloud.html'])
      assert.equal(await built.web.page(name), undefined, name);
    assert.equal(await openWebFolder('/nowhere').page('index.html'), undefined);
  });
});

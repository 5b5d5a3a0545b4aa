import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startClimateCloud } from '../../start/climate-cloud.ts';

const account = '<!doctype html><title>Account</title>';
const house = '<!doctype html><title>House</title>';

const start = async (build: (folder: string) => void = () => {}) => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder()).path;
  const webFolder = join(folder, 'web');
  mkdirSync(join(webFolder, 'assets'), { recursive: true });
  build(webFolder);
  const docsFolder = join(webFolder, 'docs');
  const store = { dataDir: join(folder, 'data') };
  const cloud = stack.use(await startClimateCloud({ store, httpPort: 0, webFolder, docsFolder }));
  return {
    get: (path: string) => fetch(`${cloud.publicUrl}${path}`, { redirect: 'manual' }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

const built = (folder: string) => {
  writeFileSync(join(folder, 'cloud.html'), account);
  writeFileSync(join(folder, 'index.html'), house);
  writeFileSync(join(folder, 'service-worker.js'), 'work()');
  mkdirSync(join(folder, 'docs/how-to'), { recursive: true });
  writeFileSync(join(folder, 'docs/index.html'), 'documentation');
  writeFileSync(join(folder, 'docs/404.html'), 'nothing here');
  writeFileSync(join(folder, 'docs/how-to/index.html'), 'how');
  writeFileSync(join(folder, 'assets/account-1.js'), 'go()');
  writeFileSync(join(folder, 'assets/account-1.js.gz'), gzipSync('go()'));
  writeFileSync(join(folder, 'assets/inter-latin-opsz-normal-BwkfbSeq.woff2'), 'font');
};

describe('the web application of a cloud', () => {
  it('serves the account at / and a house at /house, with a policy that forbids inline scripts', async () => {
    await using cloud = await start(built);
    for (const [path, page] of [
      ['/', account],
      ['/house?id=123456789', house],
    ] as const) {
      const answer = await cloud.get(path);
      assert.deepEqual([answer.status, await answer.text()], [200, page]);
      const policy = answer.headers.get('content-security-policy');
      assert.match(policy!, /^default-src 'none'; script-src 'self';/);
      assert.doesNotMatch(policy!, /unsafe/);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.equal(answer.headers.get('x-frame-options'), 'DENY');
    }
  });

  it('serves the web application’s install files next to the pages, and forbids caching', async () => {
    await using cloud = await start(built);
    const worker = await cloud.get('/service-worker.js');
    assert.deepEqual([worker.status, await worker.text()], [200, 'work()']);
    assert.equal(worker.headers.get('cache-control'), 'no-store');
    assert.equal((await cloud.get('/manifest.webmanifest')).status, 404);
  });

  it('allows browsers to cache its assets forever, and serves nothing else', async () => {
    await using cloud = await start(built);
    const asset = await cloud.get('/assets/account-1.js');
    assert.equal(await asset.text(), 'go()');
    assert.equal(asset.headers.get('content-encoding'), 'gzip');
    assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    for (const path of [
      '/assets/none.js',
      '/assets/..%2fcloud.html',
      '/assets/account-1.js.gz',
      '/cloud.html',
    ])
      assert.equal((await cloud.get(path)).status, 404, path);
  });

  it('leaves the policy of the cloud’s own pages unchanged', async () => {
    await using cloud = await start(built);
    const device = await cloud.get('/device');
    assert.match(await device.text(), /<h1>Pair a bridge<\/h1>/);
    assert.match(device.headers.get('content-security-policy')!, /form-action 'self'/);
    assert.equal((await cloud.get('/login')).headers.get('content-type'), 'text/html; charset=utf-8');
  });

  it('serves its font to the cloud’s own pages', async () => {
    await using cloud = await start(built);
    const page = await cloud.get('/device');
    assert.match(page.headers.get('content-security-policy')!, /; font-src 'self';/);
    const [, path] = /url\("([^"]*)"\)/.exec(await page.text())!;
    const moved = await cloud.get(path!);
    assert.equal(moved.status, 302);
    assert.equal(moved.headers.get('cache-control'), 'public, max-age=3600');
    const font = await cloud.get(moved.headers.get('location')!);
    assert.equal(await font.text(), 'font');
    assert.equal(font.headers.get('content-type'), 'font/woff2');
    await using unbuilt = await start();
    assert.equal((await unbuilt.get(path!)).status, 404);
  });

  it('serves the documentation below /docs/', async () => {
    await using cloud = await start(built);
    const moved = await cloud.get('/docs');
    assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/docs/']);
    assert.equal((await cloud.get('/docs/how-to')).headers.get('location'), 'how-to/');
    const page = await cloud.get('/docs/');
    assert.equal(await page.text(), 'documentation');
    assert.match(
      page.headers.get('content-security-policy')!,
      /^default-src 'none'; script-src 'self' 'wasm/,
    );
    const missing = await cloud.get('/docs/none');
    assert.deepEqual([missing.status, await missing.text()], [404, 'nothing here']);
  });

  it('links to the documentation from its pages if the documentation is built', async () => {
    const pages = (folder: string) => {
      for (const name of ['cloud.html', 'index.html']) writeFileSync(join(folder, name), '<head></head>');
    };
    await using cloud = await start((folder) => {
      built(folder);
      pages(folder);
    });
    await using without = await start(pages);
    for (const path of ['/', '/house?id=123456789']) {
      assert.match(await (await cloud.get(path)).text(), /^<head><link rel="help" [^>]*><\/head>$/);
      assert.equal(await (await without.get(path)).text(), '<head></head>');
    }
  });

  it('shows the command that builds the web application or the documentation if it is missing', async () => {
    await using cloud = await start();
    const docs = await cloud.get('/docs/');
    assert.equal(docs.status, 503);
    assert.match(await docs.text(), /^The documentation is not built yet\. Run "npm run docs"/);
    const answer = await cloud.get('/');
    assert.equal(answer.status, 503);
    assert.match(await answer.text(), /^The web application is not built yet\. Run "npm run build"/);
  });
});

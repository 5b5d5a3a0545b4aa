import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { send } from '../../fixture/http.fixture.ts';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const page = '<!doctype html><title>House</title>';
const script = 'console.log("hello, house");'.repeat(20);

const startWithPage = async (more = {}, shown = page) => {
  const folder = createDataFolder();
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'index.html'), shown);
  writeFileSync(join(folder.path, 'manifest.webmanifest'), '{}');
  writeFileSync(join(folder.path, 'service-worker.js'), 'work()');
  writeFileSync(join(folder.path, 'secret.txt'), 'not yours');
  writeFileSync(join(folder.path, 'assets/house-1.js'), script);
  writeFileSync(join(folder.path, 'assets/house-1.js.gz'), gzipSync(script));
  const bridge = await startSmallBridge({ webFolder: folder.path, ...more });
  return {
    get: (path: string, headers = {}) => send(bridge.http.port, path, { headers }),
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

describe('the web application', () => {
  it('serves the web application at the root, not cached and without foreign scripts', async () => {
    await using bridge = await startWithPage();
    const { status, text, headers } = await bridge.get('/');
    assert.deepEqual([status, text], [200, page]);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(String(headers['content-security-policy']), /default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/);
  });

  it('lets browsers cache assets forever, and compresses them on request', async () => {
    await using bridge = await startWithPage();
    const plain = await bridge.get('/assets/house-1.js');
    assert.deepEqual([plain.status, plain.text], [200, script]);
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['content-encoding'], undefined);
    const packed = await bridge.get('/assets/house-1.js', { 'Accept-Encoding': 'br, gzip' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(packed.headers['content-length'], String(gzipSync(script).length));
  });

  it('serves no files from outside the folder and no files of an unknown type', async () => {
    await using bridge = await startWithPage();
    const outside = [
      '/assets/..%2fsecret.txt',
      '/assets/.hidden.js',
      '/assets/none.js',
      '/assets/house-1.js.gz',
    ];
    for (const path of [...outside, '/secret.txt']) assert.equal((await bridge.get(path)).status, 404, path);
  });

  it('serves the files that install the page as an app without the key, or 404 if missing', async () => {
    await using bridge = await startWithPage({ accessKey: 'sesame' });
    const manifest = await bridge.get('/manifest.webmanifest');
    assert.deepEqual([manifest.status, manifest.text], [200, '{}']);
    assert.equal(manifest.headers['content-type'], 'application/manifest+json');
    const worker = await bridge.get('/service-worker.js');
    assert.equal(worker.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(worker.headers['cache-control'], 'no-store');
    const policy = String((await bridge.get('/')).headers['content-security-policy']);
    assert.match(policy, /; manifest-src 'self'; worker-src 'self';/);
    assert.equal((await bridge.get('/icon-192.png')).status, 404);
  });

  it('serves the paths of the interface next to the web application', async () => {
    await using bridge = await startWithPage();
    assert.equal(JSON.parse((await bridge.get('/SystemSettings')).text).DeviceType, 'ASH');
    assert.equal((await bridge.get('/healthz')).status, 200);
    assert.equal((await bridge.get('/HvacCommandV2')).status, 405);
  });

  it('does not serve the web application to other origins', async () => {
    await using bridge = await startWithPage();
    assert.equal((await bridge.get('/', { Host: 'evil.example' })).status, 403);
    assert.equal((await bridge.get('/', { Origin: 'https://evil.example' })).status, 403);
  });

  it('serves the page without the access key, but no data about the house', async () => {
    await using bridge = await startWithPage({ accessKey: 'sesame' });
    assert.equal((await bridge.get('/')).status, 200);
    assert.equal((await bridge.get('/assets/house-1.js')).status, 200);
    assert.equal((await bridge.get('/events')).status, 401);
    assert.equal((await bridge.get('/assets')).status, 401);
  });

  it('refuses the page with a sentence if it is not built, and with 404 if it is not served', async () => {
    await using unbuilt = await startWithPage({ webFolder: '/nowhere' });
    const { status, text } = await unbuilt.get('/');
    assert.equal(status, 409);
    assert.equal(
      text,
      '{ERROR: The web application is not available: it has not been built; run "npm run build".}',
    );
    await using without = await startWithPage({ webFolder: undefined });
    assert.equal((await without.get('/')).status, 404);
  });
});

describe('the documentation', () => {
  it('links to the documentation once that is built, and lets an ingress proxy frame the page', async () => {
    using docs = createDataFolder();
    const first = async (more: object) => {
      await using bridge = await startWithPage({ docsFolder: docs.path, ...more }, '<head></head>');
      const { headers } = await bridge.get('/docs/');
      const policy = String(headers['content-security-policy']);
      return { text: (await bridge.get('/')).text, frame: /frame-ancestors '(\w+)'/.exec(policy)?.[1] };
    };
    const linked = /^<head><link rel="help" [^>]*><\/head>$/;
    assert.equal((await first({})).text, '<head></head>');
    writeFileSync(join(docs.path, 'index.html'), 'documentation');
    const direct = await first({});
    assert.match(direct.text, linked);
    const framed = await first({ ingressFrom: '127.0.0.1' });
    assert.match(framed.text, linked);
    assert.deepEqual([direct.frame, framed.frame], ['none', 'self']);
  });

  const startWithDocs = async () => {
    const folder = createDataFolder();
    mkdirSync(join(folder.path, 'how-to'));
    writeFileSync(join(folder.path, 'index.html'), page);
    writeFileSync(join(folder.path, '404.html'), 'nothing here');
    writeFileSync(join(folder.path, 'how-to/index.html'), 'how');
    const bridge = await startSmallBridge({ docsFolder: folder.path, accessKey: 'sesame' });
    return {
      get: (path: string) => send(bridge.http.port, path, {}),
      [Symbol.asyncDispose]: async () => {
        await bridge[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      },
    };
  };

  it('serves only the documentation below /docs/, and without the key', async () => {
    await using bridge = await startWithDocs();
    assert.equal((await bridge.get('/docs')).headers.location, 'docs/');
    assert.equal((await bridge.get('/docs/how-to')).headers.location, 'how-to/');
    const first = await bridge.get('/docs/');
    assert.deepEqual([first.status, first.text], [200, page]);
    assert.equal((await bridge.get('/docs/how-to/?q=1')).text, 'how');
    assert.equal((await bridge.get('/docs/none/')).status, 404);
    assert.equal((await bridge.get('/docs/../events')).status, 404);
    for (const path of ['/docs%2f', '/docsx/', '/events', '/docs/../healthz'])
      assert.doesNotMatch((await bridge.get(path)).text, /House/, path);
    assert.equal((await bridge.get('/events')).status, 401);
  });

  it('refuses the documentation with a sentence if not built, and with 404 if not served', async () => {
    await using unbuilt = await startWithPage({ docsFolder: '/nowhere' });
    const { status, text } = await unbuilt.get('/docs/');
    assert.equal(status, 503);
    assert.match(text, /^The documentation is not built yet\. Run "npm run docs"/);
    await using without = await startWithPage();
    assert.equal((await without.get('/docs/')).status, 404);
  });
});

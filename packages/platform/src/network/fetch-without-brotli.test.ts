import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { describe, it, type TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import zlib from 'node:zlib';
import { createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { listen } from '@plenum/testbed/listen';
import { fetchWithoutBrotli } from './fetch-without-brotli.ts';

const text = 'an answer';
const brotli = zlib.brotliCompressSync(text);

/** Sends the same headers and body for each request. */
const serve = (headers: Readonly<Record<string, string | string[]>>, body: string | Buffer) =>
  listen(createServer((_, answer) => answer.writeHead(200, headers).end(body)));

/** Counts the Brotli decoders that are created from now on. */
const countDecoders = (t: TestContext) => {
  const { mock } = t.mock.method(zlib, 'createBrotliDecompress');
  return () => mock.callCount();
};

describe('fetch without Brotli', () => {
  for (const encoding of ['br', 'BR', 'gzip, br', 'br,gzip', ['gzip', 'br']])
    it(`fetch without Brotli refuses the content encoding ${JSON.stringify(encoding)} before a decoder is created`, async (t) => {
      const decoders = countDecoders(t);
      await using server = await serve({ 'content-encoding': encoding }, brotli);
      await assert.rejects(fetchWithoutBrotli(server.url), ({ cause }) =>
        /compressed with Brotli/.test(String(cause)),
      );
      assert.equal(decoders(), 0);
      await fetch(server.url).then(({ body }) => body?.cancel());
      assert.equal(decoders(), 1, 'fetch creates a decoder');
    });

  const accepted: readonly (readonly [string, string | Buffer])[] = [
    ['identity', text],
    ['gzip', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['brx', text],
  ];
  for (const [encoding, body] of accepted)
    it(`fetch without Brotli reads a response with the content encoding ${encoding}`, async () => {
      await using server = await serve({ 'content-encoding': encoding }, body);
      assert.equal(await (await fetchWithoutBrotli(server.url)).text(), text);
    });

  it('fetch without Brotli keeps method, headers and body, but never requests Brotli', async () => {
    await using server = await listen(
      createServer(async (request, answer) => {
        const { method, headers } = request;
        const body = (await Array.fromAsync(request)).join('');
        answer.end(JSON.stringify([method, headers['x-one'], headers['accept-encoding'], body]));
      }),
    );
    const { url } = server;
    const init = { method: 'POST', headers: { 'X-One': '1', 'accept-encoding': 'br' }, body: 'text' };
    const expected = ['POST', '1', 'gzip, deflate', 'text'];
    assert.deepEqual(await (await fetchWithoutBrotli(url, init)).json(), expected);
    assert.deepEqual(await (await fetchWithoutBrotli(new Request(url, init))).json(), expected);
  });

  it('fetch without Brotli does not request Brotli from a server with TLS', {
    skip: opensslMissing,
  }, async () => {
    using authority = createAuthority();
    const { cert, key } = authority.issue();
    const files = { cert: readFileSync(cert), key: readFileSync(key) };
    await using server = await listen(
      createTlsServer(files, ({ headers }, answer) => answer.end(headers['accept-encoding'])),
    );
    const url = `https://127.0.0.1:${server.port}`;
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, authority.ca]);
    try {
      assert.match(await (await fetch(url)).text(), /\bbr\b/);
      assert.equal(await (await fetchWithoutBrotli(url)).text(), 'gzip, deflate');
    } finally {
      setDefaultCACertificates(before);
    }
  });
});

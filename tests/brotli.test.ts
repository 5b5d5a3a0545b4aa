import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { CloudError, connectCloud } from '@plenum/client';
import { verifyCloud, verifyEvents } from '@plenum/conformance';
import { listen } from '@plenum/testbed/listen';
import { runPlenum } from '@plenum/testbed/plenum';

/** Starts a server that sends every response in Brotli, even if the client does not accept it. */
const startBrotliServer = async () => {
  let requests = 0;
  const body = zlib.brotliCompressSync('{}');
  const server = createServer((_, answer) => {
    requests++;
    answer.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(body);
  });
  return { ...(await listen(server)), requests: () => requests };
};

const root = join(import.meta.dirname, '..');

describe('clients of a server that sends Brotli unasked', () => {
  const callers: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
    'the client of a cloud': (url) =>
      assert.rejects(
        connectCloud({ url, tokens: { accessToken: 'a' }, maxAttempts: 1 }).discover(),
        CloudError,
      ),
    'the check of a cloud': (url) => verifyCloud({ url, timeout: 2_000 }),
    'the check of an event endpoint': (url) => verifyEvents({ url, secret: `whsec_${'A'.repeat(32)}` }),
  };
  for (const [name, call] of Object.entries(callers))
    it(`${name} never decodes a Brotli response`, async (t) => {
      const { mock } = t.mock.method(zlib, 'createBrotliDecompress');
      await using server = await startBrotliServer();
      await call(server.url);
      assert.ok(server.requests() > 0);
      assert.equal(mock.callCount(), 0);
    });

  it('plenum doctor reports a Brotli response as the reason it cannot reach a cloud', async () => {
    await using server = await startBrotliServer();
    const { out } = await runPlenum(['doctor', '--cloud', server.url]);
    assert.match(out, /cannot be reached \(the answer is compressed with Brotli, which was not asked for\)/);
  });

  it("no source file uses Node's own fetch, which decodes Brotli", () => {
    const sources = globSync(
      'packages/{bridge,cli,client,cloud,conformance,matter,mcp,mqtt,outbound,platform}/src/**/*.ts',
      {
        cwd: root,
        exclude: (name) => /\.(test|fixture)\.ts$/.test(name),
      },
    );
    const calling = sources.filter((path) =>
      /(?<![\w.])fetch\(/.test(readFileSync(join(root, path), 'utf8')),
    );
    assert.deepEqual(calling.sort(), [
      'packages/client/src/cloud/console-client.ts',
      'packages/client/src/cloud/post.ts',
      'packages/platform/src/network/fetch-without-brotli.ts',
    ]);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startProcess } from '@plenum/testbed/process';

const bin = join(import.meta.dirname, '../bin/plenum.js');
const preload = join(import.meta.dirname, 'fixture/list-loaded.fixture.ts');

/** What a bridge of a simulated house runs without. Each costs megabytes for as long as it runs. */
const unneeded = {
  // Its error, by which the command line fails, has a module of its own.
  'the client': /packages\/client\/src\/(?!error\/)/,
  'the cloud': /packages\/cloud\//,
  'the pages': /packages\/web\/src\/(?!index\.ts|built)/,
  'a web framework': /node_modules\/fastify\//,
  'what only tests need': /\.(test|fixture)\.ts$|packages\/testbed\//,
  'the fetch of Node': /^NativeModule internal\/deps\/undici/,
  'TLS and HTTP/2': /^NativeModule (tls|http2|https)$/,
};

test('a bridge of a simulated house loads nothing that it does not need', async () => {
  using folder = createDataFolder();
  const file = join(folder.path, 'loaded');
  const ports = ['--http-host', '127.0.0.1', '--http-port', '0', '--udp-port', '0'];
  const bridge = startProcess(bin, ['bridge', '--data', folder.path, ...ports, '--no-mdns'], {
    NODE_OPTIONS: `--import ${preload}`,
    LOADED_FILE: file,
  });
  const [, url] = await bridge.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  assert.equal((await fetch(`${url}/SystemSettings`)).status, 200);
  await bridge.stop();
  const loaded = readFileSync(file, 'utf8').split('\n');
  assert.ok(loaded.some((one) => one.endsWith('/packages/bridge/src/bridge.ts')));
  for (const [what, pattern] of Object.entries(unneeded))
    assert.deepEqual(
      loaded.filter((one) => pattern.test(one)),
      [],
      what,
    );
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startProcess } from '@plenum/testbed/process';

const bin = join(import.meta.dirname, '../../bin/plenum.js');
const preload = join(import.meta.dirname, '../fixture/list-loaded.fixture.ts');

const tests = { 'what only tests need': /\.(test|fixture)\.ts$|packages\/testbed\// };

/** Modules that a bridge of a simulated house must not load. Each costs megabytes for as long as the bridge runs. */
const unneededByBridge = {
  ...tests,
  // Except the client's error class, which the command line uses to report failures.
  'the client': /packages\/client\/src\/(?!exchange\/bridge-error\.ts$)/,
  'the cloud': /packages\/cloud\//,
  'the pages': /packages\/web\/src\/(?!index\.ts|built)/,
  'a web framework': /node_modules\/fastify\//,
  'the fetch of Node': /^NativeModule internal\/deps\/undici/,
  'TLS and HTTP/2': /^NativeModule (tls|http2|https)$/,
};

/** Modules that a cloud of one node on SQLite must not load before the first passkey. */
const unneededByCloud = {
  ...tests,
  'the client of PostgreSQL': /node_modules\/pg\//,
  'the client of NATS': /node_modules\/@nats-io\//,
  'the client of SMTP': /node_modules\/nodemailer\//,
  WebAuthn: /node_modules\/(@simplewebauthn|@peculiar)\//,
};

/** Returns all modules that a `plenum` server loaded until it ended, including those loaded for one request. */
const listLoaded = async (words: readonly string[], path: string): Promise<readonly string[]> => {
  using folder = createDataFolder();
  const file = join(folder.path, 'loaded');
  const ports = ['--http-host', '127.0.0.1', '--http-port', '0'];
  const server = startProcess(bin, [...words, '--data', folder.path, ...ports], {
    NODE_OPTIONS: `--import ${preload}`,
    LOADED_FILE: file,
  });
  const [, url] = await server.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  assert.equal((await fetch(`${url}${path}`)).status, 200);
  await server.stop();
  return readFileSync(file, 'utf8').split('\n');
};

const check = (loaded: readonly string[], unneeded: Readonly<Record<string, RegExp>>) => {
  for (const [what, pattern] of Object.entries(unneeded))
    assert.deepEqual(
      loaded.filter((one) => pattern.test(one)),
      [],
      what,
    );
};

test('a bridge of a simulated house loads no module that it does not need', async () => {
  const loaded = await listLoaded(['bridge', '--udp-port', '0', '--no-mdns'], '/SystemSettings');
  assert.ok(loaded.some((one) => one.endsWith('/packages/bridge/src/bridge.ts')));
  check(loaded, unneededByBridge);
});

test('a cloud of one node on SQLite loads no module that it does not need', async () => {
  const loaded = await listLoaded(['cloud', '--development'], '/readyz');
  assert.ok(loaded.some((one) => one.endsWith('/packages/cloud/src/start/climate-cloud.ts')));
  check(loaded, unneededByCloud);
});

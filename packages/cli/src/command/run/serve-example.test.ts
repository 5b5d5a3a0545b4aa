import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { startExample } from './serve-example.ts';

test('stops the server of the example app if the app cannot be registered', async () => {
  using folder = createDataFolder();
  const port = await freePort();
  const development = {
    exampleClientId: 'example',
    registerExampleApp: () => Promise.reject(new Error('the store is full')),
  };
  const options = {
    cloudUrl: 'http://127.0.0.1:1',
    development: development as never,
    port,
    dataDir: folder.path,
  };
  await assert.rejects(startExample(options), /the store is full/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}`), /fetch failed/);
});

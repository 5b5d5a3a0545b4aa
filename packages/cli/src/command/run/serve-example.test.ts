import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '@plenum/testbed/free-port';
import { startExample } from './serve-example.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'plenum-example-'));
after(() => rmSync(dataDir, { recursive: true }));

test('stops the server of the example app if the app cannot be registered', async () => {
  const port = await freePort();
  const development = {
    exampleClientId: 'example',
    registerExampleApp: () => Promise.reject(new Error('the store is full')),
  };
  const options = { cloudUrl: 'http://127.0.0.1:1', development: development as never, port, dataDir };
  await assert.rejects(startExample(options), /the store is full/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}`), /fetch failed/);
});

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { damage } from '../fixture/damage.fixture.ts';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { storeFile } from '../kernel/database/sqlite/engine.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { startClimateCloud } from './climate-cloud.ts';
import type { ClimateCloudConfig } from './cloud-config.ts';

const start = (dataDir: string, more: Partial<ClimateCloudConfig> = {}) =>
  startClimateCloud({
    store: { dataDir },
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
    ...more,
  });

const refused = async (starting: Promise<AsyncDisposable>, code: string, sentence: RegExp) =>
  assert.rejects(starting, (error) => {
    assert.ok(cloudFailures.is(error), String(error));
    assert.equal(error.code, code);
    assert.match(error.message, sentence);
    return true;
  });

it('reports a damaged store even if only a module detects it', async () => {
  using folder = createDataFolder();
  await (await start(folder.path))[Symbol.asyncDispose]();
  damage(storeFile(folder.path), 'account');
  await refused(start(folder.path), 'store-damaged', /cloud\.sqlite is damaged \(.+\); restore a backup/);
});

it('reports the file of a key that cannot be read', async () => {
  using folder = createDataFolder();
  const key = join(folder.path, 'endpoint.key');
  const notKey = (why: string) =>
    refused(
      start(folder.path),
      'endpoint-key-unusable',
      new RegExp(`endpoint\\.key is not the key of a cloud \\(${why}\\); restore it from a backup\\.`),
    );
  writeFileSync(key, 'garbage');
  await notKey('it does not contain a key of 32 bytes');
  rmSync(key);
  mkdirSync(key);
  await notKey('EISDIR');
});

it('reports a malformed range of proxies', async () => {
  using folder = createDataFolder();
  for (const range of ['nonsense', '10.0.0.0/99'])
    await refused(
      start(folder.path, { trustedProxies: ['10.0.0.0/8', range] }),
      'proxy-malformed',
      new RegExp(`^"${range}" is not an address range \\(--trust-proxy\\)`),
    );
});

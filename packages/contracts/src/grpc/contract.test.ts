import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import { buf } from './buf.ts';
import { generate, hashes } from './generate.ts';

it('the generated TypeScript matches the contract (npm run contracts generates it)', async () => {
  const { contract, generated } = await hashes();
  assert.equal(generated, contract);
});

const skip = times({ usual: 0, full: 1 }) === 0 && 'buf is fetched in the full run only (PLENUM_FULL=1)';

it('the generated TypeScript has the messages and methods of the contract', { skip }, async () => {
  using folder = createDataFolder();
  await generate(folder.path);
  const [made, committed] = await Promise.all([
    readFile(join(folder.path, 'cloud_pb.ts'), 'utf8'),
    readFile(new URL('./gen/cloud_pb.ts', import.meta.url), 'utf8'),
  ]);
  assert.ok(made === committed, 'gen is out of date: node packages/contracts/src/grpc/generate.ts');
});

it('the contract passes the buf linter', { skip }, async () => {
  // The field names are those of interface 5.3 (accessToken), and a single file needs no package directory.
  const except = ['FIELD_LOWER_SNAKE_CASE', 'SERVICE_SUFFIX', 'PACKAGE_DIRECTORY_MATCH'];
  const config = JSON.stringify({ version: 'v2', lint: { use: ['STANDARD', 'COMMENTS'], except } });
  const proto = fileURLToPath(new URL('../../../../contracts/cloud.proto', import.meta.url));
  await buf('lint', proto, '--config', config);
});

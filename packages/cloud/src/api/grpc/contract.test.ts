import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { generate } from './generate.ts';

it('the TypeScript is what the contract says; if not, node packages/cloud/src/api/grpc/generate.ts writes it anew', async () => {
  using folder = createDataFolder();
  await generate(folder.path);
  const [made, committed] = await Promise.all([
    readFile(join(folder.path, 'cloud_pb.ts'), 'utf8'),
    readFile(new URL('./gen/cloud_pb.ts', import.meta.url), 'utf8'),
  ]);
  assert.ok(made === committed, 'src/gen is out of date: node packages/cloud/src/api/grpc/generate.ts');
});

it('the contract passes the linter of buf', async () => {
  // Fields have the names of interface 5.3 (accessToken); the file needs no other.
  const except = ['FIELD_LOWER_SNAKE_CASE', 'SERVICE_SUFFIX', 'PACKAGE_DIRECTORY_MATCH'];
  const config = JSON.stringify({ version: 'v2', lint: { use: ['STANDARD', 'COMMENTS'], except } });
  const proto = fileURLToPath(new URL('../../../../../contracts/cloud.proto', import.meta.url));
  const lint = promisify(execFile)('npx', ['--no-install', 'buf', 'lint', proto, '--config', config]);
  const { stdout } = await lint.catch((error: { stdout: string }) => error);
  assert.equal(stdout, '');
});

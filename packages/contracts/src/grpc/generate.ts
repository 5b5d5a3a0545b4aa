import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buf } from './buf.ts';

const proto = fileURLToPath(new URL('../../../../contracts/cloud.proto', import.meta.url));
const here = fileURLToPath(new URL('./gen', import.meta.url));

/** Returns the SHA-256 of the contract, and of the contract from which `gen` was generated. */
export const hashes = async (): Promise<{ readonly contract: string; readonly generated: string }> => ({
  contract: createHash('sha256')
    .update(await readFile(proto))
    .digest('hex'),
  generated: (await readFile(`${here}/cloud.proto.sha256`, 'utf8')).trim(),
});

/** Generates the TypeScript of `contracts/cloud.proto` into a folder. */
export async function generate(folder: string): Promise<void> {
  const plugin = {
    local: 'protoc-gen-es',
    out: folder,
    opt: ['target=ts', 'import_extension=ts', 'erasable_syntax=true'],
  };
  await buf('generate', proto, '--template', JSON.stringify({ version: 'v2', plugins: [plugin] }));
}

/** Generates `gen` again if the contract has changed (`npm run contracts`). */
const main = async () => {
  const { contract, generated } = await hashes();
  if (contract === generated) return;
  await generate(here);
  await writeFile(`${here}/cloud.proto.sha256`, `${contract}\n`);
};

if (import.meta.main) await main();

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const proto = fileURLToPath(new URL('../../../../../contracts/cloud.proto', import.meta.url));
const here = fileURLToPath(new URL('./gen', import.meta.url));

/**
 * Writes the TypeScript of `contracts/cloud.proto` into a folder, `gen` by default. Run it after a change of the interface
 * (`npm run contracts`). Both tools are installed with the workspace.
 */
export const generate = async (folder = here): Promise<void> => {
  const plugin = {
    local: 'protoc-gen-es',
    out: folder,
    opt: ['target=ts', 'import_extension=ts', 'erasable_syntax=true'],
  };
  const template = JSON.stringify({ version: 'v2', plugins: [plugin] });
  await promisify(execFile)('npx', ['--no-install', 'buf', 'generate', proto, '--template', template]);
};

if (import.meta.main) await generate();

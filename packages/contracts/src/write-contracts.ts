import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { catalogue } from '@plenum/protocol/command';
import { contracts } from './contracts.ts';
import { fillSdkFile, sdkFiles } from './sdk/sdk.ts';
import { fillBlocks, toInterfaceBlocks } from './to-interface.ts';

const root = new URL('../../../', import.meta.url);

const folder = new URL('contracts/', root);
await mkdir(folder, { recursive: true });
for (const [name, write] of Object.entries(contracts))
  await writeFile(new URL(name, folder), write(catalogue));

const blocks = toInterfaceBlocks(catalogue);
const chapters = (await readdir(new URL('docs/interface/', root))).map((name) => `docs/interface/${name}`);
for (const path of [...chapters, 'docs/security.md']) {
  const chapter = new URL(path, root);
  await writeFile(chapter, fillBlocks(await readFile(chapter, 'utf8'), blocks));
}

for (const [path, file] of Object.entries(sdkFiles)) {
  const place = new URL(path, root);
  await writeFile(place, fillSdkFile(await readFile(place, 'utf8'), file, catalogue));
}

import { mkdir, writeFile } from 'node:fs/promises';
import { catalogue } from '../command/catalogue.ts';
import { contracts } from './contracts.ts';

const folder = new URL('../../../../contracts/', import.meta.url);

await mkdir(folder, { recursive: true });
for (const [name, write] of Object.entries(contracts))
  await writeFile(new URL(name, folder), write(catalogue));

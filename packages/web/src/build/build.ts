import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { builtFolder } from '../index.ts';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
await build({ logLevel: 'warn' });

// The server sends these files as they are, or packed.
for (const path of globSync(`${builtFolder}/**/*.{js,css,html,svg,webmanifest}`))
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));

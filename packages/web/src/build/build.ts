import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { builtFolder } from '../index.ts';
import { groupStarts } from './group-chunks.ts';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
// The initial scripts of a page are known only after a first build.
const first = await build({ logLevel: 'warn', build: { write: false, minify: false } });
const { output } = first as Rolldown.RolldownOutput;
const name = groupStarts(output, { house: 'index.html', account: 'cloud.html' });
const groups = [{ debugName: 'what a page starts with', name }];
const codeSplitting = { includeDependenciesRecursively: false, groups };
await build({ logLevel: 'warn', build: { rolldownOptions: { output: { codeSplitting } } } });

// The server sends these files unchanged, or in their compressed form.
for (const path of globSync(`${builtFolder}/**/*.{js,css,html,svg,webmanifest}`))
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));

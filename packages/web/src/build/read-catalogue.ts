import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from './compile-catalogue.ts';

const folder = join(import.meta.dirname, '../text');

/** The languages of the pages, according to the files in `text/`. */
export const languages: readonly string[] = globSync('*.json', { cwd: folder })
  .map((file) => file.slice(0, -'.json'.length))
  .sort();

export const readCatalogue = (language: string): Catalogue =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));

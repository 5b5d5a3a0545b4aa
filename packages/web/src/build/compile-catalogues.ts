import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { compileCatalogue } from './compile-catalogue.ts';

const folder = join(import.meta.dirname, '../text');

/**
 * Compiles text catalogues on import by a page or the service worker: `text/de.json` becomes the module `text/de.js`.
 */
export const compileCatalogues = (): Plugin => ({
  name: 'compile-catalogues',
  enforce: 'pre',
  resolveId: (source, importer = '') => {
    const [, name] = /(?:^|\/)(\w+)\.js(?:on)?$/.exec(source) ?? [];
    const isText = dirname(importer) === folder || source.includes('/text/');
    return isText && existsSync(join(folder, `${name}.json`)) ? join(folder, `${name}.js`) : undefined;
  },
  load(id) {
    if (dirname(id) !== folder || !id.endsWith('.js')) return;
    const file = join(folder, `${basename(id)}on`);
    this.addWatchFile(file);
    return compileCatalogue(JSON.parse(readFileSync(file, 'utf8')));
  },
});

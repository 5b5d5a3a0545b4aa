import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** What a page needs to open without its server; fonts of other alphabets are stored when they are first used. */
const isNeeded = (name: string) => /^assets\/.*(\.js|\.css|\.svg|-latin-opsz-\w+-[\w-]+\.woff2)$/.test(name);

/**
 * Writes into the service worker which files it stores, as `self.__files`, and their version: a new build is a new worker.
 */
export const listFilesForWorker = (): Plugin => ({
  name: 'list-files-for-worker',
  // After Vite has taken out the scripts that are empty.
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      const files = Object.keys(bundle).filter(isNeeded).toSorted();
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const worker = bundle['service-worker.js'];
      if (worker?.type !== 'chunk') throw new Error('The service worker is not built.');
      if (!worker.code.includes('self.__files')) throw new Error('The service worker names no files.');
      worker.code = worker.code.replaceAll('self.__files', () => JSON.stringify({ version, files }));
    },
  },
});

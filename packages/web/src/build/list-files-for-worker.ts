import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { compileCatalogues } from './compile-catalogues.ts';

/** The files that a page needs to open without its server. Fonts of other alphabets are stored on first use. */
const isNeeded = (name: string) => /^assets\/.*(\.js|\.css|\.svg|-latin-opsz-\w+-[\w-]+\.woff2)$/.test(name);

const entry = fileURLToPath(new URL('../install/service-worker.ts', import.meta.url));

/** Builds the worker separately, because it shares texts with the pages but may not import their chunks. */
const buildWorker = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    plugins: [compileCatalogues()],
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        output: { format: 'iife' },
        treeshake: { moduleSideEffects: (id) => !/packages[\\/](protocol|insight|client)[\\/]/.test(id) },
      },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  if (output.length !== 1) throw new Error('The service worker is not one file.');
  return output[0].code;
};

/**
 * Builds the service worker and inserts the list of files to cache, under `self.__files` and with a version, so that a
 * new build is a new worker. Browsers look for a newer worker at the same URL.
 */
export const listFilesForWorker = (): Plugin => ({
  name: 'list-files-for-worker',
  apply: 'build',
  // Runs after Vite has removed empty scripts.
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: async function (_, bundle) {
      const files = Object.keys(bundle).filter(isNeeded).toSorted();
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const worker = await buildWorker();
      if (!worker.includes('self.__files')) throw new Error('The service worker names no files.');
      const source = worker.replaceAll('self.__files', () => JSON.stringify({ version, files }));
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  },
});

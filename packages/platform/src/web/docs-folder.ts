import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { forEver, readStaticFile, toSecurityHeaders, type WebFile } from './static-file.ts';

/** The response to a request below `/docs/`: a file, or a redirect to the right address of a page. */
export type DocsAnswer =
  | (WebFile & { readonly status: 200 | 404 | 503 })
  | { readonly status: 308; readonly headers: { readonly Location: string } };

/** The built documentation. */
export interface DocsFolder {
  readonly isBuilt: () => boolean;
  /**
   * Returns the response for a path below `/docs/`: the site's own "not found" page if there is no such file, and a
   * sentence if the site is not built.
   */
  at(path: string, acceptEncoding?: string): Promise<DocsAnswer>;
}

/** As strict as the policy of the other pages; the search is WebAssembly, in a worker. */
const securityHeaders = toSecurityHeaders({
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
});

const unbuiltText = Buffer.from(
  'The documentation is not built yet. Run "npm run docs" in the folder of Plenum, then load this page again.\n',
);
const unbuilt: DocsAnswer = {
  status: 503,
  headers: {
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': unbuiltText.length,
  },
  bytes: unbuiltText,
};

/** True for files with a hash of their content in their names. */
const isHashed = (path: string) => /^(_astro|pagefind\/(fragment|index))\//.test(path);

/** Opens the folder that `npm run docs` writes (decisions/029). Files are read at each request. */
export const openDocsFolder = (folder: string): DocsFolder => ({
  isBuilt: () => existsSync(join(folder, 'index.html')),
  at: async (path, accept = '') => {
    const read = (name: string) =>
      readStaticFile(folder, {
        path: name,
        accept,
        headers: isHashed(name) ? { ...securityHeaders, ...forEver } : securityHeaders,
      });
    const found = await read(path === '' || path.endsWith('/') ? `${path}index.html` : path);
    if (found !== undefined) return { status: 200, ...found };
    if (/^[\w/-]+$/.test(path) && existsSync(join(folder, path, 'index.html')))
      return { status: 308, headers: { Location: `${path.split('/').at(-1)}/` } };
    const missing = await read('404.html');
    return missing === undefined ? unbuilt : { status: 404, ...missing };
  },
});

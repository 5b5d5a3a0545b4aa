import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { forEver, readStaticFile, toSecurityHeaders, type WebFile } from './static-file.ts';

/**
 * The built web application; each method returns `undefined` for a file that does not exist or has a type that is not
 * served.
 */
interface WebFolder {
  /** Returns a page, or one of `installationFiles`, by its file name. Browsers do not cache it. */
  page(name: string, acceptEncoding?: string): Promise<WebFile | undefined>;
  /**
   * Returns a page with a link to the documentation: with `<link rel="help">` to `./docs/` in its head, and not
   * compressed.
   */
  pageWithDocs(name: string): Promise<WebFile | undefined>;
  /** Returns a file of `assets/`. Browsers cache it forever, because its name changes with its content. */
  asset(name: string, acceptEncoding?: string): Promise<WebFile | undefined>;
  /** Returns the name of the asset that was built from the source file with this name. */
  assetOf(source: string): Promise<string | undefined>;
}

/** Files for installing the application. Browsers request them next to the pages. */
export const installationFiles = [
  'manifest.webmanifest',
  'service-worker.js',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
] as const;

/**
 * Pages load everything from this origin, run no inline scripts and may not be framed; the only hash is for a style of
 * React Aria.
 */
const securityHeaders = toSecurityHeaders({
  'script-src': "'self'",
  'style-src': "'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
});
const assetHeaders = { ...securityHeaders, ...forEver };

/**
 * Opens the folder that `npm run build` writes: pages, `assets/`, and each file compressed (`.gz`). Files are read at
 * each request.
 */
export function openWebFolder(folder: string): WebFolder {
  const read = async (
    subfolder: string,
    name: string,
    rest: { accept: string; headers: WebFile['headers'] },
  ) => (name.includes('/') ? undefined : readStaticFile(join(folder, subfolder), { path: name, ...rest }));
  const page: WebFolder['page'] = (name, accept = '') => read('', name, { accept, headers: securityHeaders });
  return {
    page,
    pageWithDocs: async (name) => {
      const plain = await page(name);
      if (plain === undefined) return undefined;
      const linked = plain.bytes.toString().replace('</head>', '<link rel="help" href="./docs/" /></head>');
      const bytes = Buffer.from(linked);
      return { bytes, headers: { ...plain.headers, 'Content-Length': bytes.length } };
    },
    asset: (name, accept = '') => read('assets', name, { accept, headers: assetHeaders }),
    assetOf: async (source) => {
      const { name, ext } = parse(source);
      const names = await readdir(join(folder, 'assets')).catch(() => []);
      // Vite puts a hash of eight characters between name and extension.
      return names.find(
        (each) =>
          each.length === name.length + ext.length + 9 && each.startsWith(`${name}-`) && each.endsWith(ext),
      );
    },
  };
}

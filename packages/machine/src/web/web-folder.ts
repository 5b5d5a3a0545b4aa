import { readdir, readFile } from 'node:fs/promises';
import { extname, join, parse } from 'node:path';

/** A file of the built web application: its bytes, compressed where the client accepts that, and all headers. */
export interface WebFile {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The built web application; each is undefined for a file that does not exist or has a type that is not served. */
export interface WebFolder {
  /** A page, or one of `installationFiles`, by its file name; browsers do not cache it. */
  page(name: string, acceptEncoding?: string): Promise<WebFile | undefined>;
  /** A file of `assets/`, cached for ever: its name changes with its content. */
  asset(name: string, acceptEncoding?: string): Promise<WebFile | undefined>;
  /** The name of the asset that was built from a source file of this name. */
  assetOf(source: string): Promise<string | undefined>;
}

/** What installs the application, beside its pages: browsers look for these files where the pages are. */
export const installationFiles = [
  'manifest.webmanifest',
  'service-worker.js',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
] as const;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Pages load everything from this origin, run no inline scripts and may not be framed; the one hash is of a style of React Aria. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
const assetHeaders = { ...securityHeaders, 'Cache-Control': 'public, max-age=31536000, immutable' };

/** The first of some files that exists, and its path. */
const readFirst = async (paths: readonly string[]): Promise<[Buffer, string] | undefined> => {
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes !== undefined) return [bytes, path];
  }
  return undefined;
};

/** The folder that `npm run build` writes: pages, `assets/`, and each file compressed (`.gz`). Files are read at each request. */
export const openWebFolder = (folder: string): WebFolder => {
  const read = async (
    within: string,
    name: string,
    { accept, headers }: { accept: string; headers: WebFile['headers'] },
  ): Promise<WebFile | undefined> => {
    const type = types[extname(name)];
    if (type === undefined || !/^[\w-][\w.-]*$/.test(name)) return undefined;
    const path = join(folder, within, name);
    const packed = `${path}.gz`;
    const found = await readFirst(/\bgzip\b/.test(accept) ? [packed, path] : [path]);
    if (found === undefined) return undefined;
    const [bytes, from] = found;
    const packing = from === packed ? { 'Content-Encoding': 'gzip' } : {};
    const length = { 'Content-Type': type, 'Content-Length': bytes.length };
    return { bytes, headers: { ...length, ...headers, Vary: 'Accept-Encoding', ...packing } };
  };
  return {
    page: (name, accept = '') => read('', name, { accept, headers: securityHeaders }),
    asset: (name, accept = '') => read('assets', name, { accept, headers: assetHeaders }),
    assetOf: async (source) => {
      const { name, ext } = parse(source);
      const names = await readdir(join(folder, 'assets')).catch(() => []);
      // Vite puts a hash of eight characters between them.
      return names.find(
        (each) =>
          each.length === name.length + ext.length + 9 && each.startsWith(`${name}-`) && each.endsWith(ext),
      );
    },
  };
};

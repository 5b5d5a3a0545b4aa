import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file of a built folder: its bytes, compressed if the client accepts it, and all headers. */
export interface WebFile {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.proto': 'text/plain; charset=utf-8',
  '.yaml': 'text/plain; charset=utf-8',
  '.yml': 'text/plain; charset=utf-8',
  '.py': 'text/plain; charset=utf-8',
  '.go': 'text/plain; charset=utf-8',
  // Data of the search in the browser (Pagefind), which is already compressed.
  '.pagefind': 'application/octet-stream',
  '.pf_meta': 'application/octet-stream',
  '.pf_index': 'application/octet-stream',
  '.pf_fragment': 'application/octet-stream',
};

/** Returns the headers of a page that may load only the `sources` from its own origin, and may not be framed. */
export const toSecurityHeaders = (sources: Readonly<Record<string, string>>): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    ...Object.entries(sources).map(([directive, allowed]) => `${directive} ${allowed}`),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/** For files that browsers may cache forever, because their names change with their content. */
export const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Returns the first existing file of several, and its path. */
const readFirst = async (paths: readonly string[]): Promise<[Buffer, string] | undefined> => {
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => undefined);
    if (bytes !== undefined) return [bytes, path];
  }
  return undefined;
};

/** The requested file: its path below a folder, and the encodings that the client accepts. */
interface FileRequest {
  readonly path: string;
  readonly accept: string;
  readonly headers: WebFile['headers'];
}

/**
 * Reads a file below a folder, or its `.gz` if the client accepts it. `undefined` if the file does not exist, has a
 * type that is not served, or is not below the folder.
 */
export async function readStaticFile(
  folder: string,
  { path, accept, headers }: FileRequest,
): Promise<WebFile | undefined> {
  const type = types[extname(path)];
  if (type === undefined || !path.split('/').every((part) => /^[\w-][\w.-]*$/.test(part))) return undefined;
  const plain = join(folder, path);
  const packed = `${plain}.gz`;
  const found = await readFirst(/\bgzip\b/.test(accept) ? [packed, plain] : [plain]);
  if (found === undefined) return undefined;
  const [bytes, from] = found;
  const packing = from === packed ? { 'Content-Encoding': 'gzip' } : {};
  const length = { 'Content-Type': type, 'Content-Length': bytes.length };
  return { bytes, headers: { ...length, ...headers, Vary: 'Accept-Encoding', ...packing } };
}

import { type FileHandle, open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { refuse } from '@plenum/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toRefusalAnswer } from '../answer.ts';
import { asksToKeep } from '../connection.ts';
import type { StreamRoute } from '../route.ts';
import { safety, sendAnswer } from '../send.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The page takes everything from here, runs no inline script and stands in no frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = { ...safety, 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' };
/** Their names change with what is in them. */
const forever = { ...page, 'Cache-Control': 'public, max-age=31536000, immutable' };

const unbuilt = refuse('not-available', {
  facts: { what: 'The web application', why: '"npm run build" has not made it yet' },
}).refusal;

/** A file, packed where that is asked for and was made. */
const openFile = async (path: string, mayBePacked: boolean): Promise<[FileHandle, boolean] | undefined> => {
  for (const isPacked of mayBePacked ? [true, false] : [false]) {
    const file = await open(isPacked ? `${path}.gz` : path).catch(() => undefined);
    if (file !== undefined) return [file, isPacked];
  }
  return undefined;
};

const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { path, headers }: { path: string; headers: object },
): Promise<void> => {
  const { 'accept-encoding': accepted = '', connection } = request.headers;
  const found = await openFile(path, /\bgzip\b/.test(String(accepted)));
  const type = types[extname(path)];
  if (found === undefined && extname(path) === '.html') return sendAnswer(reply, toRefusalAnswer(unbuilt));
  if (found === undefined || type === undefined)
    return sendAnswer(reply, toRefusalAnswer(refuse('unknown-path', { input: request.url }).refusal));
  const [file, isPacked] = found;
  await using _closed = file;
  const bytes = await file.readFile();
  reply.hijack();
  reply.raw.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    ...headers,
    Vary: 'Accept-Encoding',
    ...(isPacked && { 'Content-Encoding': 'gzip' }),
    ...(!asksToKeep(connection) && { Connection: 'close' }),
  });
  reply.raw.end(bytes);
};

/** The web application, built into a folder: the page at `/`, what it loads under `/assets`. Open to those without the key, which the page asks for. */
export const createWebRoutes = (folder: string): StreamRoute[] => [
  {
    method: 'GET',
    path: '/',
    door: 'web',
    isOpen: true,
    stream: (request, reply) => sendFile(request, reply, { path: join(folder, 'index.html'), headers: page }),
  },
  {
    method: 'GET',
    path: '/assets/:file',
    door: 'web',
    isOpen: true,
    stream: (request, reply) => {
      const { file } = request.params as { file: string };
      const name = /^[\w-][\w.-]*$/.test(file) ? file : 'none';
      return sendFile(request, reply, { path: join(folder, 'assets', name), headers: forever });
    },
  },
];

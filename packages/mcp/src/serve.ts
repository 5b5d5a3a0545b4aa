import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { AssistedHouses } from './house.ts';
import { type AssistantOptions, createAssistantServer } from './server.ts';

/** Serves the parent process over standard input and output until the input ends. */
export function serveAssistantByStdio(houses: AssistedHouses, options: AssistantOptions): Disposable {
  const handle = serveStdio(() => createAssistantServer(houses, options));
  return { [Symbol.dispose]: () => void handle.close() };
}

const hash = (text: string) => createHash('sha256').update(text).digest();

interface AssistantHttpOptions extends AssistantOptions {
  readonly port: number;
  /**
   * Address to listen on; `Host` headers with this name or address are accepted in addition to those of this machine.
   */
  readonly host: string;
  /** Clients send it as `Authorization: Bearer`. */
  readonly key: string;
}

const maxBodyBytes = 65_536;

/** Serves streamable HTTP at `/mcp`. Every request needs the key, which is stored as a hash. */
export async function serveAssistantByHttp(
  houses: AssistedHouses,
  { port, host, key, ...options }: AssistantHttpOptions,
): Promise<AsyncDisposable & { readonly port: number }> {
  const handler = createMcpHandler(() => createAssistantServer(houses, options), { maxSubscriptions: 16 });
  const handle = toNodeHandler(handler, { maxRequestBodySize: maxBodyBytes });
  const isHost = hostHeaderValidation([...new Set(['localhost', '127.0.0.1', '[::1]', host])]);
  const isOrigin = localhostOriginValidation();
  const expected = hash(key);
  const hasKey = (authorization = '') => {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    return timingSafeEqual(hash(given), expected);
  };
  const server = createServer(async (request, response) => {
    if (!isHost(request, response) || !isOrigin(request, response)) return;
    if (!hasKey(request.headers.authorization))
      return void response
        .writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'text/plain' })
        .end('This server needs its key: Authorization: Bearer KEY.\n');
    if (request.url?.split('?')[0] !== '/mcp')
      return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The endpoint is /mcp.\n');
    // Node sets members to undefined that the type of the library only allows to be missing.
    await handle(request as never, response);
  });
  server.maxConnections = 64;
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toListenFailure } from '@plenum/platform';
import { cloudFailures } from '../failure/failure.ts';
import type { Metrics } from './metrics.ts';

/** A separate port for `/metrics`, which is then not served on the public port. */
interface AdminPort extends AsyncDisposable {
  readonly port: number;
}

/** Opens the port (0 for any), with plain HTTP. */
export async function openAdminPort(
  { registry }: Metrics,
  where: { readonly host: string; readonly port: number },
): Promise<AdminPort> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    const text = await registry.metrics();
    return response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  server.listen(where);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw toListenFailure(error, { protocol: 'TCP', ...where }, cloudFailures.error);
  }
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demo, type enterAccount } from '@plenum/testbed/account';

/** An event endpoint of the demo app, with the secret that signs its messages. */
export interface Endpoint extends Disposable {
  readonly secret: string;
  readonly url: string;
}

/** Registers an endpoint that responds immediately and passes each message to `receive`. */
export async function openEndpoint(
  account: Awaited<ReturnType<typeof enterAccount>>,
  receive: (headers: IncomingHttpHeaders, body: string) => void,
): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    response.writeHead(204).end();
    receive(request.headers, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/events`;
  const { secret } = await account.call(`/console/apps/${demo.clientId}/endpoints`, {
    url,
  });
  return {
    secret: secret!,
    url,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

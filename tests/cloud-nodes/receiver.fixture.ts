import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Device {
  readonly componentId: string;
  readonly datagram: object;
}

/** An integrator's endpoint that accepts every message and keeps the last datagram of each component. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly latest: ReadonlyMap<string, object>;
  /** Components and Syncs received; a message that came several times counts once. */
  count(): number;
}

export const startReceiver = async (): Promise<Receiver> => {
  const latest = new Map<string, object>();
  const seen = new Set<string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    try {
      for await (const piece of request.setEncoding('utf8')) text += piece;
    } catch {
      // Its node was killed: the message comes again from another.
      return;
    }
    const id = String(request.headers['webhook-id']);
    const body = JSON.parse(text) as { requestBody?: { devices: Device[] } };
    // A message that comes again may be older than what came since.
    if (!seen.has(id)) {
      const { devices } = body.requestBody ?? {};
      count += devices?.length ?? 1;
      for (const { componentId, datagram } of devices ?? []) latest.set(componentId, datagram);
    }
    seen.add(id);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    latest,
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

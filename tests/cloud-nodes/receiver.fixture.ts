import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Device {
  readonly componentId: string;
  readonly datagram: object;
}

/** An integrator's event API that answers everything, and remembers what it heard of each component last. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly latest: ReadonlyMap<string, object>;
  /** Components and Syncs it heard of, each message counted once however often it came. */
  heard(): number;
}

export const startReceiver = async (): Promise<Receiver> => {
  const latest = new Map<string, object>();
  const seen = new Set<string>();
  let heard = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const id = String(request.headers['webhook-id']);
    const body = JSON.parse(text) as { requestBody?: { devices: Device[] } };
    // The same message again says nothing new: it may be older than what came since.
    if (!seen.has(id)) {
      const { devices } = body.requestBody ?? {};
      heard += devices?.length ?? 1;
      for (const { componentId, datagram } of devices ?? []) latest.set(componentId, datagram);
    }
    seen.add(id);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    latest,
    heard: () => heard,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

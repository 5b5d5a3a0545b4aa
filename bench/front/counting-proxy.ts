import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Forwards connections to a device, one per request, and counts them. */
export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  readonly requests: () => number;
  /**
   * Returns the maximum number of open requests at a time. A request is open until the front closes its connection.
   */
  readonly maxAtOnce: () => number;
}

export async function startCountingProxy(port: number): Promise<CountingProxy> {
  const open = new Set<Socket>();
  let requests = 0;
  let maxAtOnce = 0;
  const server = createServer({ allowHalfOpen: true }, (front) => {
    requests++;
    open.add(front);
    maxAtOnce = Math.max(maxAtOnce, open.size);
    const device = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const end = () => {
      open.delete(front);
      front.destroy();
      device.destroy();
    };
    // The front does not half-close connections, so an ended sending side means that it no longer waits for a response.
    front.on('error', end).on('end', end).on('close', end).pipe(device);
    device.on('error', end).pipe(front);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    maxAtOnce: () => maxAtOnce,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

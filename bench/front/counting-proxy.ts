import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Passes connections on to a device, one per request, and counts them. */
export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  readonly requests: () => number;
  /** Returns the most requests open at the same time: from the connection until the front has closed it. */
  readonly maxAtOnce: () => number;
}

export const startCountingProxy = async (port: number): Promise<CountingProxy> => {
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
    // The front never half-closes: a closed sending side means it no longer waits for an answer.
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
};

import type { AddressInfo, Server, Socket } from 'node:net';

/** A server on a free loopback port. */
interface Listening extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
}

/** Starts a TCP, HTTP or TLS server on a free loopback port. Disposing of it cuts its connections. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // A client that breaks its connection is not a failure of the test.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

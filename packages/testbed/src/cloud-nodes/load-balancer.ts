import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP load balancer: each connection goes to the next node that accepts it. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** The ports of the nodes; tests change them when nodes start or end. */
  readonly ports: number[];
}

export const startBalancer = async (): Promise<Balancer> => {
  const ports: number[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const forward = (client: Socket, triesLeft: number) => {
    if (triesLeft === 0 || client.destroyed) return void client.destroy();
    const node = connect(ports[turn++ % ports.length]!, '127.0.0.1');
    track(node);
    let isOpen = false;
    node.on('connect', () => {
      isOpen = true;
      client.pipe(node).pipe(client);
      client.on('close', () => node.destroy());
    });
    node.on('close', () => (isOpen ? client.destroy() : forward(client, triesLeft - 1)));
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    track(client);
    forward(client, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ports,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

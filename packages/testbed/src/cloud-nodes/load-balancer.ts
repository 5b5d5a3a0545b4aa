import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../listen.ts';

/** A TCP load balancer: each connection goes to the next node that accepts it. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** The ports of the nodes; tests change them when nodes start or end. */
  readonly ports: number[];
}

export const startBalancer = async (): Promise<Balancer> => {
  const ports: number[] = [];
  let turn = 0;
  const forward = (client: Socket, triesLeft: number) => {
    if (triesLeft === 0 || client.destroyed) return void client.destroy();
    const node = connect(ports[turn++ % ports.length]!, '127.0.0.1');
    node.on('error', () => {});
    let isOpen = false;
    node.on('connect', () => {
      isOpen = true;
      client.pipe(node).pipe(client);
      client.on('close', () => node.destroy());
    });
    node.on('close', () => (isOpen ? client.destroy() : forward(client, triesLeft - 1)));
  };
  const server = createServer({ pauseOnConnect: true }, (client) => forward(client, ports.length));
  return { ...(await listen(server)), ports };
};

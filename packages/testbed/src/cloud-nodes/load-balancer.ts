import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../listen.ts';

/** A TCP load balancer: each connection goes to the node with the fewest connections of those that accept it. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** The ports of the nodes; tests change them when nodes start or end. */
  readonly ports: number[];
}

export async function startBalancer(): Promise<Balancer> {
  const ports: number[] = [];
  /** Number of open connections to each port. */
  const counts = new Map<number, number>();
  const count = (port: number, change: number) => counts.set(port, (counts.get(port) ?? 0) + change);
  let turn = 0;
  /** Returns the ports in the order in which they are tried. Those with equally many connections take turns. */
  const inOrder = () => {
    const first = turn++ % Math.max(1, ports.length);
    const turned = [...ports.slice(first), ...ports.slice(0, first)];
    return turned.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
  };
  const forward = (client: Socket, [port, ...others]: readonly number[]) => {
    if (port === undefined || client.destroyed) return void client.destroy();
    count(port, 1);
    const node = connect(port, '127.0.0.1');
    node.on('error', () => {});
    let isOpen = false;
    node.on('connect', () => {
      isOpen = true;
      client.pipe(node).pipe(client);
      client.on('close', () => node.destroy());
    });
    node.on('close', () => {
      count(port, -1);
      if (isOpen) client.destroy();
      else forward(client, others);
    });
  };
  const server = createServer({ pauseOnConnect: true }, (client) => forward(client, inOrder()));
  return { ...(await listen(server)), ports };
}

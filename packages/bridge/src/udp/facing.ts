import { createSocket } from 'node:dgram';

/** The address this machine has towards another: what the routing table says, without a datagram sent. */
const ask = (peer: string, port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createSocket('udp4');
    const finish = (address: string | undefined) => {
      probe.close();
      resolve(address);
    };
    probe.once('error', () => finish(undefined));
    probe.connect(port, peer, () => finish(probe.address().address));
  });

/** Peers that may be looked up at once: each takes a socket, and anybody can send from many addresses. */
const maxConcurrent = 32;

/** Finds the address this machine has towards a peer; undefined where there is no way, or too many are asked for. */
export const createFacing = (): ((peer: string, port: number) => Promise<string | undefined>) => {
  const asking = new Map<string, Promise<string | undefined>>();
  return async (peer, port) => {
    const known = asking.get(peer);
    if (known !== undefined) return known;
    if (asking.size >= maxConcurrent) return undefined;
    const asked = ask(peer, port);
    asking.set(peer, asked);
    const address = await asked;
    asking.delete(peer);
    return address;
  };
};

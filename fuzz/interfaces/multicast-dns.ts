import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { announceService, searchServices } from '@plenum/platform/mdns';
import { toServiceText } from '@plenum/protocol/discovery';
import fc from '@plenum/testbed/fast-check';
import { freePort } from '@plenum/testbed/free-port';
import { until } from '@plenum/testbed/until';
import { bytesLike } from '../mutate.ts';
import { demoDatagrams } from '../parsers/houses.ts';
import { target } from '../target.ts';
import { orHang } from './exchange.ts';

const group = '224.0.0.251';
const address = '127.0.0.1';

/** Opens a socket for multicast on loopback, in the group of multicast DNS if it has its port. */
const openSocket = async (stack: AsyncDisposableStack, port: number): Promise<Socket> => {
  const socket = createSocket({ type: 'udp4', reuseAddr: true }).bind(port, '0.0.0.0');
  stack.defer(() => void socket.close());
  await once(socket, 'listening');
  socket.setMulticastInterface(address);
  if (port !== 0) socket.addMembership(group, address);
  return socket;
};

/** A message of multicast DNS is answered or ignored; the service is then still announced, and can still be found. */
export const multicastDns = target<{ readonly datagrams: readonly Buffer[] }>({
  name: 'multicast DNS',
  weight: 3,
  start: async (stack) => {
    const port = await freePort();
    const tap = await openSocket(stack, port);
    const hostile = await openSocket(stack, 0);
    const seen: Buffer[] = [];
    let onResponse = () => {};
    tap.on('message', (bytes, from) => {
      if (from.port !== port) return;
      seen.push(bytes);
      // The highest bit of the third byte marks a response (RFC 1035, 4.1.1).
      if (bytes[2]! & 0x80) onResponse();
    });
    const options = {
      addresses: [address],
      port,
      onFailure: (_: string, error: Error) => {
        throw error;
      },
    };
    const txt = toServiceText({ uid: '000000001', datagrams: demoDatagrams });
    stack.use(
      await announceService({ type: 'plenum', name: 'Fuzz', host: 'fuzz.local', port: 8080, txt }, options),
    );
    let found = 0;
    const search = stack.use(await searchServices('plenum', () => found++, options));
    await until('the service is found', async () => found > 0);
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => void failures.push(error);
    process.on('uncaughtException', onFailure);
    stack.defer(() => void process.off('uncaughtException', onFailure));
    const seeds = new Set(seen.map((bytes) => bytes.toString('latin1')));
    const datagram = bytesLike(Array.from(seeds, (text) => Buffer.from(text, 'latin1'))).map((bytes) =>
      bytes.subarray(0, 8_000),
    );
    return {
      cases: fc.record({ datagrams: fc.array(datagram, { minLength: 1, maxLength: 4 }) }),
      check: async ({ datagrams }) => {
        const before = found;
        for (const bytes of datagrams) hostile.send(bytes, port, group);
        const answered = Promise.withResolvers<void>();
        onResponse = answered.resolve;
        search.repeat();
        await orHang('the service is no longer announced', answered.promise);
        const [failure] = failures.splice(0);
        assert.equal(failure, undefined, 'a message was not handled');
        return found > before;
      },
    };
  },
});

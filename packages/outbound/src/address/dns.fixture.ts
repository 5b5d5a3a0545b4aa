import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses by name. A missing name does not exist, and queries for `refuse` get REFUSED. */
export type Zone = Readonly<Record<string, readonly string[] | 'refuse'>>;

/** A DNS server on this machine (RFC 1035, 4.1), limited to the needs of a resolver that requests A and AAAA. */
export async function startDns(zone: Zone): Promise<{ readonly address: string } & AsyncDisposable> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    while (query[at] !== 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
      at += 1 + query[at]!;
    }
    const type = query.readUInt16BE(at + 1);
    const question = query.subarray(12, at + 5);
    const known = zone[labels.join('.').toLowerCase()];
    const addresses = typeof known === 'object' ? known.filter((one) => isIPv4(one) === (type === 1)) : [];
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    // A response, recursion available; NXDOMAIN is 3, REFUSED 5.
    head.writeUInt16BE(0x8180 | (known === undefined ? 3 : known === 'refuse' ? 5 : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const answers = addresses.map((address) => {
      const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
      // A pointer to the name at offset 12; class IN, 60 s.
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
      return Buffer.concat([record, bytes]);
    });
    socket.send(Buffer.concat([head, question, ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

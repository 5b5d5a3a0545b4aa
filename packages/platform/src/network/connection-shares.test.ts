import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createFakeClock } from '../clock/fake-clock.ts';
import { type ConnectionSharesDeps, createConnectionShares } from './connection-shares.ts';

const limits = { addressConnections: 2, addressHandshakes: 100, handshakes: 100 };

/**
 * A server that counts connections, and `open`, which connects to it from an address and resolves when the connection
 * is admitted or closed.
 */
const serve = async (options: Partial<ConnectionSharesDeps> = {}, isTls = false) => {
  const clock = createFakeClock();
  const lines: object[] = [];
  const log = { warn: (facts: object) => void lines.push(facts) };
  const shares = createConnectionShares({ limits, clock, log, ...options });
  const server = createServer();
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const open = async (localAddress = '127.0.0.1') => {
    const received = once(server, 'connection') as Promise<[Socket]>;
    const client = connect({ port, host: '127.0.0.1', localAddress });
    client.on('error', () => {}).resume();
    sockets.push(client);
    const [socket] = await received;
    socket.resume();
    return { client, socket, isAdmitted: shares.admit(socket, { isTls }) };
  };
  const isAdmitted = async (from?: string) => (await open(from)).isAdmitted;
  const dispose = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { clock, lines, shares, open, isAdmitted, [Symbol.dispose]: dispose };
};

describe('the connections of one address', () => {
  it('an address with the maximum number of connections gets no further one until one ends', async () => {
    using server = await serve();
    const first = await server.open();
    assert.deepEqual(
      [first.isAdmitted, await server.isAdmitted(), await server.isAdmitted()],
      [true, true, false],
    );
    const beyond = await server.open();
    assert.ok(beyond.socket.destroyed);
    first.client.destroy();
    await once(first.socket, 'close');
    assert.deepEqual([await server.isAdmitted(), await server.isAdmitted()], [true, false]);
  });

  it('the limit of one address does not apply to the connections of another', {
    skip: process.platform === 'darwin',
  }, async () => {
    using server = await serve();
    for (const _ of [1, 2, 3]) await server.open();
    assert.equal(await server.isAdmitted('127.0.0.2'), true);
  });

  it('an address that forwards the connections of others has no limit', async () => {
    using server = await serve({ isShared: (address) => address.endsWith('127.0.0.1') });
    for (const _ of [1, 2, 3, 4]) assert.equal(await server.isAdmitted(), true);
  });

  it('a log line reports once in ten minutes that an address has too many connections', async () => {
    using server = await serve();
    for (const _ of [1, 2, 3, 4]) await server.open();
    assert.deepEqual(server.lines, [{ address: '127.0.0.1', connections: 2 }]);
    server.clock.advance(599_999);
    await server.open();
    assert.equal(server.lines.length, 1);
    server.clock.advance(1);
    await server.open();
    assert.equal(server.lines.length, 2);
  });
});

describe('TLS handshakes that are not finished', () => {
  for (const [of, most] of [
    ['one address', { addressHandshakes: 2, handshakes: 100 }],
    ['all addresses', { addressHandshakes: 100, handshakes: 2 }],
  ] as const) {
    const tls = () => serve({ limits: { addressConnections: 100, ...most } }, true);

    it(`a server limits unfinished TLS handshakes of ${of} while the oldest is under 2 s old`, async () => {
      using server = await tls();
      assert.deepEqual([await server.isAdmitted(), await server.isAdmitted()], [true, true]);
      server.clock.advance(1_999);
      assert.equal(await server.isAdmitted(), false);
    });

    it(`a server replaces unfinished TLS handshakes of ${of} after 2 s, one by one, oldest first`, async () => {
      using server = await tls();
      const old = [await server.open(), await server.open()];
      server.clock.advance(2_000);
      assert.equal(await server.isAdmitted(), true);
      assert.deepEqual(
        old.map(({ socket }) => socket.destroyed),
        [true, false],
      );
      assert.equal(await server.isAdmitted(), true);
      assert.equal(await server.isAdmitted(), false);
      assert.ok(old[1]!.socket.destroyed);
    });

    it(`a server accepts TLS handshakes when those of ${of} are finished, and keeps connections`, async () => {
      using server = await tls();
      const [first] = [await server.open(), await server.open()];
      server.shares.secured(first.socket);
      assert.equal(await server.isAdmitted(), true);
      assert.equal(await server.isAdmitted(), false);
      server.clock.advance(2_000);
      for (const _ of [1, 2]) assert.equal(await server.isAdmitted(), true);
      assert.equal(first.socket.destroyed, false);
    });
  }
});

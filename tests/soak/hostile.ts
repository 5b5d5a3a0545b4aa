import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededRandom } from '@plenum/testbed/seeded-random';

/** Address of the attacker, separate because servers count what one address may do. */
const attackerAddress = '127.0.0.66';

/** Number of connections that the attacker has open at a time. */
const parallel = 12;
/** Time after which the attacker gives up a connection, and the pause between two datagrams, in ms. */
const times = { connection: 700, datagram: 30 };

const randomBytes = (random: SeededRandom, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.integer(0, 255)));

const toPost = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

/** Bytes with which the attacker begins a connection. */
const openings: readonly ((random: SeededRandom) => string | Buffer)[] = [
  (random) => randomBytes(random, random.integer(1, 4_000)),
  () => 'POST /dev HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{',
  () => `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
  () => toPost('/dev', '['.repeat(60_000)),
  () => toPost('/HvacCommandV2', `{"ZoneName":{"Index":${'9'.repeat(400)},"Name":"x"}}`),
  () => toPost('/dev', '{}', 'Authorization: Bearer \u0001\r\n'),
  () => toPost('/token', `grant_type=authorization_code&code=${'a'.repeat(9_000)}`),
  () =>
    'POST /dev HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /',
  () => 'GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000\u0000',
  () =>
    'GET /uplink HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\u0081\u00ff',
];

const attackOnce = async (port: number, random: SeededRandom): Promise<void> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: attackerAddress });
  socket.on('error', () => {}).resume();
  socket.write(random.pick(openings)(random));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([closed, pause(random.integer(0, times.connection))]);
  socket.destroy();
};

const sendDatagrams = async (port: number, random: SeededRandom, signal: AbortSignal): Promise<void> => {
  const socket = createSocket('udp4').bind(0, attackerAddress);
  await once(socket, 'listening');
  socket.on('error', () => {});
  while (!signal.aborted) {
    socket.send(randomBytes(random, random.integer(0, 1_400)), port, '127.0.0.1');
    await pause(times.datagram);
  }
  socket.close();
};

/**
 * Sends invalid, unfinished and oversized requests to the ports of a server until the signal is aborted. Returns the
 * number of connections.
 */
export async function sendHostileTraffic(
  ports: { readonly tcp: number; readonly udp?: number | undefined },
  random: SeededRandom,
  signal: AbortSignal,
): Promise<number> {
  let connections = 0;
  const repeat = async (choices: SeededRandom) => {
    while (!signal.aborted) {
      connections++;
      await attackOnce(ports.tcp, choices);
    }
  };
  await Promise.all([
    ...Array.from({ length: parallel }, (_, index) => repeat(random.fork(`connection ${index}`))),
    ...(ports.udp === undefined ? [] : [sendDatagrams(ports.udp, random.fork('datagrams'), signal)]),
  ]);
  return connections;
}

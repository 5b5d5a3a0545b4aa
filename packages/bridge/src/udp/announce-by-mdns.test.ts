import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { discover } from '@plenum/client';
import { type Log, silent } from '@plenum/platform/quiet-log';
import { nothingInstalled } from '@plenum/protocol/component';
import { izone } from '@plenum/protocol/dialect';
import type { DeviceHealth } from '../device/device.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { announceByMdns } from './announce-by-mdns.ts';

const loopback = { address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4', internal: true } as const;
const interfaces = { lo: [{ ...loopback, mac: '00:00:00:00:00:00', cidr: '127.0.0.1/8' }] };

const freePort = async () => {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
};

test('a bridge is found exactly once, by multicast DNS, by discovery or by both, until it stops', async () => {
  const port = await freePort();
  const unheard = await freePort();
  const bridge = await startSmallBridge({ mdns: { port }, dialect: izone });
  const find = async (udpPort: number, mdns: false | { port: number }) =>
    (await discover({ interfaces, udpPort, mdns, timeout: 450 })).map((found) => [
      found.uid,
      `${found.address}:${found.port}`,
      found.dialect?.name,
      found.capabilities.v2,
    ]);
  const expected = [[bridge.identity.uid, `127.0.0.1:${bridge.http.port}`, 'izone', true]];
  const noise = createSocket('udp4');
  for (const bytes of ['', 'IASD', '\0'.repeat(12), `\0\0\x84\0${'\xff'.repeat(40)}`])
    noise.send(Buffer.from(bytes, 'latin1'), port, '127.0.0.1');
  assert.deepEqual(await find(unheard, { port }), expected);
  assert.deepEqual(await find(bridge.udp.port, false), expected);
  assert.deepEqual(await find(bridge.udp.port, { port }), expected);
  noise.close();
  await bridge[Symbol.asyncDispose]();
  assert.deepEqual(await find(unheard, { port }), []);
});

test('does not announce a bridge by multicast DNS while the real one behind it is silent', async () => {
  const port = await freePort();
  const unheard = await freePort();
  const find = async () =>
    (await discover({ interfaces, udpPort: unheard, mdns: { port }, timeout: 450 })).map(({ uid }) => uid);
  let tell = (_: DeviceHealth) => {};
  const health = (state: DeviceHealth['state']): DeviceHealth => ({
    state,
    since: 0,
    answeredAt: 0,
    readAt: 0,
    isTooOld: false,
  });
  await using _announced = await announceByMdns({
    announcement: { uid: '000000001', datagrams: nothingInstalled, dialect: izone },
    device: {
      health: () => health('answering'),
      followHealth: (listener) => {
        tell = listener;
        return () => {};
      },
    },
    httpHost: '127.0.0.1',
    httpPort: 80,
    host: 'house.local',
    port,
    log: silent,
  });
  assert.deepEqual(await find(), ['000000001']);
  tell(health('silent'));
  assert.deepEqual(await find(), []);
  tell(health('answering'));
  assert.deepEqual(await find(), ['000000001']);
});

test('does not announce a bridge by multicast DNS if it is not switched on', async () => {
  const port = await freePort();
  await using _bridge = await startSmallBridge();
  const found = await discover({ interfaces, udpPort: await freePort(), mdns: { port }, timeout: 90 });
  assert.deepEqual(found, []);
});

test('logs a warning about a network without multicast, and continues', async () => {
  const warnings: unknown[] = [];
  const log: Log = { ...silent, warn: (fields, text) => warnings.push([fields, text]) };
  await using _announced = await announceByMdns({
    announcement: { uid: '000000001', datagrams: nothingInstalled },
    device: { health: () => undefined, followHealth: () => () => {} },
    // A documentation address (RFC 5737), which no interface has.
    httpHost: '192.0.2.1',
    httpPort: 80,
    host: 'house.local',
    port: await freePort(),
    log,
  });
  assert.equal(warnings.length, 1);
  assert.match(JSON.stringify(warnings), /192\.0\.2\.1.*multicast DNS does not work on this network/);
});

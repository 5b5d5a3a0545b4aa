import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { listenForNotifications } from './notifications.ts';

const send = async (from: string, port: number, text: string, to = '127.0.0.1') => {
  const socket = createSocket('udp4').bind(0, from);
  await once(socket, 'listening');
  socket.setBroadcast(true);
  await new Promise((resolve) => socket.send(text, port, to, resolve));
  socket.close();
};

const freePort = async () => {
  const socket = createSocket('udp4').bind(0);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
};

// Only Linux and Windows support 127.0.0.2, and broadcasts to the machine itself, without configuration.
const skip = process.platform === 'darwin';

test('ignores change notices from another bridge, and any other text', { skip }, async () => {
  const port = await freePort();
  const requests = Promise.withResolvers<readonly string[]>();
  const unlisten = await listenForNotifications({ host: '127.0.0.1', port, onChange: requests.resolve });
  await send('127.0.0.2', port, 'HvacChanged_Zones');
  await send('127.0.0.1', port, 'HvacChanged_Nothing');
  await send('127.0.0.1', port, 'HvacChanged_Schedules');
  assert.deepEqual(await requests.promise, ['schedule']);
  unlisten();
});

test('delivers a broadcast to two clients that share a port on one machine', { skip }, async () => {
  const port = await freePort();
  const heard = [Promise.withResolvers<readonly string[]>(), Promise.withResolvers<readonly string[]>()];
  const both = await Promise.all(
    heard.map(({ resolve }) => listenForNotifications({ host: '127.0.0.1', port, onChange: resolve })),
  );
  await send('127.0.0.1', port, 'HvacChanged_Zones', '127.255.255.255');
  assert.deepEqual(await Promise.all(heard.map(({ promise }) => promise)), [['zone'], ['zone']]);
  for (const unlisten of both) unlisten();
});

test('a receiver of change notices does not fail if its UDP port is not available', async () => {
  const taken = createSocket('udp4').bind(0);
  await once(taken, 'listening');
  const { port } = taken.address();
  const unlisten = await listenForNotifications({ host: '127.0.0.1', port, onChange: () => {} });
  unlisten();
  taken.close();
});

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { listenForNotifications } from './notifications.ts';

const send = async (from: string, port: number, text: string) => {
  const socket = createSocket('udp4').bind(0, from);
  await once(socket, 'listening');
  await new Promise((resolve) => socket.send(text, port, '127.0.0.1', resolve));
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

// Only Linux and Windows have 127.0.0.2 without being told.
test('notifications of another bridge and other texts are ignored', {
  skip: process.platform === 'darwin',
}, async () => {
  const port = await freePort();
  const requests = Promise.withResolvers<readonly string[]>();
  const unlisten = await listenForNotifications({ host: '127.0.0.1', port, onChange: requests.resolve });
  await send('127.0.0.2', port, 'HvacChanged_Zones');
  await send('127.0.0.1', port, 'HvacChanged_Nothing');
  await send('127.0.0.1', port, 'HvacChanged_Schedules');
  assert.deepEqual(await requests.promise, ['schedule']);
  unlisten();
});

test('two clients on one machine share the port', async () => {
  const port = await freePort();
  const options = { host: '127.0.0.1', port, onChange: () => {} };
  const both = await Promise.all([listenForNotifications(options), listenForNotifications(options)]);
  for (const unlisten of both) unlisten();
});

test('a port that cannot be had is no error', async () => {
  const taken = createSocket('udp4').bind(0);
  await once(taken, 'listening');
  const { port } = taken.address();
  const unlisten = await listenForNotifications({ host: '127.0.0.1', port, onChange: () => {} });
  unlisten();
  taken.close();
});

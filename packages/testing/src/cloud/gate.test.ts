import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { openGate } from './gate.ts';

/** Starts a server that sends back what it receives. */
const startEcho = async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() };
};

const connectTo = (url: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  const ask = async (text: string) => {
    socket.write(text);
    const [answer] = await Promise.race([once(socket, 'data'), closed.then(() => ['closed'])]);
    return String(answer);
  };
  return { ask, closed, end: () => socket.end() };
};

test('a gate leads connections to its port, and breaks and refuses them while it is shut', async () => {
  using echo = await startEcho();
  const gate = await openGate();
  gate.leadTo(echo.port);
  const first = connectTo(gate.url);
  assert.equal(await first.ask('one'), 'one');
  gate.setOpen(false);
  await first.closed;
  assert.equal(await connectTo(gate.url).ask('two'), 'closed');
  gate.setOpen(true);
  const [second, third] = [connectTo(gate.url), connectTo(gate.url)];
  assert.equal(await second.ask('three'), 'three');
  second.end();
  await second.closed;
  assert.equal(await third.ask('four'), 'four');
  await gate[Symbol.asyncDispose]();
  await third.closed;
  await assert.rejects(fetch(gate.url));
});

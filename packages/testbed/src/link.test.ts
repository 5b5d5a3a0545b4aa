import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { startLink } from './link.ts';
import { listen } from './listen.ts';

/** Starts a server that repeats everything, and a link to it. */
const startEcho = async () => {
  await using stack = new AsyncDisposableStack();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.pipe(socket);
  });
  const { port } = stack.use(await listen(server));
  const link = stack.use(await startLink(port));
  const owned = stack.move();
  return {
    link,
    connections: () => connections,
    open: async (): Promise<Socket> => {
      const socket = connect(link.port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      return socket;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};

/** Resolves when a connection has ended, even by an error. */
const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

const echo = async (socket: Socket, text: string): Promise<string> => {
  socket.write(text);
  const [piece] = await once(socket, 'data');
  return String(piece);
};

it('an open or slow link forwards data and the end of a connection', async () => {
  await using all = await startEcho();
  for (const state of ['open', 'slow'] as const) {
    all.link.set(state);
    const socket = await all.open();
    assert.equal(await echo(socket, state), state);
    socket.end();
    await ended(socket);
  }
});

it('a link that is cut ends its connections and refuses new ones until it is open again', async () => {
  await using all = await startEcho();
  const before = await all.open();
  assert.equal(await echo(before, 'a'), 'a');
  const closed = ended(before);
  all.link.set('cut');
  await closed;
  const during = connect(all.link.port, '127.0.0.1');
  during.on('error', () => {});
  await ended(during);
  assert.equal(all.connections(), 1);
  all.link.set('open');
  const after = await all.open();
  assert.equal(await echo(after, 'b'), 'b');
  after.destroy();
});

it('a half-open link loses data and keeps its connections, which end when it is open again', async () => {
  await using all = await startEcho();
  const socket = await all.open();
  assert.equal(await echo(socket, 'a'), 'a');
  let received = 0;
  socket.on('data', () => received++);
  all.link.set('half-open');
  socket.write('b');
  // What is sent on another connection meanwhile does not arrive either; both end only when the state changes.
  const other = await all.open();
  other.write('c');
  const closed = Promise.all([ended(socket), ended(other)]);
  all.link.set('open');
  await closed;
  assert.equal(received, 0);
});

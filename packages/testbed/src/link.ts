import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from './listen.ts';

/**
 * The states of a link. `cut` ends its connections and refuses new ones. `half-open` keeps connections open, but
 * nothing arrives, not even their end. `slow` delays everything.
 */
const linkStates = ['open', 'cut', 'half-open', 'slow'] as const;
type LinkState = (typeof linkStates)[number];

/** A TCP connection of two programs that a test can break: one connects to its port, the other listens at its end. */
export interface Link extends AsyncDisposable {
  readonly port: number;
  /** Changes the state. Connections that were half-open end, as at a router that has forgotten them. */
  set(state: LinkState): void;
}

/** Delay of each piece of data on a slow link, in ms. */
const slowDelay = 150;

/** Starts a link on a free port to a port of this machine. */
export async function startLink(target: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let state: LinkState = 'open';
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const forward = (from: Socket, into: Socket) =>
    pipeline(
      from,
      async function* (pieces) {
        for await (const piece of pieces) {
          if (state === 'half-open') continue;
          if (state === 'slow') await pause(slowDelay);
          yield piece;
        }
        // The end does not arrive either. Both sockets are destroyed when the state changes.
        if (state === 'half-open') await once(into, 'close');
      },
      into,
    ).catch(() => {});
  const server = createServer({ allowHalfOpen: true }, (from) => {
    track(from);
    if (state === 'cut') return void from.resetAndDestroy();
    const into = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    track(into);
    void forward(from, into);
    void forward(into, from);
  });
  const { port, [Symbol.asyncDispose]: dispose } = await listen(server);
  const endAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    set: (next) => {
      if (next === 'cut' || state === 'half-open') endAll();
      state = next;
    },
    [Symbol.asyncDispose]: async () => {
      endAll();
      await dispose();
    },
  };
}

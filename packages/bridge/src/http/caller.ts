import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../device/device.ts';

/** One signal for each connection: a persistent one has many requests. */
const signals = new WeakMap<Socket, AbortSignal>();

const signalOf = (socket: Socket): AbortSignal => {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const gone = new AbortController();
  if (socket.destroyed) gone.abort();
  else socket.once('close', () => gone.abort());
  signals.set(socket, gone.signal);
  return gone.signal;
};

/** The client of a request, with the signal that is aborted when it closes the connection. */
export const callerOf = ({ raw: { socket } }: FastifyRequest): Caller => ({
  by: { over: 'local' },
  signal: () => signalOf(socket),
});

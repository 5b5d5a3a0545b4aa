import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

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

/** The signal of the client of a request, made when it is asked for: aborted when the client closes the connection. */
export const callerOf =
  ({ raw: { socket } }: FastifyRequest): (() => AbortSignal) =>
  () =>
    signalOf(socket);

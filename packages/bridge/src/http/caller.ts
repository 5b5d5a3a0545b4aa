import type { FastifyRequest } from 'fastify';

/** The signal of the client of a request, made when it is asked for: aborted when the client closes the connection. */
export const callerOf =
  ({ raw: { socket } }: FastifyRequest): (() => AbortSignal) =>
  () => {
    const gone = new AbortController();
    if (socket.destroyed) gone.abort();
    else socket.once('close', () => gone.abort());
    return gone.signal;
  };

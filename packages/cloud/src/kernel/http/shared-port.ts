import { createServer as createHttp1, type RequestListener, type Server } from 'node:http';
import {
  constants,
  createServer as createHttp2,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { type Clock, toListenFailure } from '@plenum/machine';
import type { FastifyServerFactory } from 'fastify';
import { CloudFailure } from '../failure/failure.ts';
import { refuseClientError } from './client-error.ts';
import type { HttpLimits } from './limits.ts';

/** How an HTTP/2 client that knows beforehand what it speaks to begins (RFC 9113, 3.4): `PRI * HTTP/2.0`. */
const preface = Buffer.from('PRI');

/** One TCP port that speaks HTTP/1.1 and HTTP/2 without TLS, told apart by the first bytes of a connection. */
export interface SharedPort {
  readonly serverFactory: FastifyServerFactory;
  /** Takes the port; connections wait until `open`. Gives the port, found where 0 was asked for. */
  listen(where: { host: string; port: number }): Promise<number>;
  open(): void;
  /** Takes no more connections and resolves when those inside have finished, or `limits.patience` has passed. */
  close(): Promise<void>;
}

const isPreface = (head: Buffer) => head.subarray(0, preface.length).equals(preface);

/** Whether the bytes so far could still become the preface. */
const isUndecided = (head: Buffer) => head.length < preface.length && preface.indexOf(head) === 0;

/** Ends a call whose request has not come whole in time, as HTTP/1.1 does: nobody here waits for the rest of it. */
const limitArrival = (stream: ServerHttp2Stream, { arrival }: HttpLimits, clock: Clock): void => {
  const cancel = clock.after(arrival, () => {
    // Open from both sides: the client has not said that it is done (RFC 9113, 5.1).
    if (stream.state.state === constants.NGHTTP2_STREAM_STATE_OPEN) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.once('close', cancel);
};

/** Ends a session in which nothing moves: kindly, and for good where calls are open whose answers nobody takes. */
const limitRest = (session: ServerHttp2Session, { rest, patience }: HttpLimits, clock: Clock): void => {
  session.setTimeout(rest, () => {
    session.close();
    session.once(
      'close',
      clock.after(patience, () => session.destroy()),
    );
  });
};

const createHttp2Side = (handler: RequestListener, limits: HttpLimits, clock: Clock) => {
  const sessions = new Set<ServerHttp2Session>();
  const server = createHttp2(
    {
      settings: { maxConcurrentStreams: limits.calls, maxHeaderListSize: limits.headerBytes },
      maxSessionMemory: 10,
    },
    handler as never,
  );
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    limitRest(session, limits, clock);
  });
  server.on('stream', (stream) => limitArrival(stream, limits, clock));
  // A client that breaks its session off is no news; the session is closed by then.
  server.on('sessionError', () => {});
  return { server, sessions };
};

/** Gives the first bytes of a connection to `decide`, once they are enough to tell, and puts them back. */
const sniff = (socket: Socket, decide: (head: Buffer) => void): void => {
  let head: Buffer = Buffer.alloc(0);
  const look = () => {
    const more: Buffer | null = socket.read();
    if (more === null) return;
    head = Buffer.concat([head, more]);
    if (isUndecided(head)) return;
    socket.off('readable', look);
    // Only now: bytes put back are announced again.
    socket.unshift(head);
    decide(head);
  };
  socket.on('readable', look);
};

export const createSharedPort = (limits: HttpLimits, clock: Clock): SharedPort => {
  /** Connections that have not said yet what they speak. */
  const silent = new Set<Socket>();
  let server: Server;
  let http2: ReturnType<typeof createHttp2Side>;
  let greet: (socket: Socket) => void;
  let isOpen = false;

  const serverFactory: FastifyServerFactory = (handler) => {
    server = createHttp1({
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.arrival,
      requestTimeout: limits.arrival,
      keepAliveTimeout: limits.rest,
      connectionsCheckingInterval: Math.min(1_000, limits.arrival),
      requireHostHeader: true,
    });
    server.on('request', handler);
    server.on('clientError', (error, socket) => refuseClientError(error, socket as Socket, limits));
    server.maxConnections = limits.connections;
    // A client that takes nothing of its answer for so long is let go; streams give a sign of life more often.
    server.timeout = limits.rest;
    http2 = createHttp2Side(handler, limits, clock);
    const [greetHttp1] = server.listeners('connection') as [(socket: Socket) => void];
    server.removeAllListeners('connection');
    greet = (socket) =>
      sniff(socket, (head) => {
        silent.delete(socket);
        socket.setTimeout(0);
        if (isPreface(head)) {
          // The server of HTTP/1.1 lets a client half-close; HTTP/2 would never hear that this one is gone.
          socket.allowHalfOpen = false;
          http2.server.emit('connection', socket);
        } else greetHttp1.call(server, socket);
      });
    server.on('connection', (socket: Socket) => {
      silent.add(socket);
      socket.once('close', () => silent.delete(socket));
      // A connection reset before its first request concerns nobody.
      socket.on('error', () => {});
      socket.setTimeout(limits.arrival, () => void (silent.has(socket) && socket.destroy()));
      if (isOpen) greet(socket);
    });
    return server;
  };

  return {
    serverFactory,
    listen: async (where) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once('error', reject);
      server.listen(where, resolve);
      try {
        await promise;
      } catch (error) {
        throw toListenFailure(
          error,
          { protocol: 'TCP', ...where },
          (code, facts, cause) => new CloudFailure(code, facts, cause),
        );
      }
      server.off('error', reject);
      return (server.address() as AddressInfo).port;
    },
    open: () => {
      isOpen = true;
      for (const socket of silent) greet(socket);
    },
    close: async () => {
      if (!server.listening) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      // `close` ends the connections that rest now; this ends each of the others once its answer is out.
      server.keepAliveTimeout = 1;
      server.keepAliveTimeoutBuffer = 0;
      for (const socket of silent) socket.destroy();
      for (const session of http2.sessions) session.close();
      const cancel = clock.after(limits.patience, () => {
        server.closeAllConnections();
        for (const session of http2.sessions) session.destroy();
      });
      await promise;
      cancel();
    },
  };
};

import {
  createServer as createHttp1,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import {
  constants,
  createServer as createHttp2,
  type Http2Stream,
  type ServerHttp2Session,
} from 'node:http2';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { createServer as createTls, type TLSSocket } from 'node:tls';
import {
  type Certificate,
  type Clock,
  type ConnectionShares,
  createConnectionShares,
  createTokenBucket,
  namesTwoHosts,
  type Runtime,
  tlsOrPlain,
  toClientNetwork,
  toListenFailure,
} from '@plenum/platform';
import { listen } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { FastifyServerFactory } from 'fastify';
import { cloudFailures } from '../failure/failure.ts';
import { refuseClientError } from './client-error.ts';
import type { HttpLimits } from './limits.ts';

/** The connection preface of an HTTP/2 client with prior knowledge (RFC 9113, 3.4) is `PRI * HTTP/2.0`. */
const preface = Buffer.from('PRI');

/** One TCP port for HTTP/1.1 and HTTP/2, with or without TLS. The first bytes of a connection decide which. */
export interface SharedPort {
  readonly serverFactory: FastifyServerFactory;
  /** Binds the port. Connections wait until `open`. Returns the port, which the system chooses if given 0. */
  listen(where: { host: string; port: number }): Promise<number>;
  open(): void;
  /** Number of open HTTP/2 sessions. */
  sessions(): number;
  /** Begins to end each connection with its next response, while new connections are still accepted. */
  drain(): void;
  /**
   * Drains, and stops accepting connections. Resolves when open requests have finished, or after
   * `limits.shutdownTimeout`. An idle connection ends after `idleFor` ms, because a request may be on its way to it.
   */
  close(idleFor: number): Promise<void>;
}

const isPreface = (head: Buffer) => head.subarray(0, preface.length).equals(preface);

/** True if the bytes so far could still become the preface. */
const isUndecided = (head: Buffer) => head.length < preface.length && preface.indexOf(head) === 0;

/** Ends an HTTP/2 call whose request is not complete in time, as the server does for HTTP/1.1. */
const limitRequestTime = (stream: Http2Stream, { requestTimeout }: HttpLimits, clock: Clock): void => {
  const cancel = clock.after(requestTimeout, () => {
    // Open on both sides means that the client has not ended its request (RFC 9113, 5.1).
    if (stream.state.state === constants.NGHTTP2_STREAM_STATE_OPEN) stream.close(constants.NGHTTP2_CANCEL);
  });
  stream.once('close', cancel);
};

/**
 * Closes a session gracefully if it has had no call for `requestTimeout`, even if it sends other data (half a preface,
 * half a header, pings), or if it has had no traffic for `keepAliveTimeout`. Destroys the session if its open calls do
 * not end in time because the client does not read.
 */
const limitIdleTime = (
  session: ServerHttp2Session,
  { requestTimeout, keepAliveTimeout, shutdownTimeout }: HttpLimits,
  clock: Clock,
): void => {
  const end = () => {
    session.once(
      'close',
      clock.after(shutdownTimeout, () => session.destroy()),
    );
    session.close();
  };
  /** `close` alone would wait for a header whose end never comes. */
  const endIdle = () => {
    session.close();
    session.destroy();
  };
  session.setTimeout(keepAliveTimeout, end);
  let calls = 0;
  let cancelIdle = clock.after(requestTimeout, endIdle);
  session.once('close', () => cancelIdle());
  session.on('stream', (stream) => {
    calls++;
    cancelIdle();
    stream.once('close', () => {
      calls--;
      if (calls === 0 && !session.closed) cancelIdle = clock.after(requestTimeout, endIdle);
    });
  });
};

interface Http2Deps {
  readonly clock: Clock;
  /** True if an address forwards the calls of many clients, so it has no limit. */
  readonly isShared: (address: string) => boolean;
}

/** Counts the calls that an address has reset in all of its sessions, so that a new session is not a new allowance. */
const createResetLimit = (
  { resetRate, resetBurst, resetTime }: HttpLimits,
  { clock, isShared }: Http2Deps,
) => {
  const resets = createTokenBucket({ rate: resetRate, burst: resetBurst }, clock);
  const networkOf = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string | undefined =>
    isShared(remoteAddress) ? undefined : toClientNetwork(remoteAddress);
  return {
    /** True if the address of a connection may not begin a session now. */
    isOver: (socket: Socket): boolean => {
      const network = networkOf(socket);
      return network !== undefined && resets.wait(network) > 0;
    },
    /** Counts the resets of a session, and ends the session if they are beyond the limit. */
    count: (session: ServerHttp2Session): void => {
      const network = networkOf(session.socket);
      if (network === undefined) return;
      let isEnding = false;
      const end = () => {
        if (session.destroyed) return;
        session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
        session.destroy();
      };
      session.on('stream', (stream) =>
        stream.once('aborted', () => {
          // A call that ends with its connection was not reset.
          if (stream.rstCode === constants.NGHTTP2_NO_ERROR) return;
          const isOver = resets.wait(network) >= resetTime || resets.spend(network, 1) > 0;
          if (!isOver || isEnding) return;
          isEnding = true;
          // Other resets that have arrived would not count if the session ended now.
          setImmediate(end);
        }),
      );
    },
    [Symbol.dispose]: resets[Symbol.dispose],
  };
};

/**
 * Passes on a request after the other frames that have arrived with it, and drops a request that one of them reset,
 * because handling a request takes many times as long as reading it.
 */
const unlessReset =
  (handler: RequestListener): RequestListener =>
  (request, response) =>
    void setImmediate(() => {
      const { stream } = request as IncomingMessage & { readonly stream: Http2Stream };
      if (!stream.closed && !stream.destroyed) handler(request, response);
    });

const createHttp2Side = (handler: RequestListener, limits: HttpLimits, { clock, isShared }: Http2Deps) => {
  const sessions = new Set<ServerHttp2Session>();
  const resets = createResetLimit(limits, { clock, isShared });
  const server = createHttp2(
    {
      settings: { maxConcurrentStreams: limits.calls, maxHeaderListSize: limits.headerBytes },
      maxSessionMemory: 10,
    },
    // The compatibility API of HTTP/2 passes objects that serve as those of HTTP/1.
    unlessReset(handler) as never,
  );
  server.on('session', (session) => {
    resets.count(session);
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    limitIdleTime(session, limits, clock);
  });
  server.on('stream', (stream) => limitRequestTime(stream, limits, clock));
  // An aborted session needs no handling, because it is closed by then.
  server.on('sessionError', () => {});
  return { server, sessions, resets };
};

/**
 * Terminates TLS on connections: TLS 1.2 or later, with HTTP/2 and HTTP/1.1 by ALPN (RFC 7301). A renewed certificate
 * applies to new connections, and open ones continue.
 */
const createTlsSide = (
  certificate: Certificate,
  { requestTimeout }: HttpLimits,
  { shares, receive }: { shares: ConnectionShares; receive: (socket: TLSSocket) => void },
) => {
  const server = createTls({
    ...certificate.pair,
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: requestTimeout,
  });
  certificate.follow((pair) => server.setSecureContext(pair));
  server.on('secureConnection', (socket) => {
    shares.secured(socket);
    receive(socket);
  });
  // A client that does not trust the certificate or does not speak TLS.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  const sockets = new Set<Socket>();
  return {
    accept: (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      tlsOrPlain(socket, requestTimeout, () => server.emit('connection', socket));
    },
    /** Ends every connection, including those still in their handshake. */
    destroy: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** The paths of WebSockets: of bridges, and of listeners. */
const webSocketPaths: ReadonlySet<string | undefined> = new Set([uplink.path, listen.path]);

/** True if a request becomes a WebSocket. A server may ignore any other offer to `Upgrade` (RFC 9110, 7.8). */
const isWebSocket = (request: IncomingMessage): boolean =>
  webSocketPaths.has(request.url) &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  !namesTwoHosts(request);

/** Passes the first bytes of a connection to `decide` once there are enough, and puts them back. */
const sniff = (socket: Socket, decide: (head: Buffer) => void): void => {
  let head: Buffer = Buffer.alloc(0);
  const readHead = () => {
    const more: Buffer | null = socket.read();
    if (more === null) return;
    head = Buffer.concat([head, more]);
    if (isUndecided(head)) return;
    socket.off('readable', readHead);
    // After `off`, because `unshift` emits `readable` again.
    socket.unshift(head);
    decide(head);
  };
  socket.on('readable', readHead);
};

const createHttp1Side = (handler: RequestListener, limits: HttpLimits) => {
  let isDraining = false;
  /** Tells its client that the connection ends with it once the port drains. */
  class DrainableResponse extends ServerResponse {
    override writeHead(status: number, ...rest: [never?, never?]): this {
      if (isDraining) this.shouldKeepAlive = false;
      return super.writeHead(status, ...rest);
    }
  }
  const server: Server = createHttp1({
    ServerResponse: DrainableResponse,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.requestTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1_000, limits.requestTimeout),
    requireHostHeader: true,
    shouldUpgradeCallback: (request) => isWebSocket(request) && server.listenerCount('upgrade') > 0,
  });
  server.on('request', handler);
  server.on('clientError', (error, socket) => refuseClientError(error, socket as Socket, limits));
  server.maxConnections = limits.connections;
  // Closes a connection whose client has read nothing for this long. Streams send keep-alives more often.
  server.timeout = limits.keepAliveTimeout;
  const drain = () => {
    isDraining = true;
  };
  return { server, drain };
};

/** Longest time in ms in which a closing port waits for a turn of the event loop without other work. */
const maxAccepting = 1_000;
/** A turn of the event loop has had no other work if it took less than this, in ms. */
const emptyTurn = 0.2;

/**
 * Accepts the connections that the system has accepted so far, which it would reset, and calls `done`. A connection can
 * only be lost if the system accepts it in the last turn, so that one is short.
 */
const acceptWaiting = (server: Server, done: () => void): void => {
  const end = performance.now() + maxAccepting;
  let begun = performance.now();
  let hasAccepted = true;
  const accept = () => {
    hasAccepted = true;
  };
  const next = () => {
    const now = performance.now();
    const wasEmpty = !hasAccepted && now - begun < emptyTurn;
    [hasAccepted, begun] = [false, now];
    if (!wasEmpty && now < end) return void setImmediate(next);
    server.off('connection', accept);
    done();
  };
  server.on('connection', accept);
  next();
};

/** Removes from a server the listener that starts a connection, and returns it. */
const takeConnectionListener = (server: Server): ((socket: Socket) => void) => {
  const [listener] = server.listeners('connection') as [(socket: Socket) => void];
  server.removeAllListeners('connection');
  return (socket) => listener.call(server, socket);
};

export interface SharedPortDeps extends Pick<Runtime, 'clock' | 'log'> {
  /** Enables TLS. */
  readonly certificate?: Certificate | undefined;
  /** True if an address carries the connections of many clients, such as that of a load balancer. */
  readonly isShared?: (address: string) => boolean;
}

/** A connection that is reset before its first request needs no handling. */
const ignore = () => {};

export function createSharedPort(limits: HttpLimits, deps: SharedPortDeps): SharedPort {
  const { clock, certificate, log, isShared = () => false } = deps;
  const shares = createConnectionShares({ limits, isShared, clock, log });
  /** Connections whose protocol is not known yet, each with the function that ends it. */
  const silent = new Map<Socket, () => void>();
  let server: Server;
  let drain: () => void;
  let http2: ReturnType<typeof createHttp2Side>;
  let tls: ReturnType<typeof createTlsSide> | undefined;
  let greet: (socket: Socket) => void;
  let isOpen = false;

  const serverFactory: FastifyServerFactory = (handler) => {
    ({ server, drain } = createHttp1Side(handler, limits));
    http2 = createHttp2Side(handler, limits, { clock, isShared });
    const beginHttp1 = takeConnectionListener(server);
    greet = (socket) =>
      sniff(socket, (head) => {
        const end = silent.get(socket);
        if (end === undefined) return;
        silent.delete(socket);
        // A connection may last for months, so it keeps no listener that it no longer needs.
        socket.off('close', end).setTimeout(0, end);
        if (!isPreface(head)) return beginHttp1(socket);
        if (http2.resets.isOver(socket)) return void socket.destroy();
        // The HTTP/1.1 server allows half-open connections. With them, HTTP/2 would never notice that a client has
        // disconnected.
        socket.allowHalfOpen = false;
        http2.server.emit('connection', socket);
      });
    const receive = (socket: Socket) => {
      const end = () => {
        silent.delete(socket);
        socket.destroy();
      };
      silent.set(socket, end);
      socket.once('close', end).on('error', ignore).setTimeout(limits.requestTimeout, end);
      if (isOpen) greet(socket);
    };
    tls = certificate && createTlsSide(certificate, limits, { shares, receive });
    const accept = tls?.accept ?? receive;
    server.on('connection', (socket: Socket) => {
      if (shares.admit(socket, { isTls: tls !== undefined })) accept(socket);
    });
    return server;
  };

  return {
    serverFactory,
    listen: async (where) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once('error', reject);
      // By default, Node.js lets 511 connections wait. If the system drops the others, their clients notice it late.
      server.listen({ ...where, backlog: limits.connections }, resolve);
      try {
        await promise;
      } catch (error) {
        throw toListenFailure(error, { protocol: 'TCP', ...where }, cloudFailures.error);
      }
      server.off('error', reject);
      return (server.address() as AddressInfo).port;
    },
    sessions: () => http2.sessions.size,
    open: () => {
      isOpen = true;
      for (const socket of silent.keys()) greet(socket);
    },
    drain: () => drain(),
    close: async (idleFor) => {
      if (!server.listening) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const endIdle = () => {
        server.closeIdleConnections();
        for (const socket of silent.keys()) socket.destroy();
      };
      drain();
      // A connection whose response began earlier ends this soon after it.
      server.keepAliveTimeout = 1;
      server.keepAliveTimeoutBuffer = 0;
      let cancelIdle = () => {};
      const stopListening = () => {
        // `close` of an HTTP server would also end connections whose next request has arrived but is not read yet.
        NetServer.prototype.close.call(server, () => resolve());
        for (const session of http2.sessions) session.close();
        if (idleFor === 0) endIdle();
        else cancelIdle = clock.after(idleFor, endIdle);
      };
      if (idleFor === 0) stopListening();
      else acceptWaiting(server, stopListening);
      const cancel = clock.after(limits.shutdownTimeout, () => {
        server.closeAllConnections();
        for (const session of http2.sessions) session.destroy();
        tls?.destroy();
      });
      await promise;
      cancelIdle();
      cancel();
      // Ends its checks of connections.
      server.close();
      http2.resets[Symbol.dispose]();
    },
  };
}

import type { Server, Socket } from 'node:net';
import type { ConnectionShares } from './connection-shares.ts';
import { tlsOrPlain } from './tls-or-plain.ts';

/**
 * Passes only the admitted connections to a server, and with TLS (`handshakeTimeout`, in ms) only those that begin a
 * handshake. Call this before adding other listeners for connections.
 */
export function shareConnections(
  server: Server,
  shares: ConnectionShares,
  { handshakeTimeout }: { readonly handshakeTimeout: number | undefined },
): void {
  const isTls = handshakeTimeout !== undefined;
  const receivers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const receive = () => {
      for (const receiver of receivers) receiver.call(server, socket);
    };
    if (!shares.admit(socket, { isTls })) return;
    if (isTls) tlsOrPlain(socket, handshakeTimeout, receive);
    else receive();
  });
  if (isTls) server.on('secureConnection', shares.secured);
}

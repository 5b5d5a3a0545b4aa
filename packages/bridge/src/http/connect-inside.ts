import type { Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';

/** Connects to a server of this process without a port; to the server, the client is a program on this machine. */
export function connectInside(server: Server): Duplex {
  const [client, served] = duplexPair({
    // Unlike a socket, one end of a pair does not notice that the other is closed.
    destroy(error, done) {
      done(error);
      (this === client ? served : client).destroy();
    },
  });
  // The members of a socket that the server uses.
  server.emit('connection', Object.assign(served, { remoteAddress: '127.0.0.1', setNoDelay: () => served }));
  return client;
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A server that calls `answer` for each connection on which data has arrived; the test writes the bytes. */
export const startHostileServer = async (answer: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const answered = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      answer(socket);
      answered.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when the first connection has its response. */
    answered: answered.promise,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Writes a piece repeatedly for as long as the other side reads. */
export const writeForever = (socket: Socket, piece: string) => {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
};

import { createServer, type Socket } from 'node:net';
import { listen } from '@plenum/testbed/listen';

/** A server that calls `answer` for each connection on which data has arrived; the test writes the bytes. */
export async function startHostileServer(answer: (socket: Socket) => void) {
  const answered = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      answer(socket);
      answered.resolve();
    });
  });
  return {
    ...(await listen(server)),
    /** Resolves when the first connection has its response. */
    answered: answered.promise,
  };
}

/** Writes a piece repeatedly for as long as the other side reads. */
export function writeForever(socket: Socket, piece: string) {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', write);
  write();
}

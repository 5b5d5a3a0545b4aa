import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { serveParent } from '../child.ts';

/** The limit for connections: accepts every bridge and acknowledges its frames, on the port of its argument. */
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { n } = JSON.parse(data.toString()) as { n: number };
    socket.send(`{"type":"ack","n":${n}}`);
  });
});
server.listen({ port: Number(process.argv[2] ?? 0), host: '127.0.0.1', backlog: 20_000 }, () =>
  serveParent((server.address() as AddressInfo).port),
);
process.on('SIGTERM', () => process.exit(0));

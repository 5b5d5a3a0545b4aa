import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { serveParent } from '../child.ts';

/** Reference for a control: a WebSocket that echoes each message. */
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (data) => socket.send(data.toString()));
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));

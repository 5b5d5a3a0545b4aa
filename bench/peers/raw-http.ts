import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from '../child.ts';

/** Reference for a query: a plain `node:http` server that reads the whole request and sends the same bytes. */
const body = Buffer.from(process.argv[2]!, 'base64');
const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));

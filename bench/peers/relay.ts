import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveParent } from '../child.ts';

/**
 * The limit for a control: commits the body of a request, to the PostgreSQL of its argument or else to SQLite, sends it
 * to the WebSocket that is next in turn, and answers when that has answered.
 */
const url = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));

const openSqlite = (): ((body: string) => unknown) => {
  const database = new DatabaseSync(join(folder, 'relay.sqlite'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE control (at INTEGER, body TEXT) STRICT',
  );
  const insert = database.prepare('INSERT INTO control VALUES (?, ?)');
  return (body) => insert.run(Date.now(), body);
};

const openPostgres = async (connectionString: string): Promise<(body: string) => unknown> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('CREATE TABLE control (at BIGINT, body TEXT)');
  return (body) =>
    client.query({
      name: 'add',
      text: 'INSERT INTO control VALUES ($1, $2)',
      values: [Date.now(), body],
    });
};

const commit = url === undefined ? openSqlite() : await openPostgres(url);
const sockets: WebSocket[] = [];
let turn = 0;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += part;
  await commit(body);
  const socket = sockets[turn++ % sockets.length]!;
  socket.send(body);
  await once(socket, 'message');
  response.end('OK');
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => sockets.push(socket));
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});

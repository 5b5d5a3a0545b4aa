import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serveParent } from '../child.ts';

/**
 * Reference for a control: a plain `node:http` server that commits the body to SQLite, flushed, before it responds with
 * `OK`.
 */
const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
const database = new DatabaseSync(join(folder, 'peer.sqlite'));
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE journal (at INTEGER, body TEXT) STRICT',
);
const insert = database.prepare('INSERT INTO journal VALUES (?, ?)');

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    text += part;
  });
  request.on('end', () => {
    insert.run(Date.now(), JSON.stringify(JSON.parse(text)));
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 2 });
    response.end('OK');
  });
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});

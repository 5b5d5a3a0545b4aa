import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { serveParent } from '../child.ts';
import { post } from '../cloud/post.ts';

/**
 * The limit for changes: stores them in batches of one transaction, next to an outbox that workers empty into one
 * endpoint. Its argument is JSON: the URL of the endpoint, and of a PostgreSQL unless it uses SQLite. A request runs it
 * for some seconds, and is answered with the numbers of changes stored and delivered.
 */
interface OutboxOptions {
  readonly endpoint: string;
  readonly databaseUrl?: string;
}

interface Claimed {
  readonly id: string;
  readonly datagram: string;
}

/** The outbox of an engine. A change is delivered once for each claim that it is settled with. */
interface Outbox {
  store(ids: readonly string[], datagram: string): unknown;
  claim(): Promise<readonly Claimed[]> | readonly Claimed[];
  settle(ids: readonly string[]): unknown;
}

const bridges = 500;
const batch = 64;
const [writers, workers] = [4, 2];
/** As many as an event has at most. */
const maxClaimed = 100;

const { endpoint, databaseUrl } = JSON.parse(process.argv[2]!) as OutboxOptions;
const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));

const tables = `
  CREATE TABLE component (id TEXT PRIMARY KEY, datagram TEXT NOT NULL);
  CREATE TABLE outbox (id TEXT PRIMARY KEY, changes INTEGER NOT NULL, claimed INTEGER);`;
const replaceComponent = 'ON CONFLICT (id) DO UPDATE SET datagram = excluded.datagram';
const countChange = 'ON CONFLICT (id) DO UPDATE SET changes = outbox.changes + 1';

const openPostgres = async (connectionString: string): Promise<Outbox> => {
  const pool = new pg.Pool({ connectionString, max: writers + workers });
  await pool.query(tables);
  const run = async (name: string, text: string, values: unknown[]): Promise<Claimed[]> => {
    try {
      return (await pool.query<Claimed>({ name, text, values })).rows;
    } catch (error) {
      // A writer and a worker waited for each other.
      if ((error as { code?: string }).code !== '40P01') throw error;
      return run(name, text, values);
    }
  };
  return {
    store: (ids, datagram) =>
      run(
        'store',
        `WITH stored AS (INSERT INTO component SELECT unnest($1::text[]), $2 ${replaceComponent})
         INSERT INTO outbox SELECT unnest($1::text[]), 1, NULL ${countChange}`,
        [ids, datagram],
      ),
    claim: () =>
      run(
        'claim',
        `UPDATE outbox SET claimed = changes WHERE id IN
           (SELECT id FROM outbox WHERE claimed IS NULL LIMIT ${maxClaimed} FOR UPDATE SKIP LOCKED)
         RETURNING id, (SELECT datagram FROM component WHERE component.id = outbox.id)`,
        [],
      ),
    settle: async (ids) => {
      // In the order in which writers lock the rows: a deadlock lasts a second.
      const locked = 'id IN (SELECT id FROM outbox WHERE id = ANY($1) ORDER BY id FOR UPDATE)';
      await run('settle', `DELETE FROM outbox WHERE ${locked} AND changes = claimed`, [ids]);
      // Only after the deletion, which may have waited for a change of the same row.
      await run('release', `UPDATE outbox SET claimed = NULL WHERE ${locked}`, [ids]);
    },
  };
};

const openSqlite = (): Outbox => {
  const db = new DatabaseSync(join(folder, 'outbox.sqlite'));
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${tables}`);
  const component = db.prepare(`INSERT INTO component VALUES (?, ?) ${replaceComponent}`);
  const change = db.prepare(`INSERT INTO outbox VALUES (?, 1, NULL) ${countChange}`);
  const claim = db.prepare(
    `UPDATE outbox SET claimed = changes
     WHERE id IN (SELECT id FROM outbox WHERE claimed IS NULL LIMIT ${maxClaimed})
     RETURNING id, (SELECT datagram FROM component WHERE component.id = outbox.id) AS datagram`,
  );
  const settle = db.prepare('DELETE FROM outbox WHERE id = ? AND changes = claimed');
  const release = db.prepare('UPDATE outbox SET claimed = NULL WHERE id = ?');
  const inTransaction = (work: () => void): void => {
    db.exec('BEGIN');
    work();
    db.exec('COMMIT');
  };
  return {
    store: (ids, datagram) =>
      inTransaction(() => {
        for (const id of ids) {
          component.run(id, datagram);
          change.run(id);
        }
      }),
    // The columns of the statement are the members of a row.
    claim: () => claim.all() as unknown as Claimed[],
    settle: (ids) =>
      inTransaction(() => {
        for (const id of ids) {
          settle.run(id);
          release.run(id);
        }
      }),
  };
};

const outbox = databaseUrl === undefined ? openSqlite() : await openPostgres(databaseUrl);

const run = async (seconds: number) => {
  const end = performance.now() + seconds * 1_000;
  let [stored, delivered, turn] = [0, 0, 0];
  const write = async (writer: number) => {
    const own = bridges / writers;
    while (performance.now() < end) {
      const ids = Array.from({ length: batch }, (_, n) =>
        String(900_000_000 + writer * own + ((turn + n) % own)),
      );
      turn += batch;
      const Temp = 1_500 + (turn % 2_000);
      await outbox.store(
        ids.sort(),
        JSON.stringify({ Index: 0, Name: 'Hall', ZoneType: 3, Mode: 3, Setpoint: 2200, Temp }),
      );
      stored += batch;
      // A synchronous engine would never let the workers run.
      await pause(0);
    }
  };
  const work = async () => {
    while (performance.now() < end) {
      const claimed = await outbox.claim();
      if (claimed.length === 0) await pause(1);
      else {
        const devices = claimed.map(({ id, datagram }) => ({
          componentId: id,
          datagram: JSON.parse(datagram),
        }));
        await post(endpoint, JSON.stringify({ requestType: 'Event', requestBody: { devices } }), {});
        await outbox.settle(claimed.map(({ id }) => id));
        delivered += claimed.length;
      }
    }
  };
  await Promise.all([
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: workers }, work),
  ]);
  return { stored: stored / seconds, delivered: delivered / seconds };
};

const server = createServer(async (request, response) => {
  const seconds = Number(new URL(request.url!, 'http://localhost').searchParams.get('seconds'));
  response.end(JSON.stringify(await run(seconds)));
});
server.listen(0, '127.0.0.1', () => serveParent((server.address() as AddressInfo).port));
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true });
  process.exit(0);
});

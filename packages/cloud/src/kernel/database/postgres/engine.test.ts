import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { it } from 'node:test';
import { listen } from '@plenum/testbed/listen';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { sql } from 'kysely';
import { storeErrors } from '../../failure/store-errors.ts';
import { silent } from '../../log/log.ts';
import { openPostgres } from './engine.ts';

/** Starts a proxy in front of a database. On request, it drops all further data on its open connections. */
const startNetwork = async (database: string) => {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(new URL(database).port), '127.0.0.1');
    for (const socket of [from, to]) sockets.add(socket.on('error', () => {}));
    from.pipe(to).pipe(from);
  });
  const { port, [Symbol.asyncDispose]: close } = await listen(server);
  const url = new URL(database);
  url.port = String(port);
  return {
    url: url.href,
    fallSilent: () => {
      for (const socket of sockets) socket.unpipe().resume();
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
};

it('replaces a connection to PostgreSQL that has gone silent', {
  skip: postgresMissing,
  timeout: 60_000,
}, async () => {
  await using postgres = await startPostgres();
  await using network = await startNetwork(await postgres.createDatabase());
  const engine = openPostgres(network.url, 1, silent, { maxSilence: 500 });
  await using _ = { [Symbol.asyncDispose]: engine.close };
  const ask = () => sql`SELECT 1`.execute(engine.kysely);
  const isAway = (error: unknown) => storeErrors.is(error, 'unavailable');

  await ask();
  network.fallSilent();
  await assert.rejects(ask(), isAway, 'a query');
  await ask();

  const work = engine.kysely.transaction().execute(async (db) => {
    await sql`SELECT 1`.execute(db);
    network.fallSilent();
    await sql`SELECT 1`.execute(db);
  });
  await assert.rejects(work, isAway, 'a transaction');
  await ask();
});

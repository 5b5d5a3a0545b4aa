import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failed } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { type BackupList, makeWhole, readList, refuseFull, writeList } from './copy-folder.ts';

const dumpFile = 'database.dump';

/**
 * Returns the environment variables that libpq reads for a database. Other users of the machine cannot see a password
 * there (https://www.postgresql.org/docs/15/libpq-envars.html).
 */
const toEnvironment = (url: string): Readonly<Record<string, string>> => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const given = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
};

/** Runs a PostgreSQL program on a database to completion; returns the program's output. */
const run = async (
  url: string,
  [program, ...words]: readonly [string, ...string[]],
  io: Io,
): Promise<string> => {
  if (!URL.canParse(url)) throw failed('--database-url is not a URL such as postgres://USER@HOST/DATABASE.');
  const child = spawn(program, words, {
    env: { ...process.env, ...io.env, ...toEnvironment(url) } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: io.signal,
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  try {
    const [code] = await once(child, 'close');
    if (code === 0) return out;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw failed(
      `${program} is not installed here; install the PostgreSQL client, of the same release as the server or later.`,
    );
  }
  throw failed(`${program} failed: ${err.trim().split('\n').at(-1)}`);
};

/** Copies a PostgreSQL database while nodes of the cloud use it. */
export async function backUpDatabase(
  url: string,
  to: string,
  { now, io }: { now: number; io: Io },
): Promise<BackupList> {
  refuseFull(to);
  let list: BackupList | undefined;
  await makeWhole(to, async (partial) => {
    const dump = join(partial, dumpFile);
    // pg_dump would create a file that other users can read, so it writes into a file that already exists.
    writeFileSync(dump, '', { mode: 0o600 });
    await run(url, ['pg_dump', '--format=custom', `--file=${dump}`], io);
    list = await writeList(partial, now);
  });
  return list!;
}

const ask = async (url: string, query: string, io: Io): Promise<number> =>
  Number(await run(url, ['psql', '--no-psqlrc', '--tuples-only', '--no-align', `--command=${query}`], io));

/**
 * Fills an empty database from a backup. Apps then receive the complete state of every bridge again
 * (`docs/operating.md`, "Backup and restore").
 */
export async function restoreDatabase(from: string, url: string, io: Io): Promise<BackupList> {
  const list = await readList(from);
  if (!(dumpFile in list.files))
    throw failed(`${from} is the copy of a data folder; name a new one with --data.`);
  const nodes = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'plenum-cloud'`;
  if ((await ask(url, nodes, io)) > 0)
    throw failed('The database is in use by running nodes; stop them, and restore into an empty database.');
  const tables = `SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
  if ((await ask(url, tables, io)) > 0)
    throw failed('The database already has tables, which were left unchanged; restore into an empty one.');
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await run(
    url,
    ['pg_restore', '--no-owner', '--exit-on-error', `--dbname=${name}`, join(from, dumpFile)],
    io,
  );
  const generation = 'UPDATE bridge SET generation = extract(epoch FROM now())::bigint';
  await run(url, ['psql', '--no-psqlrc', '--quiet', `--command=${generation}`], io);
  return list;
}

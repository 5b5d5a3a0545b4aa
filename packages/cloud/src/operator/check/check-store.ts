import { type Clock, type Finding, judgeClock } from '@plenum/platform';
import { sql } from 'kysely';
import type { ReadEngine } from '../../kernel/database/engine.ts';
import { checkTaken } from '../../kernel/database/migrate.ts';
import { migrations } from '../../kernel/database/migrations/all.ts';
import { type Migration, statementsOf } from '../../kernel/database/migrations/migration.ts';
import { isMissing, openEngineToRead } from '../../kernel/database/read.ts';
import { cloudFailures } from '../../kernel/failure/failure.ts';
import type { Db } from '../../kernel/schema/tables.ts';
import { checkKeys } from './check-keys.ts';
import type { CloudToCheck } from './cloud-to-check.ts';
import { createFindings } from './findings.ts';

/** The oldest supported release of PostgreSQL. */
const oldestPostgres = 15;

/** The state of a PostgreSQL server and of the user of the database. */
interface Server {
  readonly version: string;
  readonly number: number;
  readonly isStandby: boolean;
  readonly schema: string | null;
  readonly user: string;
  readonly mayCreate: boolean | null;
  readonly now: number;
}

const database = createFindings('database');
const schema = createFindings('migrations');

const readServer = async (db: Db): Promise<Server> => {
  const { rows } = await sql<Server>`SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int AS number,
    pg_is_in_recovery() AS "isStandby",
    current_schema()::text AS schema,
    current_user::text AS user,
    has_schema_privilege(current_schema()::text, 'CREATE') AS "mayCreate",
    extract(epoch FROM clock_timestamp()) * 1000 AS now`.execute(db);
  return rows[0]!;
};

const tableNames = migrations
  .flatMap(statementsOf)
  .flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.slice(1) ?? []);

/** Returns the tables of the store that the user may not read and write. */
const readForbiddenTables = async (db: Db): Promise<readonly string[]> => {
  const names = sql.join(['schema_step', 'schema_release', ...tableNames]);
  const rights = sql.join(
    ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => sql`has_table_privilege(oid, ${right})`),
    sql` AND `,
  );
  const { rows } = await sql<{ name: string }>`SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
      AND relname IN (${names}) AND NOT (${rights}) ORDER BY relname`.execute(db);
  return rows.map(({ name }) => name);
};

/** Returns what the user of the database is not allowed to do, with the statement that allows it. */
const judgeRights = async (db: Db, { user, schema: name, mayCreate }: Server): Promise<Finding> => {
  const rights = createFindings('rights');
  if (name === null || mayCreate !== true)
    return rights.problem(
      `The user ${user} may not create tables; run: GRANT USAGE, CREATE ON SCHEMA ${name ?? 'public'} TO "${user}".`,
    );
  const forbidden = await readForbiddenTables(db);
  return forbidden.length === 0
    ? rights.ok(`The user ${user} may create, read and write the tables.`)
    : rights.problem(
        `The user ${user} may not read and write ${forbidden.length} of the tables (${forbidden.slice(0, 3).join(', ')}); run: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO "${user}".`,
      );
};

/** Checks whether a cloud can use a PostgreSQL server. */
export function judgeServer(
  { version, number, isStandby }: Pick<Server, 'version' | 'number' | 'isStandby'>,
  label: string,
): Finding {
  const name = `PostgreSQL ${version} at ${label}`;
  if (Math.floor(number / 10_000) < oldestPostgres)
    return database.problem(`${name} is too old; a cloud needs PostgreSQL ${oldestPostgres} or later.`);
  return isStandby
    ? database.problem(`${name} is a standby that accepts no writes; give the URL of the primary server.`)
    : database.ok(`${name} accepts connections.`);
}

/** Checks a PostgreSQL server; returns true if its user has all rights. */
async function* checkServer(
  { kysely: db, label }: ReadEngine,
  clock: Clock,
): AsyncGenerator<Finding, boolean> {
  // The first query also connects, which would count as a difference of the clocks.
  await sql`SELECT 1`.execute(db);
  const asked = clock.now();
  const server = await readServer(db);
  const ahead = (asked + clock.now()) / 2 - server.now;
  yield judgeServer(server, label);
  yield judgeClock(ahead, 'the database');
  const rights = await judgeRights(db, server);
  yield rights;
  return rights.result === 'ok';
}

const listOf = (steps: readonly Migration[]): string =>
  steps.map(({ number, name }) => `${number} ${name}`).join(', ');

/** Returns the migrations that this release would run on a store. */
const judgeSchema = async ({ kysely, label, toFailure }: ReadEngine): Promise<Finding> => {
  let version = 0;
  try {
    version = await checkTaken(kysely, migrations, label);
  } catch (error) {
    if (!isMissing(error)) return schema.failed(toFailure(error));
  }
  if (version > migrations.length)
    return schema.ok(`A newer release expanded the schema (step ${version}); this release can still use it.`);
  const pending = migrations.slice(version);
  if (pending.length === 0) return schema.ok(`The schema is current (step ${version}); none will run.`);
  return version === 0
    ? schema.note(`The store has no tables yet; the first start creates them: ${listOf(pending)}.`)
    : schema.note(
        `The next start runs ${listOf(pending)}. Make a backup before (plenum backup): releases before ${pending.at(-1)!.usableFrom} cannot use the store afterwards.`,
      );
};

/** Checks the store of a cloud without changing it, and the endpoint key, because the store shows which key it needs. */
export async function* checkStore(config: CloudToCheck, clock: Clock): AsyncGenerator<Finding> {
  const { store: place } = config;
  let engine: ReadEngine | undefined;
  try {
    engine = await openEngineToRead(place);
    let isReadable = true;
    if ('databaseUrl' in place) isReadable = yield* checkServer(engine, clock);
    else yield database.ok(`${engine.label} can be read.`);
    if (isReadable) yield await judgeSchema(engine);
    yield await checkKeys(config, {
      engine: isReadable ? engine : undefined,
      now: clock.now(),
      isReadable,
    });
  } catch (error) {
    const isAbsent = cloudFailures.is(error, 'store-missing');
    yield isAbsent
      ? database.note(`${error.facts.store} does not exist yet; the first start creates it.`)
      : database.failed(engine === undefined ? error : engine.toFailure(error));
    yield await checkKeys(config, { engine: undefined, now: clock.now(), isReadable: isAbsent });
  } finally {
    await engine?.close();
  }
}

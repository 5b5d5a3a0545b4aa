import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** Size of the cache of prepared statements; the cloud has fewer queries. */
const keptStatements = 500;

interface Prepared {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
}

const createConnection = (db: DatabaseSync): DatabaseConnection => {
  const statements = new Map<string, Prepared>();
  const prepare = (sql: string): Prepared => {
    const kept = statements.get(sql);
    if (kept !== undefined) return kept;
    if (statements.size >= keptStatements) statements.clear();
    const statement = db.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    statements.set(sql, prepared);
    return prepared;
  };
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const { statement, givesRows } = prepare(sql);
      const values = parameters as SQLInputValue[];
      if (givesRows) {
        // node:sqlite returns rows without a prototype; PostgreSQL returns plain objects, so these become plain too.
        return { rows: statement.all(...values).map((row) => ({ ...row })) as Row[] };
      }
      const { changes } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
      // Not a cached statement: the same query could restart it meanwhile.
      for (const row of db.prepare(sql).iterate(...(parameters as SQLInputValue[])))
        yield { rows: [{ ...row } as Row] };
    },
  };
};

/**
 * Leaves row locks (`FOR UPDATE`, `SKIP LOCKED` ...) out of a query: SQLite has no such clause and needs none, since it has one
 * writer and each transaction begins as that writer (`BEGIN IMMEDIATE`).
 */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const endModifiers = (node.endModifiers ?? []).filter(({ modifier }) => modifier === undefined);
    super.visitSelectQuery({ ...node, endModifiers });
  }
}

/** node:sqlite for Kysely: one connection, which Kysely uses for one query or transaction at a time. */
export const sqliteDialect = (db: DatabaseSync): Dialect => {
  const connection = createConnection(db);
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    // IMMEDIATE: a transaction that first reads and then writes does not fail half-way because another process wrote.
    beginTransaction: async () => db.exec('BEGIN IMMEDIATE'),
    commitTransaction: async () => db.exec('COMMIT'),
    // SQLite rolls back by itself when a disk is full (https://www.sqlite.org/lang_transaction.html, 3).
    rollbackTransaction: async () => {
      if (db.isTransaction) db.exec('ROLLBACK');
    },
    destroy: async () => db.close(),
  };
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new WithoutRowLocks(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
};

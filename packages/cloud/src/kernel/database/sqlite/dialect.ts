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

/** Size of the cache of prepared statements. The cloud has fewer queries than that. */
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
        // node:sqlite returns rows without a prototype. They become plain objects like those of PostgreSQL.
        return { rows: statement.all(...values).map((row) => ({ ...row })) as Row[] };
      }
      const { changes } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes) };
    },
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
      // Not a cached statement, because running the same query again would restart the iteration.
      for (const row of db.prepare(sql).iterate(...(parameters as SQLInputValue[])))
        yield { rows: [{ ...row } as Row] };
    },
  };
};

/**
 * Removes row locks (`FOR UPDATE`, `SKIP LOCKED` ...) from a query. SQLite does not have them and does not need them,
 * since each transaction begins as its only writer (`BEGIN IMMEDIATE`).
 */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    const endModifiers = (node.endModifiers ?? []).filter(({ modifier }) => modifier === undefined);
    super.visitSelectQuery({ ...node, endModifiers });
  }
}

/** Creates a Kysely dialect for node:sqlite. It has one connection, used for one query or transaction at a time. */
export function sqliteDialect(db: DatabaseSync): Dialect {
  const connection = createConnection(db);
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    // With IMMEDIATE, a transaction that first reads and then writes cannot fail half-way because another process
    // wrote.
    beginTransaction: async () => db.exec('BEGIN IMMEDIATE'),
    commitTransaction: async () => db.exec('COMMIT'),
    // SQLite has already rolled back if the disk is full (https://www.sqlite.org/lang_transaction.html, 3).
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
}

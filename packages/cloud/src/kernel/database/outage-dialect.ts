import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import type { Outage } from './outage.ts';

interface WrappedConnection extends DatabaseConnection {
  readonly inner: DatabaseConnection;
}

const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  (connection as WrappedConnection).inner;

/** Wraps a dialect so that `outage` records each success and failure, and may replace the error. */
export function withOutageDetection(dialect: Dialect, outage: Outage): Dialect {
  const reportFailure = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      throw outage.failed(error);
    }
  };
  const wrapConnection = (inner: DatabaseConnection): WrappedConnection => ({
    inner,
    executeQuery: async <Row>(...query: Parameters<DatabaseConnection['executeQuery']>) => {
      const result = await reportFailure(inner.executeQuery<Row>(...query));
      outage.worked();
      return result;
    },
    async *streamQuery<Row>(...query: Parameters<DatabaseConnection['streamQuery']>) {
      try {
        yield* inner.streamQuery<Row>(...query);
      } catch (error) {
        throw outage.failed(error);
      }
    },
  });
  const wrapDriver = (driver: Driver): Driver => ({
    init: (options) => driver.init(options),
    acquireConnection: async (options) =>
      wrapConnection(await reportFailure(driver.acquireConnection(options))),
    releaseConnection: (connection, options) => driver.releaseConnection(innerOf(connection), options),
    beginTransaction: (connection, settings) =>
      reportFailure(driver.beginTransaction(innerOf(connection), settings)),
    commitTransaction: (connection) => reportFailure(driver.commitTransaction(innerOf(connection))),
    rollbackTransaction: (connection) => reportFailure(driver.rollbackTransaction(innerOf(connection))),
    destroy: (options) => driver.destroy(options),
  });
  return {
    createDriver: () => wrapDriver(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
  };
}

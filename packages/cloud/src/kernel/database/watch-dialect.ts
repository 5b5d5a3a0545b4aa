import type { DatabaseConnection, Dialect, Driver } from 'kysely';
import type { Outage } from './outage.ts';

interface Watched extends DatabaseConnection {
  readonly inner: DatabaseConnection;
}

const innerOf = (connection: DatabaseConnection): DatabaseConnection => (connection as Watched).inner;

/** A dialect whose every error passes by `outage` on its way out, and is what that makes of it. */
export const watchDialect = (dialect: Dialect, outage: Outage): Dialect => {
  const watch = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      throw outage.failed(error);
    }
  };
  const watchConnection = (inner: DatabaseConnection): Watched => ({
    inner,
    executeQuery: async <Row>(...query: Parameters<DatabaseConnection['executeQuery']>) => {
      const result = await watch(inner.executeQuery<Row>(...query));
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
  const watchDriver = (driver: Driver): Driver => ({
    init: (options) => driver.init(options),
    acquireConnection: async (options) => watchConnection(await watch(driver.acquireConnection(options))),
    releaseConnection: (connection, options) => driver.releaseConnection(innerOf(connection), options),
    beginTransaction: (connection, settings) => watch(driver.beginTransaction(innerOf(connection), settings)),
    commitTransaction: (connection) => watch(driver.commitTransaction(innerOf(connection))),
    rollbackTransaction: (connection) => watch(driver.rollbackTransaction(innerOf(connection))),
    destroy: (options) => driver.destroy(options),
  });
  return {
    createDriver: () => watchDriver(dialect.createDriver()),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
  };
};

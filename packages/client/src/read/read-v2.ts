import type { Dialect } from '@plenum/protocol/dialect';
import type { Query } from '@plenum/protocol/query';
import type { Connection } from '../connection/connection.ts';
import { requestV2 } from '../version/request.ts';
import { readComponents } from './components.ts';
import { type QueryResult, toQueryResult } from './query-result.ts';

/** Sends one query of the current interface. */
export const readV2 = async (
  connection: Connection,
  dialect: Dialect,
  query: Query,
  no: number,
): Promise<QueryResult> =>
  toQueryResult(await requestV2(connection, dialect, query, no), (answer) => ({
    answer,
    components: readComponents(query, no, answer),
  }));

import { setImmediate as turn } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { Db } from '../../kernel/database/store.ts';

/** A component by its neutral id, and the account that requests it. */
export interface StateRequest {
  readonly accountId: string;
  readonly systemId: string;
  readonly componentId: string;
}

interface Row {
  readonly account_id: string;
  readonly system_id: string;
  readonly component_id: string;
  readonly datagram: string;
}

interface PendingRequest extends StateRequest {
  readonly answer: (datagram: string | undefined) => void;
  readonly fail: (error: unknown) => void;
}

const maxConcurrent = 32;

const keyOf = ({ accountId, systemId, componentId }: StateRequest) =>
  `${accountId} ${systemId} ${componentId}`;

const keyOfRow = ({ account_id: accountId, system_id: systemId, component_id: componentId }: Row) =>
  keyOf({ accountId, systemId, componentId });

const compile = (db: Db, count: number): CompiledQuery<Row> =>
  db
    .selectFrom('component')
    .innerJoin('bridge', 'bridge.system_id', 'component.system_id')
    .select(['bridge.account_id', 'component.system_id', 'component.component_id', 'component.datagram'])
    .$narrowType<Row>()
    .where('component.datagram', 'is not', null)
    .where((where) =>
      where.or(
        Array.from({ length: count }, () =>
          where.and({ 'bridge.account_id': '', 'component.system_id': '', 'component.component_id': '' }),
        ),
      ),
    )
    .compile();

/** Reads the datagram of one component of an account (Query); undefined where the account has none of that id. */
export type ReadComponentState = (request: StateRequest) => Promise<string | undefined>;

/**
 * Creates a reader that combines all requests of one turn of the event loop into one statement: fewer round trips to the
 * database, and answers sent together, which halves the CPU time of each on a busy cloud.
 */
export const createComponentStateReader = (db: Db): ReadComponentState => {
  /** By number of components: compiling takes longer than running. */
  const compiled = new Map<number, CompiledQuery<Row>>();
  let waiting: PendingRequest[] = [];

  const compiledFor = (count: number): CompiledQuery<Row> => {
    const query = compiled.get(count) ?? compile(db, count);
    compiled.set(count, query);
    return query;
  };

  const readAll = async (all: readonly PendingRequest[]): Promise<void> => {
    try {
      const parameters = all.flatMap(({ accountId, systemId, componentId }) => [
        accountId,
        systemId,
        componentId,
      ]);
      const { rows } = await db.executeQuery<Row>({ ...compiledFor(all.length), parameters });
      const found = new Map(rows.map((row) => [keyOfRow(row), row.datagram]));
      for (const request of all) request.answer(found.get(keyOf(request)));
    } catch (error) {
      for (const { fail } of all) fail(error);
    }
  };

  const readWaiting = async () => {
    await turn();
    const all = waiting;
    waiting = [];
    for (let first = 0; first < all.length; first += maxConcurrent)
      void readAll(all.slice(first, first + maxConcurrent));
  };

  return (request) =>
    new Promise((answer, fail) => {
      if (waiting.push({ ...request, answer, fail }) === 1) void readWaiting();
    });
};

import { refuseRequest } from '@plenum/protocol/console';
import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import { readDeliveries, readDelivery } from '../log/delivery-log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { EndpointMessages, EndpointRef, Refused } from './endpoint.ts';
import {
  createWithEndpoint,
  type EndpointRow,
  findEndpointRow,
  noSuchEndpoint,
  updateEndpointRow,
} from './endpoint-row.ts';
import { resend, resendAll } from './resend.ts';

interface EndpointMessagesDeps {
  readonly store: Store;
  readonly outbox: Pick<Outbox, 'enqueueTest' | 'enqueueAgain'>;
  readonly now: () => number;
  readonly wake: (endpointIds: readonly string[]) => void;
}

/** Maximum number of failed messages in one response. */
const maxDead = 100;

const noDelivery = (number: number): Refused =>
  refuseRequest('no-such-delivery', { path: ['number'], input: String(number) });

const readDead = (db: Db, endpointId: string) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'subject', 'queued_at as queuedAt', 'attempts'])
    .where('endpoint_id', '=', endpointId)
    .where('due_at', 'is', null)
    .orderBy('queued_at', 'desc')
    .orderBy('subject')
    .limit(maxDead)
    .execute();

/** Makes failed messages due, either all or those of one subject. Returns their number. */
const reviveDead = async (
  db: Db,
  { endpointId, subject, at }: { endpointId: string; subject: string | undefined; at: number },
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ due_at: at, attempts: 0 })
    .where('endpoint_id', '=', endpointId)
    .where('due_at', 'is', null)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export function createEndpointMessages(deps: EndpointMessagesDeps): EndpointMessages {
  const { store, outbox, now, wake } = deps;
  const withEndpoint = createWithEndpoint(store);

  /** Runs work on an endpoint, or refuses if the endpoint is disabled. */
  const withEnabled = <Value>(
    ref: EndpointRef,
    work: (tx: Transaction, row: EndpointRow) => Promise<Refused | Value>,
  ): Promise<Refused | Value> =>
    withEndpoint(ref, async (tx, row) =>
      row.disabled_at === null
        ? work(tx, row)
        : refuseRequest('endpoint-disabled', { path: ['endpointId'], input: row.id }),
    );
  /** Reads data of an endpoint, or refuses if the endpoint does not exist. */
  const ofEndpoint = async <Value>(
    ref: EndpointRef,
    read: (db: Db) => Promise<Refused | Value>,
  ): Promise<Refused | Value> =>
    (await findEndpointRow(store.db, ref)) === undefined ? noSuchEndpoint(ref) : read(store.db);

  return {
    sendTest: (ref, component) =>
      withEnabled(ref, async (tx, { id }) => {
        await outbox.enqueueTest(tx, id, component);
        return { done: true };
      }),
    listDeliveries: (ref, page = {}) =>
      ofEndpoint(ref, async (db) => ({
        deliveries: await readDeliveries(db, { endpointId: ref.endpointId, ...page }),
      })),
    findDelivery: (ref, number) =>
      ofEndpoint(ref, async (db) => {
        const delivery = await readDelivery(db, { endpointId: ref.endpointId, number });
        return delivery === undefined ? noDelivery(number) : { delivery };
      }),
    resend: (ref, number) =>
      withEnabled(ref, async (tx, { id }) => {
        const resent = await resend(tx, { endpointId: id, number }, { outbox, now });
        if (resent === undefined) return noDelivery(number);
        tx.afterCommit(() => wake([id]));
        return { resent };
      }),
    resendAll: (ref, filter) =>
      withEnabled(ref, async (tx, { id }) => {
        const answer = await resendAll(tx, { endpointId: id, filter }, { outbox, now });
        tx.afterCommit(() => wake([id]));
        return answer;
      }),
    listDead: (ref) => ofEndpoint(ref, async (db) => ({ dead: await readDead(db, ref.endpointId) })),
    replay: (ref, subject) =>
      withEnabled(ref, async ({ db, afterCommit }, { id }) => {
        const replayed = await reviveDead(db, { endpointId: id, subject, at: now() });
        await updateEndpointRow(db, id, { rest_until: 0 });
        afterCommit(() => wake([id]));
        return { replayed };
      }),
  };
}

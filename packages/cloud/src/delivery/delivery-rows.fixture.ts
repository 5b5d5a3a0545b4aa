import type { Insertable } from 'kysely';
import type { Db } from '../kernel/database/store.ts';
import type { Tables } from '../kernel/schema/tables.ts';

/** Stores an endpoint as the registry would. */
export const insertEndpoint = (
  db: Db,
  row: Pick<Insertable<Tables['endpoint']>, 'id' | 'client_id'> & Partial<Insertable<Tables['endpoint']>>,
): Promise<unknown> =>
  db
    .insertInto('endpoint')
    .values({
      url: 'https://app.example.org/',
      secret: 'secret',
      old_secret: null,
      old_secret_until: null,
      created_at: 0,
      disabled_at: null,
      event_types: null,
      disabled_why: null,
      failures: 0,
      failing_since: null,
      rest_until: 0,
      strained: 0,
      lease: null,
      lease_until: 0,
      served_at: 0,
      attempts: 0,
      changes: 0,
      delivered: 0,
      superseded: 0,
      ...row,
    })
    .execute();

/** Stores an outbox row of an endpoint, for a component that changed once and is due now. */
export const insertWaiting = (
  db: Db,
  row: Pick<Insertable<Tables['outbox']>, 'endpoint_id' | 'subject'> & Partial<Insertable<Tables['outbox']>>,
): Promise<unknown> =>
  db
    .insertInto('outbox')
    .values({
      kind: 'component',
      system_id: '000000001',
      changes: 1,
      queued_at: 0,
      due_at: 0,
      attempts: 0,
      message_id: null,
      trace: null,
      attributes: null,
      ...row,
    })
    .execute();

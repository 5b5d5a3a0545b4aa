import type { Migration } from './migration.ts';

/** The `traceparent` of the request that caused an event, where it had one. */
export const traces: Migration = {
  number: 19,
  name: 'traces',
  sql: ['ALTER TABLE outbox ADD COLUMN trace TEXT'],
};

import type { Migration } from './migration.ts';

/** How many requests of an app were answered with a status, by day (its beginning, UTC) and operation. */
export const usage: Migration = {
  number: 8,
  name: 'usage',
  sql: [
    `CREATE TABLE usage (
      client_id TEXT NOT NULL REFERENCES app (client_id) ON DELETE CASCADE,
      day BIGINT NOT NULL,
      operation TEXT NOT NULL,
      status INTEGER NOT NULL,
      requests BIGINT NOT NULL,
      PRIMARY KEY (client_id, day, operation, status))`,
    'CREATE INDEX usage_day ON usage (day)',
  ],
};

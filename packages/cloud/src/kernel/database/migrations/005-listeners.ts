import type { Migration } from './migration.ts';

/** Temporary endpoints without a URL, for `plenum listen` (decisions/050). */
export const listeners: Migration = {
  number: 5,
  name: 'listeners',
  usableFrom: '0.1.0',
  sql: `
-- The endpoint has the outbox, the secret and the log, and is disabled while nobody is connected. account_id and grant_id are
-- those of the consent, or key_hash is the hash of the secret of the test keys. epoch counts the connections. seen_at is when the listener was last known to be
-- connected. A row without a connection is deleted after a day, and an older release would send to the URL, which is refused.
CREATE TABLE listener (
  endpoint_id TEXT PRIMARY KEY REFERENCES endpoint (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  name TEXT NOT NULL,
  account_id TEXT,
  grant_id TEXT,
  key_hash TEXT,
  epoch BIGINT NOT NULL,
  ticket_hash TEXT,
  ticket_until BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX listener_name ON listener (client_id, name);
CREATE INDEX listener_ticket ON listener (ticket_hash);
CREATE INDEX listener_seen ON listener (seen_at);
`,
};

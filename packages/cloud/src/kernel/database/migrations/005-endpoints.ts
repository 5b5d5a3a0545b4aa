import type { Migration } from './migration.ts';

/**
 * `endpoint` is where an app wants to hear of changes. Its secrets are sealed (AES-256-GCM): they sign, so a hash would
 * not do. `rest_until` is the pause of the whole endpoint after a failure; `lease` names the one delivery under way.
 * `changes`, `delivered` and `superseded` count what has left the outbox.
 *
 * `outbox` has one row for a component, a user's Sync or a test that an endpoint is still to hear of. `changes` counts
 * what the row stands for: each but the last was superseded. `due_at` is null for a dead letter. `message_id` is the
 * message the row was last sent in; a newer change clears it.
 *
 * `delivery` is the log of attempts, numbered for each endpoint.
 */
export const endpoints: Migration = {
  number: 5,
  name: 'endpoints',
  sql: [
    `CREATE TABLE endpoint (
      id TEXT PRIMARY KEY,
      client_id TEXT NOT NULL REFERENCES app (client_id) ON DELETE CASCADE,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      old_secret TEXT,
      old_secret_until BIGINT,
      created_at BIGINT NOT NULL,
      disabled_at BIGINT,
      disabled_why TEXT,
      failures INTEGER NOT NULL,
      failing_since BIGINT,
      rest_until BIGINT NOT NULL,
      strained INTEGER NOT NULL,
      lease TEXT,
      lease_until BIGINT NOT NULL,
      served_at BIGINT NOT NULL,
      attempts BIGINT NOT NULL,
      changes BIGINT NOT NULL,
      delivered BIGINT NOT NULL,
      superseded BIGINT NOT NULL)`,
    'CREATE INDEX endpoint_app ON endpoint (client_id)',
    `CREATE TABLE outbox (
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      system_id TEXT,
      changes BIGINT NOT NULL,
      queued_at BIGINT NOT NULL,
      due_at BIGINT,
      attempts INTEGER NOT NULL,
      message_id TEXT,
      PRIMARY KEY (endpoint_id, kind, subject))`,
    'CREATE INDEX outbox_due ON outbox (endpoint_id, due_at)',
    'CREATE INDEX outbox_message ON outbox (endpoint_id, message_id)',
    `CREATE TABLE delivery (
      endpoint_id TEXT NOT NULL REFERENCES endpoint (id) ON DELETE CASCADE,
      number BIGINT NOT NULL,
      at BIGINT NOT NULL,
      message_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      components INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      verdict TEXT NOT NULL,
      status INTEGER,
      problem TEXT,
      detail TEXT,
      latency BIGINT NOT NULL,
      bytes INTEGER NOT NULL,
      next_at BIGINT,
      answer TEXT,
      PRIMARY KEY (endpoint_id, number))`,
    'CREATE INDEX delivery_at ON delivery (at)',
  ],
};

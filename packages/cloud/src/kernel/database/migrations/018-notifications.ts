import type { Migration } from './migration.ts';

/**
 * Browsers that are notified by Web Push. `target` (address and keys at the push service) and the private key of the server are
 * encrypted; `choices`, `reader`, `lasting` (the alerts of each house) and `mailbox` are JSON. `session_hash` is no reference: a
 * session that expires by itself does not end a subscription, a sign-out does (decisions/026).
 */
export const notifications: Migration = {
  number: 18,
  name: 'notifications',
  sql: [
    `CREATE TABLE push_key (
      id INTEGER PRIMARY KEY,
      public_key TEXT NOT NULL,
      private_key TEXT NOT NULL,
      created_at BIGINT NOT NULL)`,
    `CREATE TABLE push_subscription (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      session_hash TEXT NOT NULL,
      endpoint_hash TEXT NOT NULL UNIQUE,
      target TEXT NOT NULL,
      choices TEXT NOT NULL,
      reader TEXT NOT NULL,
      lasting TEXT NOT NULL,
      mailbox TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      look_at BIGINT NOT NULL,
      send_at BIGINT,
      lease_until BIGINT NOT NULL)`,
    'CREATE INDEX push_subscription_account ON push_subscription (account_id)',
    'CREATE INDEX push_subscription_session ON push_subscription (session_hash)',
    'CREATE INDEX push_subscription_look ON push_subscription (look_at)',
    'CREATE INDEX push_subscription_send ON push_subscription (send_at)',
    'CREATE INDEX push_subscription_seen ON push_subscription (seen_at)',
  ],
};

import type { Migration } from './migration.ts';

/**
 * `email_outbox` is what is to be sent, and what was sent in the last day (`due_at` is null), without the links in it.
 * `account_token` is what a link or a second step of signing in proves, by the hash of its secret. `verified_email` has the
 * accounts whose owners opened a link that was sent to their address.
 */
export const email: Migration = {
  number: 12,
  name: 'email',
  sql: [
    `CREATE TABLE email_outbox (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
      email_key TEXT,
      facts TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      due_at BIGINT,
      attempts INTEGER NOT NULL,
      expires_at BIGINT NOT NULL)`,
    'CREATE INDEX email_outbox_due ON email_outbox (due_at) WHERE due_at IS NOT NULL',
    'CREATE INDEX email_outbox_account ON email_outbox (account_id, created_at)',
    'CREATE INDEX email_outbox_expiry ON email_outbox (expires_at)',
    `CREATE TABLE account_token (
      token_hash TEXT PRIMARY KEY,
      purpose TEXT NOT NULL,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      expires_at BIGINT NOT NULL)`,
    'CREATE INDEX account_token_account ON account_token (account_id, purpose)',
    'CREATE INDEX account_token_expiry ON account_token (expires_at)',
    `CREATE TABLE verified_email (
      account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      verified_at BIGINT NOT NULL)`,
  ],
};

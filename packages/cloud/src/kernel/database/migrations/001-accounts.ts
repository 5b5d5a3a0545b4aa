import type { Migration } from './migration.ts';

/**
 * `email_key` is the address as it is compared (lower case). `password` is an argon2id string. `session.id_hash`,
 * SHA-256 of the cookie's value, is all that is kept of it. `guess` counts failures by who and from where, both
 * hashed. `audit` is what happened to accounts, kept for a bounded time.
 */
export const accounts: Migration = {
  number: 1,
  name: 'accounts',
  sql: [
    `CREATE TABLE account (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      password_changed_at BIGINT NOT NULL)`,
    `CREATE TABLE session (
      id_hash TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      used_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL)`,
    'CREATE INDEX session_account ON session (account_id)',
    'CREATE INDEX session_expiry ON session (expires_at)',
    `CREATE TABLE guess (
      key TEXT PRIMARY KEY,
      failures INTEGER NOT NULL,
      blocked_until BIGINT NOT NULL,
      expires_at BIGINT NOT NULL)`,
    'CREATE INDEX guess_expiry ON guess (expires_at)',
    `CREATE TABLE known_address (
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      address_hash TEXT NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (account_id, address_hash))`,
    'CREATE INDEX known_address_expiry ON known_address (expires_at)',
    `CREATE TABLE audit (
      id TEXT PRIMARY KEY,
      at BIGINT NOT NULL,
      account_id TEXT,
      act TEXT NOT NULL,
      address TEXT NOT NULL,
      facts TEXT NOT NULL)`,
    'CREATE INDEX audit_account ON audit (account_id, at)',
    'CREATE INDEX audit_at ON audit (at)',
  ],
};

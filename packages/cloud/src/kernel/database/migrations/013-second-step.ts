import type { Migration } from './migration.ts';

/**
 * The authenticator app of an account: `secret` is encrypted, `confirmed_at` null until its owner entered a first code, and
 * `last_counter` the time step of the last code that was accepted (RFC 6238). Recovery codes are stored by their hashes.
 */
export const secondStep: Migration = {
  number: 13,
  name: 'second-step',
  sql: [
    `CREATE TABLE authenticator (
      account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      secret TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      confirmed_at BIGINT,
      last_counter BIGINT NOT NULL)`,
    `CREATE TABLE recovery_code (
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      code_hash TEXT NOT NULL,
      PRIMARY KEY (account_id, code_hash))`,
  ],
};

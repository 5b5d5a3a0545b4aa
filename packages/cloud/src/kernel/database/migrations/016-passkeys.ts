import type { Migration } from './migration.ts';

/** Passkeys by their credential ids, with their public keys (both base64url), and challenges that were used, until they expire. */
export const passkeys: Migration = {
  number: 16,
  name: 'passkeys',
  sql: [
    `CREATE TABLE passkey (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      public_key TEXT NOT NULL,
      counter BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      used_at BIGINT)`,
    'CREATE INDEX passkey_account ON passkey (account_id)',
    `CREATE TABLE passkey_challenge (
      challenge_hash TEXT PRIMARY KEY,
      expires_at BIGINT NOT NULL)`,
    'CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at)',
  ],
};

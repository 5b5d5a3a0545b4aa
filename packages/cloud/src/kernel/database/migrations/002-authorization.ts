import type { Migration } from './migration.ts';

/**
 * `app` is a developer's app (its key is `client_id`); `secret_hash` is SHA-256 of its secret. `authorization_item` is
 * everything the authorization server remembers, one row each, by kind. `id_hash` is SHA-256 of the code, token or
 * cookie value, the only trace of it here (a grant's id, which opens nothing, stands as it is). `answer` is the answer a
 * refresh token was exchanged for, readable with that token alone.
 */
export const authorization: Migration = {
  number: 2,
  name: 'authorization',
  sql: [
    `CREATE TABLE app (
      client_id TEXT PRIMARY KEY,
      owner_account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      confidential INTEGER NOT NULL,
      pkce_required INTEGER NOT NULL,
      secret_hash TEXT,
      created_at BIGINT NOT NULL)`,
    'CREATE INDEX app_owner ON app (owner_account_id)',
    `CREATE TABLE authorization_item (
      kind TEXT NOT NULL,
      id_hash TEXT NOT NULL,
      payload TEXT NOT NULL,
      grant_id TEXT,
      account_id TEXT,
      client_id TEXT,
      uid_hash TEXT,
      user_code_hash TEXT,
      consumed_at BIGINT,
      answer TEXT,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (kind, id_hash))`,
    'CREATE INDEX authorization_item_grant ON authorization_item (grant_id)',
    'CREATE INDEX authorization_item_account ON authorization_item (account_id)',
    'CREATE INDEX authorization_item_client ON authorization_item (client_id)',
    'CREATE INDEX authorization_item_uid ON authorization_item (uid_hash)',
    'CREATE INDEX authorization_item_user_code ON authorization_item (user_code_hash)',
    'CREATE INDEX authorization_item_expiry ON authorization_item (expires_at)',
  ],
};

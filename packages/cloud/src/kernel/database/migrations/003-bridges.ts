import type { Migration } from './migration.ts';

/**
 * `public_key` is the Ed25519 key of the bridge (JWK as JSON) and `key_id` its thumbprint, both null when it is
 * released; `account_id` is its owner. `version` counts the changes taken from it and serializes them: whoever stores a
 * change first raises it. `epoch` counts its connections, so that an older one stores nothing any more.
 * `connected_node` is the node that held its socket last. `used_token` remembers the `jti` of tokens until they expire.
 */
export const bridges: Migration = {
  number: 3,
  name: 'bridges',
  sql: [
    `CREATE TABLE bridge (
      system_id TEXT PRIMARY KEY,
      public_key TEXT,
      key_id TEXT,
      account_id TEXT REFERENCES account (id) ON DELETE SET NULL,
      name TEXT NOT NULL,
      paired_at BIGINT NOT NULL,
      released_at BIGINT,
      version BIGINT NOT NULL,
      epoch BIGINT NOT NULL,
      connected_node TEXT,
      connected_at BIGINT,
      last_seen BIGINT)`,
    'CREATE INDEX bridge_account ON bridge (account_id)',
    'CREATE INDEX bridge_node ON bridge (connected_node)',
    'CREATE TABLE used_token (id TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)',
    'CREATE INDEX used_token_expiry ON used_token (expires_at)',
  ],
};

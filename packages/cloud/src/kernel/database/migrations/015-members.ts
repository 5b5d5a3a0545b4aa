import type { Migration } from './migration.ts';

/**
 * Who else may use a bridge: `access` is the right, `until` when it ends (null: not by itself). A row is an invitation until
 * `account_id` and `accepted_at` are set; `token_hash` is that of its link. `paired_at` is that of the bridge: a row of an earlier
 * pairing gives no right, whichever release of the cloud released the bridge.
 */
export const members: Migration = {
  number: 15,
  name: 'members',
  sql: [
    `CREATE TABLE bridge_member (
      id TEXT PRIMARY KEY,
      system_id TEXT NOT NULL REFERENCES bridge (system_id) ON DELETE CASCADE,
      paired_at BIGINT NOT NULL,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL,
      access TEXT NOT NULL,
      until BIGINT,
      token_hash TEXT,
      expires_at BIGINT,
      invited_by TEXT REFERENCES account (id) ON DELETE SET NULL,
      invited_at BIGINT NOT NULL,
      account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
      accepted_at BIGINT,
      UNIQUE (system_id, account_id))`,
    'CREATE INDEX bridge_member_account ON bridge_member (account_id)',
    'CREATE INDEX bridge_member_email ON bridge_member (email_key)',
    'CREATE INDEX bridge_member_inviter ON bridge_member (invited_by)',
    'CREATE INDEX bridge_member_end ON bridge_member (until)',
    'CREATE INDEX bridge_member_expiry ON bridge_member (expires_at)',
    'CREATE UNIQUE INDEX bridge_member_token ON bridge_member (token_hash)',
  ],
};

import type { Migration } from './migration.ts';

/**
 * Refresh tokens that were not used yet, by whose they are: who is linked with what is asked at each change of a bridge, and
 * each account has many tokens that were used. Those of an app are found by its own part of it.
 */
export const links: Migration = {
  number: 9,
  name: 'links',
  sql: [
    `CREATE INDEX authorization_item_link ON authorization_item (account_id, client_id, expires_at)
      WHERE kind = 'RefreshToken' AND consumed_at IS NULL`,
    `CREATE INDEX authorization_item_link_app ON authorization_item (client_id, account_id, expires_at)
      WHERE kind = 'RefreshToken' AND consumed_at IS NULL`,
  ],
};

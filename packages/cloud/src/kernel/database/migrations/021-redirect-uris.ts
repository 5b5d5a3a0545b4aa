import type { Migration } from './migration.ts';

/** The redirect URIs of an app, separated by spaces, which a URI does not contain. */
export const redirectUris: Migration = {
  number: 21,
  name: 'redirect-uris',
  sql: ['ALTER TABLE app RENAME COLUMN redirect_uri TO redirect_uris'],
};

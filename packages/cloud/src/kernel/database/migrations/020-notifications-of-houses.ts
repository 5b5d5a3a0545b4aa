import type { Migration } from './migration.ts';

/** What a browser chose for single houses, as JSON by system id; none where it is NULL. */
export const notificationsOfHouses: Migration = {
  number: 20,
  name: 'notifications-of-houses',
  sql: ['ALTER TABLE push_subscription ADD COLUMN house_choices TEXT'],
};

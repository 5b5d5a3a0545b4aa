import type { Migration } from './migration.ts';

/** The kinds of messages that an endpoint receives, separated by commas; all of them where it is NULL. */
export const eventTypes: Migration = {
  number: 17,
  name: 'event-types',
  sql: ['ALTER TABLE endpoint ADD COLUMN event_types TEXT'],
};

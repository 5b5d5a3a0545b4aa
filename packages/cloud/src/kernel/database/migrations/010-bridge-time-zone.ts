import type { Migration } from './migration.ts';

/** The time zone of the house, an IANA name as its bridge told it last; null where it told none. */
export const bridgeTimeZone: Migration = {
  number: 10,
  name: 'bridge-time-zone',
  sql: ['ALTER TABLE bridge ADD COLUMN time_zone TEXT'],
};

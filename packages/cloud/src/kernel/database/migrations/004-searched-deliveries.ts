import type { Migration } from './migration.ts';

/** The attributes whose change caused a message. */
export const searchedDeliveries: Migration = {
  number: 4,
  name: 'searched-deliveries',
  usableFrom: '0.1.0',
  sql: `
-- attributes are the names of the members that changed, each between two commas, NULL if they are unknown.
ALTER TABLE outbox ADD COLUMN attributes TEXT;
ALTER TABLE delivery ADD COLUMN attributes TEXT;
`,
};

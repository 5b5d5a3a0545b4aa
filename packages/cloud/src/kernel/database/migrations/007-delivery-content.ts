import type { Migration } from './migration.ts';

/**
 * What an attempt was about (`subjects`, a JSON list) and what was sent: `headers` (a JSON object) and the beginning of the
 * body. Missing in attempts from before.
 */
export const deliveryContent: Migration = {
  number: 7,
  name: 'delivery-content',
  sql: [
    'ALTER TABLE delivery ADD COLUMN subjects TEXT',
    'ALTER TABLE delivery ADD COLUMN headers TEXT',
    'ALTER TABLE delivery ADD COLUMN payload TEXT',
  ],
};

import type { Migration } from './migration.ts';

/**
 * `datagram` is the whole component as JSON, null when the component is gone: a watcher that comes back hears of that
 * too. `version` is the bridge's version at its last change, `changed_at` the instant of the house then.
 */
export const components: Migration = {
  number: 4,
  name: 'components',
  sql: [
    `CREATE TABLE component (
      system_id TEXT NOT NULL REFERENCES bridge (system_id) ON DELETE CASCADE,
      component_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      idx INTEGER NOT NULL,
      datagram TEXT,
      version BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      PRIMARY KEY (system_id, component_id))`,
    'CREATE INDEX component_version ON component (system_id, version)',
  ],
};

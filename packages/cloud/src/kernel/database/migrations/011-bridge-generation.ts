import type { Migration } from './migration.ts';

/**
 * `generation` tells the versions of a bridge before a start on SQLite, or before a restored copy, from those after it: a number
 * chosen anew each time, 0 for a bridge paired since. Before this step the generation was the part of `version` above 2^26.
 */
export const bridgeGeneration: Migration = {
  number: 11,
  name: 'bridge-generation',
  sql: [
    'ALTER TABLE bridge ADD COLUMN generation BIGINT NOT NULL DEFAULT 0',
    'UPDATE bridge SET generation = version / 67108864 WHERE version >= 67108864',
  ],
};

import type { Migration } from './migration.ts';

/** The steps of the clocks of test houses by each developer, counted over all nodes. */
export const testSteps: Migration = {
  number: 3,
  name: 'test-steps',
  usableFrom: '0.1.0',
  sql: `
-- full_at is when the developer may step by the whole limit again (ms). The rest of the limit follows from it.
CREATE TABLE test_steps (
  account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  full_at BIGINT NOT NULL
);
`,
};

import type { Migration } from './migration.ts';

/** Test users, the test keys of apps, and hosted houses (decisions/042). */
export const sandbox: Migration = {
  number: 2,
  name: 'sandbox',
  usableFrom: '0.1.0',
  sql: `
-- Accounts that a developer made. Nobody can sign in to them.
CREATE TABLE test_user (
  account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  developer_account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX test_user_developer ON test_user (developer_account_id);

-- The test keys of an app are a row of their own, which names the app.
ALTER TABLE app ADD COLUMN live_client_id TEXT REFERENCES app (client_id) ON DELETE CASCADE;
CREATE UNIQUE INDEX app_live ON app (live_client_id);

-- Houses of test users, which nodes of this cloud simulate. house is the house file (JSON), scale the seconds of house time per
-- second. node_id is the node that has the house until lease_until. state is a copy of the store of the bridge (base64), with the
-- operations up to state_number, and NULL until the house was first started.
CREATE TABLE sandbox_house (
  system_id TEXT PRIMARY KEY REFERENCES bridge (system_id) ON DELETE CASCADE,
  house TEXT NOT NULL,
  scale INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  node_id TEXT,
  lease_until BIGINT NOT NULL,
  state TEXT,
  state_number BIGINT NOT NULL
);
CREATE INDEX sandbox_house_lease ON sandbox_house (lease_until);
CREATE INDEX sandbox_house_node ON sandbox_house (node_id);

-- Operations of a house since its state. operation is JSON, which only the bridge reads.
CREATE TABLE sandbox_operation (
  system_id TEXT NOT NULL REFERENCES sandbox_house (system_id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  operation TEXT NOT NULL,
  PRIMARY KEY (system_id, number)
);
`,
};

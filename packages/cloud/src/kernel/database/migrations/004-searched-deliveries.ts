import type { Migration } from './migration.ts';

/** The attributes whose change caused a message, and jobs that send many messages again. */
export const searchedDeliveries: Migration = {
  number: 4,
  name: 'searched-deliveries',
  usableFrom: '0.1.0',
  sql: `
-- attributes are the names of the members that changed, each between two commas, NULL if they are unknown.
ALTER TABLE outbox ADD COLUMN attributes TEXT;
ALTER TABLE delivery ADD COLUMN attributes TEXT;

-- The latest job of an endpoint that sends changes again. total is the number of its changes, of which resent were sent.
-- stepped_at is the time of the machine at which the last part was sent.
CREATE TABLE resend_job (
  endpoint_id TEXT PRIMARY KEY REFERENCES endpoint (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  ended_at BIGINT,
  stepped_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL,
  total INTEGER NOT NULL,
  resent INTEGER NOT NULL
);
CREATE INDEX resend_job_account ON resend_job (account_id, state);
CREATE INDEX resend_job_state ON resend_job (state, stepped_at);

-- What a job has not sent yet, in parts. items is a JSON list of kinds and subjects.
CREATE TABLE resend_part (
  endpoint_id TEXT NOT NULL REFERENCES resend_job (endpoint_id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  items TEXT NOT NULL,
  PRIMARY KEY (endpoint_id, place)
);
`,
};

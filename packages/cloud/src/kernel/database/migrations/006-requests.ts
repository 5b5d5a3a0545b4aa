import type { Migration } from './migration.ts';

/**
 * Controls of the last minutes, so that one that comes again is answered again: by whom, under which id (lower case),
 * `body_hash` of what was asked. `status`, `result` and `detail` are the answer, missing until there is one; until
 * `answer_by` there can be.
 */
export const requests: Migration = {
  number: 6,
  name: 'requests',
  sql: [
    `CREATE TABLE control_request (
      account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      client_id TEXT NOT NULL,
      request_id TEXT NOT NULL,
      body_hash TEXT NOT NULL,
      answer_by BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      status INTEGER,
      result TEXT,
      detail TEXT,
      PRIMARY KEY (account_id, client_id, request_id))`,
    'CREATE INDEX control_request_expiry ON control_request (expires_at)',
  ],
};

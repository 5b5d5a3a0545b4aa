import type { Migration } from './migration.ts';

/** The initial tables. */
export const baseline: Migration = {
  number: 1,
  name: 'baseline',
  usableFrom: '0.1.0',
  sql: `
-- Identity: accounts

-- email_key is the address as it is compared (lower case). password is an argon2id string.
CREATE TABLE account (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

-- Accounts whose owners opened a link that was sent to their address.
CREATE TABLE verified_email (
  account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  verified_at BIGINT NOT NULL
);

-- Browsers that are signed in. id_hash is the SHA-256 of the cookie, which itself is not stored.
CREATE TABLE session (
  id_hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  used_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_expiry ON session (expires_at);

-- The secret of a link or of a second step of signing in, by its hash.
CREATE TABLE account_token (
  token_hash TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  expires_at BIGINT NOT NULL
);
CREATE INDEX account_token_account ON account_token (account_id, purpose);
CREATE INDEX account_token_expiry ON account_token (expires_at);

-- Authenticator apps (RFC 6238). secret is encrypted. confirmed_at is NULL until the owner has entered a first code.
-- last_counter is the time step of the last code that was accepted.
CREATE TABLE authenticator (
  account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  secret TEXT NOT NULL,
  confirmed_at BIGINT,
  last_counter BIGINT NOT NULL
);
CREATE TABLE recovery_code (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (account_id, code_hash)
);

-- Passkeys by their credential ids, with their public keys (both base64url).
CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX passkey_account ON passkey (account_id);

-- Challenges that were used, until they expire.
CREATE TABLE passkey_challenge (
  challenge_hash TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);

-- Failed attempts by account and by address. key is a hash.
CREATE TABLE guess (
  key TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  blocked_until BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX guess_expiry ON guess (expires_at);

-- Addresses from which accounts signed in.
CREATE TABLE known_address (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  address_hash TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, address_hash)
);
CREATE INDEX known_address_expiry ON known_address (expires_at);

-- The audit log, which outlives the accounts. facts is JSON.
CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  account_id TEXT,
  act TEXT NOT NULL,
  address TEXT NOT NULL,
  facts TEXT NOT NULL
);
CREATE INDEX audit_account ON audit (account_id, at);
CREATE INDEX audit_at ON audit (at);

-- E-mail to be sent, and for a day what was sent (due_at is NULL), without the links in it. facts is JSON.
CREATE TABLE email_outbox (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
  email_key TEXT,
  facts TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  due_at BIGINT,
  attempts INTEGER NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX email_outbox_due ON email_outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX email_outbox_account ON email_outbox (account_id, created_at);
CREATE INDEX email_outbox_expiry ON email_outbox (expires_at);

-- Identity: the authorization server

-- Apps of developers. redirect_uris are separated by spaces. secret_hash is SHA-256.
CREATE TABLE app (
  client_id TEXT PRIMARY KEY,
  owner_account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  confidential INTEGER NOT NULL,
  pkce_required INTEGER NOT NULL,
  secret_hash TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX app_owner ON app (owner_account_id);

-- Grants, codes, tokens and sessions, by kind. id_hash is the SHA-256 of the code, token or cookie, which itself is not
-- stored (the id of a grant, which opens nothing, is stored as it is). payload is JSON. answer is what a refresh token was
-- exchanged for, readable only with that token.
CREATE TABLE authorization_item (
  kind TEXT NOT NULL,
  id_hash TEXT NOT NULL,
  payload TEXT NOT NULL,
  grant_id TEXT,
  account_id TEXT,
  client_id TEXT,
  uid_hash TEXT,
  user_code_hash TEXT,
  consumed_at BIGINT,
  answer TEXT,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX authorization_item_grant ON authorization_item (grant_id);
CREATE INDEX authorization_item_account ON authorization_item (account_id);
CREATE INDEX authorization_item_client ON authorization_item (client_id);
CREATE INDEX authorization_item_uid ON authorization_item (uid_hash);
CREATE INDEX authorization_item_user_code ON authorization_item (user_code_hash);
CREATE INDEX authorization_item_expiry ON authorization_item (expires_at);

-- Each change of a bridge asks which apps an account is linked with, and most refresh tokens of an account were used.
CREATE INDEX authorization_item_link ON authorization_item (account_id, client_id, expires_at)
  WHERE kind = 'RefreshToken' AND consumed_at IS NULL;
CREATE INDEX authorization_item_link_app ON authorization_item (client_id, account_id, expires_at)
  WHERE kind = 'RefreshToken' AND consumed_at IS NULL;

-- Fleet

-- public_key is the Ed25519 key of the bridge (JWK as JSON) and key_id its thumbprint; both are NULL once it is released.
-- account_id is its owner. version counts the changes stored, and locks the row for each. epoch counts the connections, so
-- that an older one stores nothing. generation separates versions before a restart on SQLite, or before a restored copy or a
-- failover that lost changes, from those after it: a random number on SQLite, an instant on PostgreSQL, 0 for a bridge that was
-- paired since. last_seen is when it connected or disconnected last; while
-- it is connected, it is seen whenever its node is. time_zone is an IANA name.
CREATE TABLE bridge (
  system_id TEXT PRIMARY KEY,
  public_key TEXT,
  key_id TEXT,
  account_id TEXT REFERENCES account (id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  paired_at BIGINT NOT NULL,
  version BIGINT NOT NULL,
  generation BIGINT NOT NULL DEFAULT 0,
  epoch BIGINT NOT NULL,
  connected_node TEXT,
  last_seen BIGINT,
  time_zone TEXT
);
CREATE INDEX bridge_account ON bridge (account_id);
CREATE INDEX bridge_node ON bridge (connected_node);

-- The processes that bridges are connected to; a restarted one has another id.
CREATE TABLE node (
  id TEXT PRIMARY KEY,
  seen_at BIGINT NOT NULL
);

-- The jti of the tokens of bridges, until they expire.
CREATE TABLE used_token (
  id TEXT PRIMARY KEY,
  expires_at BIGINT NOT NULL
);
CREATE INDEX used_token_expiry ON used_token (expires_at);

-- Guests, and invitations until account_id and accepted_at are set. paired_at is that of the bridge: a row of an earlier
-- pairing gives no access. until is NULL if the access does not end by itself.
CREATE TABLE bridge_member (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES bridge (system_id) ON DELETE CASCADE,
  paired_at BIGINT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL,
  access TEXT NOT NULL,
  until BIGINT,
  token_hash TEXT,
  expires_at BIGINT,
  invited_by TEXT REFERENCES account (id) ON DELETE SET NULL,
  invited_at BIGINT NOT NULL,
  account_id TEXT REFERENCES account (id) ON DELETE CASCADE,
  accepted_at BIGINT,
  UNIQUE (system_id, account_id)
);
CREATE INDEX bridge_member_account ON bridge_member (account_id);
CREATE INDEX bridge_member_email ON bridge_member (email_key);
CREATE INDEX bridge_member_inviter ON bridge_member (invited_by);
CREATE INDEX bridge_member_end ON bridge_member (until);
CREATE INDEX bridge_member_expiry ON bridge_member (expires_at);
CREATE UNIQUE INDEX bridge_member_token ON bridge_member (token_hash);

-- datagram is the whole component as JSON, or NULL once the component is gone, for watchers that come back. version is that of
-- the bridge at the last change, and changed_at the time of the house.
CREATE TABLE component (
  system_id TEXT NOT NULL REFERENCES bridge (system_id) ON DELETE CASCADE,
  component_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  idx INTEGER NOT NULL,
  datagram TEXT,
  version BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  PRIMARY KEY (system_id, component_id)
);
CREATE INDEX component_version ON component (system_id, version);

-- Controls of the last minutes, so that a repetition gets the same answer. request_id is in lower case. status, result and
-- detail are NULL until there is an answer, which can come until answer_by.
CREATE TABLE control_request (
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  request_id TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  answer_by BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  status INTEGER,
  result TEXT,
  detail TEXT,
  PRIMARY KEY (account_id, client_id, request_id)
);
CREATE INDEX control_request_expiry ON control_request (expires_at);

-- Delivery: webhooks

-- Where apps receive events. The secrets are encrypted. event_types are separated by commas, NULL for all. rest_until is a
-- pause after a failure. lease names the one delivery under way. changes, delivered and superseded count what left the outbox.
CREATE TABLE endpoint (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES app (client_id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  event_types TEXT,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until BIGINT,
  created_at BIGINT NOT NULL,
  disabled_at BIGINT,
  disabled_why TEXT,
  failures INTEGER NOT NULL,
  failing_since BIGINT,
  rest_until BIGINT NOT NULL,
  strained INTEGER NOT NULL,
  lease TEXT,
  lease_until BIGINT NOT NULL,
  served_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  changes BIGINT NOT NULL,
  delivered BIGINT NOT NULL,
  superseded BIGINT NOT NULL
);
CREATE INDEX endpoint_app ON endpoint (client_id);

-- One row for each component, Sync of a user or test that an endpoint has to receive. changes counts those in the row, of
-- which all but the last were superseded. due_at is NULL for a dead letter. message_id is the message that the row was last
-- sent in, until a newer change clears it. trace is the traceparent of the request that caused the event.
CREATE TABLE outbox (
  endpoint_id TEXT NOT NULL REFERENCES endpoint (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  system_id TEXT,
  changes BIGINT NOT NULL,
  queued_at BIGINT NOT NULL,
  due_at BIGINT,
  attempts INTEGER NOT NULL,
  message_id TEXT,
  trace TEXT,
  PRIMARY KEY (endpoint_id, kind, subject)
);
CREATE INDEX outbox_due ON outbox (endpoint_id, due_at);

-- The log of attempts, numbered for each endpoint. subjects (a JSON list) and headers (a JSON object) are those of the
-- message, payload is the beginning of its body.
CREATE TABLE delivery (
  endpoint_id TEXT NOT NULL REFERENCES endpoint (id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  message_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  components INTEGER NOT NULL,
  subjects TEXT NOT NULL,
  headers TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  status INTEGER,
  problem TEXT,
  detail TEXT,
  latency BIGINT NOT NULL,
  bytes INTEGER NOT NULL,
  next_at BIGINT,
  answer TEXT,
  PRIMARY KEY (endpoint_id, number)
);
CREATE INDEX delivery_at ON delivery (at);

-- Delivery: push notifications

-- One row: the key by which push services recognize this cloud. private_key is encrypted.
CREATE TABLE push_key (
  id INTEGER PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
);

-- Browsers that are notified. target (address and keys at the push service) is encrypted. choices, house_choices (by system
-- id, NULL for none), reader, lasting (the alerts of each house) and queue are JSON. session_hash is not a reference: a
-- session that expires by itself does not end a subscription, signing out does (decisions/026).
CREATE TABLE push_subscription (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  session_hash TEXT NOT NULL,
  endpoint_hash TEXT NOT NULL UNIQUE,
  target TEXT NOT NULL,
  choices TEXT NOT NULL,
  house_choices TEXT,
  reader TEXT NOT NULL,
  lasting TEXT NOT NULL,
  queue TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  look_at BIGINT NOT NULL,
  send_at BIGINT,
  lease_until BIGINT NOT NULL
);
CREATE INDEX push_subscription_account ON push_subscription (account_id);
CREATE INDEX push_subscription_session ON push_subscription (session_hash);
CREATE INDEX push_subscription_look ON push_subscription (look_at);
CREATE INDEX push_subscription_send ON push_subscription (send_at);
CREATE INDEX push_subscription_seen ON push_subscription (seen_at);

-- Usage

-- Requests of an app by day (its beginning, UTC), operation and status.
CREATE TABLE usage (
  client_id TEXT NOT NULL REFERENCES app (client_id) ON DELETE CASCADE,
  day BIGINT NOT NULL,
  operation TEXT NOT NULL,
  status INTEGER NOT NULL,
  requests BIGINT NOT NULL,
  PRIMARY KEY (client_id, day, operation, status)
);
CREATE INDEX usage_day ON usage (day);
`,
};

interface AccountTable {
  id: string;
  email: string;
  email_key: string;
  password: string;
  created_at: number;
}

/** A signed-in browser, by the hash of its cookie. */
interface SessionTable {
  id_hash: string;
  account_id: string;
  created_at: number;
  used_at: number;
  expires_at: number;
}

/** Failed attempts, by the hash of the counted subject. */
interface GuessTable {
  key: string;
  failures: number;
  blocked_until: number;
  expires_at: number;
}

/** An address from which an account signed in. */
interface KnownAddressTable {
  account_id: string;
  address_hash: string;
  expires_at: number;
}

/** `facts` is JSON. */
interface AuditTable {
  id: string;
  at: number;
  account_id: string | null;
  act: string;
  address: string;
  facts: string;
}

/**
 * An e-mail to an account, or to an address that may or may not have an account. `facts` is JSON. `due_at` is null once
 * it has been handled.
 */
interface EmailOutboxTable {
  id: string;
  kind: string;
  account_id: string | null;
  email_key: string | null;
  facts: string;
  created_at: number;
  due_at: number | null;
  attempts: number;
  expires_at: number;
}

/** A secret that can act for an account once, by its hash. */
interface AccountTokenTable {
  token_hash: string;
  purpose: string;
  account_id: string;
  expires_at: number;
}

/** An account whose owner has proved that they receive e-mail at its address. */
interface VerifiedEmailTable {
  account_id: string;
  verified_at: number;
}

/** The authenticator app of an account. Its secret is encrypted. */
interface AuthenticatorTable {
  account_id: string;
  secret: string;
  confirmed_at: number | null;
  last_counter: number;
}

interface RecoveryCodeTable {
  account_id: string;
  code_hash: string;
}

/** A passkey by its credential id. Its public key is in base64url. */
interface PasskeyTable {
  id: string;
  account_id: string;
  name: string;
  public_key: string;
  counter: number;
  created_at: number;
  used_at: number | null;
}

/** A passkey challenge that was used. */
interface PasskeyChallengeTable {
  challenge_hash: string;
  expires_at: number;
}

export interface AccountTables {
  account: AccountTable;
  session: SessionTable;
  guess: GuessTable;
  known_address: KnownAddressTable;
  audit: AuditTable;
  email_outbox: EmailOutboxTable;
  account_token: AccountTokenTable;
  verified_email: VerifiedEmailTable;
  authenticator: AuthenticatorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
}

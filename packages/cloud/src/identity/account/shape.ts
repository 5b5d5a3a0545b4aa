interface AccountTable {
  id: string;
  email: string;
  email_key: string;
  password: string;
  created_at: number;
  password_changed_at: number;
}

interface SessionTable {
  id_hash: string;
  account_id: string;
  created_at: number;
  used_at: number;
  expires_at: number;
}

interface GuessTable {
  key: string;
  failures: number;
  blocked_until: number;
  expires_at: number;
}

interface KnownAddressTable {
  account_id: string;
  address_hash: string;
  expires_at: number;
}

interface AuditTable {
  id: string;
  at: number;
  account_id: string | null;
  act: string;
  address: string;
  facts: string;
}

export interface AccountTables {
  account: AccountTable;
  session: SessionTable;
  guess: GuessTable;
  known_address: KnownAddressTable;
  audit: AuditTable;
}

/** Whose house it is. The id is what integrators see as `userID` (interface 4.3). */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** Whose account acts, and the address the request came from. */
export interface Actor {
  readonly accountId: string;
  readonly address: string;
}

/** What somebody who signs in or up writes. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A browser that is signed in. */
export interface Session {
  /** The value of its cookie; whoever has it is signed in. Never kept, never logged. */
  readonly secret: string;
  readonly account: Account;
}

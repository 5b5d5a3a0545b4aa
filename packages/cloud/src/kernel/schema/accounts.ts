interface AccountTable {
  id: string;
  email: string;
  email_key: string;
  password: string;
  created_at: number;
  password_changed_at: number;
}

/** A browser that is signed in, by the hash of its cookie. */
interface SessionTable {
  id_hash: string;
  account_id: string;
  created_at: number;
  used_at: number;
  expires_at: number;
}

/** Failed attempts, by the hash of what is counted. */
interface GuessTable {
  key: string;
  failures: number;
  blocked_until: number;
  expires_at: number;
}

/** Where an account signed in from. */
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

export interface AccountTables {
  account: AccountTable;
  session: SessionTable;
  guess: GuessTable;
  known_address: KnownAddressTable;
  audit: AuditTable;
}

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

/** An account. Its id is the `userID` of integrators (interface 4.3). */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** The account behind a request, and the address it came from. */
export interface Actor {
  readonly accountId: string;
  readonly address: string;
}

/** Who tries a password, before it is known who that is. */
export interface Visitor {
  /** The address that the request came from. */
  readonly address: string;
  /** The secret by which the browser is recognized (`Browsers.identify`); undefined without a browser. */
  readonly browser?: string | undefined;
}

/** The form of sign-in and sign-up. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A browser that is signed in. */
export interface AccountSession {
  /** The value of its cookie, which is enough to be signed in. Never stored, never logged. */
  readonly secret: string;
  readonly account: Account;
}

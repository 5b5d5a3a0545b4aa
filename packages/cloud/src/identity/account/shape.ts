/** An account. Its id is the `userID` of integrators (interface 4.3). */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** In ms since 1970 UTC. */
  readonly createdAt: number;
}

/** The account that makes a request, and its client address. */
export interface Actor {
  readonly accountId: string;
  readonly address: string;
}

/** A visitor who enters a password and has not been identified yet. */
export interface Visitor {
  /** The client address of the request. */
  readonly address: string;
  /** The secret that identifies the browser (`Browsers.identify`), or `undefined` without a browser. */
  readonly browser?: string | undefined;
}

/** The fields of the sign-in and sign-up forms. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A session of a signed-in browser. */
export interface AccountSession {
  /** The value of the session cookie, which is sufficient to be signed in. Never stored or logged. */
  readonly secret: string;
  readonly account: Account;
}

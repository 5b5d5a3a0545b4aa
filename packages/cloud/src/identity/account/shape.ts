/** An account. Its id is the `userID` of integrators (interface 4.3). */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** In ms since 1970 UTC. */
  readonly createdAt: number;
}

/** The account of a request, and its client address. */
export interface Actor {
  readonly accountId: string;
  readonly address: string;
}

/** A visitor who enters a password and is not identified yet. */
export interface Visitor {
  /** The client address of the request. */
  readonly address: string;
  /** The secret that recognizes the browser (`Browsers.identify`); `undefined` without a browser. */
  readonly browser?: string | undefined;
}

/** The fields of the sign-in and sign-up forms. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A session of a signed-in browser. */
export interface AccountSession {
  /** The value of the session cookie, which is all that is needed to be signed in. Never stored or logged. */
  readonly secret: string;
  readonly account: Account;
}

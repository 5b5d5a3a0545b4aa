/** The configuration of the app. */
export interface ExampleAppConfig {
  /** Origin of the cloud: `https://cloud.example`. */
  readonly cloud: string;
  /** Which app it is: the developer key of interface 5. */
  readonly clientId: string;
  /** For a confidential app. */
  readonly clientSecret?: string | undefined;
  /** The secrets of its event endpoint, read for each message: two while one is replaced, none before the first. */
  readonly endpointSecrets: () => readonly string[];
  /** File for the tokens of its users; only its owner can read it. */
  readonly tokenFile: string;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Default 8070; 0 = any free port. */
  readonly port?: number | undefined;
  /** Public origin; default: its own address. Users return to `/callback`, messages arrive at `/events`. */
  readonly publicUrl?: string | undefined;
}

/** The configuration of the app. */
export interface ExampleAppConfig {
  /** Origin of the cloud: `https://cloud.example`. */
  readonly cloud: string;
  /** The developer key that identifies the app (interface 5). */
  readonly clientId: string;
  /** Required for a confidential app. */
  readonly clientSecret?: string | undefined;
  /**
   * Returns the secrets of the event endpoint. Called for each message, because there are two secrets while one is
   * being replaced, and none before the first is created.
   */
  readonly endpointSecrets: () => readonly string[];
  /** File with the tokens of the app's users; only its owner can read it. */
  readonly tokenFile: string;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Default 8070; 0 selects any free port. */
  readonly port?: number | undefined;
  /** Public origin; default: the address of the app. Users return to `/callback`, messages arrive at `/events`. */
  readonly publicUrl?: string | undefined;
}

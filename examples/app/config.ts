/** Everything the app is told when it starts. */
export interface ExampleAppConfig {
  /** Origin of the cloud: `https://cloud.example`. */
  readonly cloud: string;
  /** Which app it is: the developer key of interface 5. */
  readonly clientId: string;
  /** For an app that was registered as confidential. */
  readonly clientSecret?: string | undefined;
  /** The secrets of its event endpoint, asked for each message: two while one is replaced, none before it has one. */
  readonly endpointSecrets: () => readonly string[];
  /** File its users' tokens are kept in; readable by nobody else. */
  readonly tokenFile: string;
  /** `127.0.0.1` unless told. */
  readonly host?: string | undefined;
  /** 8070 unless told; 0 = any free port. */
  readonly port?: number | undefined;
  /** Origin its users reach it under; its own address unless told. Users come back to `/callback`, messages to `/events`. */
  readonly publicUrl?: string | undefined;
}

import type { CloudClient, CloudTokens } from '@plenum/client';

/** A scope that an app can ask for (interface 5). */
export type CloudScope = 'query-control' | 'lighting' | 'garage' | 'history';

export interface StartCloudOptions {
  /** The access of the app to the houses of the user; `query-control` by default. */
  readonly scopes?: readonly CloudScope[];
}

/** A cloud on a free port of this machine, with an app, and a user who has allowed it. Its time is real. */
export interface TestCloud extends AsyncDisposable {
  readonly url: string;
  readonly app: { readonly clientId: string; readonly redirectUri: string };
  /** Credentials of the user, who also owns the app, for the pages of the cloud. */
  readonly user: { readonly email: string; readonly password: string };
  /** The app's tokens for the houses of the user. */
  readonly tokens: Required<CloudTokens>;
  /** Sends the requests of the app with these tokens. */
  readonly client: CloudClient;
  /**
   * Adds an endpoint that receives the events of the app, such as a server of the test on `http://127.0.0.1`. Resolves
   * to the key for `verifyWebhook` of `@plenum/client`.
   */
  addEndpoint(url: string): Promise<string>;
  /** Cuts off the houses that are connected to the cloud, or lets them connect again. Apps can always reach it. */
  setReachable(isReachable: boolean): void;
}

import type { CloudClient, CloudMessage, CloudTokens } from '@plenum/client';
import type { Duration } from '../duration.ts';

/** A scope that an app can ask for (interface 5). */
export type CloudScope = 'query-control' | 'lighting' | 'garage' | 'history';

export interface StartCloudOptions {
  /** The access of the app to the houses of the user; `query-control` by default. */
  readonly scopes?: readonly CloudScope[];
}

/** The clock of a cloud, which shows real time until it is moved. Its houses have their own time. */
export interface CloudClock {
  /** Returns its time, in ms UTC. */
  now(): number;
  /**
   * Lets time pass without waiting for it. Resolves when everything that was due in between is done, each at its time:
   * retries of webhooks, e-mails, expiry.
   */
  step(duration: Duration): Promise<void>;
  /** Moves to a later instant, in ms UTC, like `step`. */
  set(at: number): Promise<void>;
  /** Sets how many seconds pass per real second; 0 lets the clock stand still. */
  scale(scale: number): Promise<void>;
}

/** The webhooks that the app of a cloud has received, with their signatures verified. */
export interface Inbox extends AsyncDisposable {
  readonly messages: readonly CloudMessage[];
  /**
   * Resolves to the first message, earlier or later, for which `isExpected` returns true. After `timeout` real ms
   * (10,000 by default) it rejects with an `AssertionError` that lists what arrived instead.
   */
  expectMessage(
    isExpected: (message: CloudMessage) => boolean,
    options?: { readonly timeout?: number },
  ): Promise<CloudMessage>;
  /** Resolves when the next message has arrived, or after `timeout` real ms. */
  next(timeout: number): Promise<void>;
}

/** A cloud on a free port of this machine, with an app, and a user who has allowed it. */
export interface TestCloud extends AsyncDisposable {
  readonly url: string;
  readonly app: { readonly clientId: string; readonly redirectUri: string };
  /** Credentials of the user, who also owns the app, for the pages of the cloud. */
  readonly user: { readonly email: string; readonly password: string };
  /** The app's tokens for the houses of the user. */
  readonly tokens: Required<CloudTokens>;
  readonly clock: CloudClock;
  /** Sends the requests of the app with these tokens. */
  readonly client: CloudClient;
  /**
   * Adds an endpoint that receives the events of the app, such as a server of the test on `http://127.0.0.1`. Resolves
   * to the key for `verifyWebhook` of `@plenum/client`.
   */
  addEndpoint(url: string): Promise<string>;
  /** Starts an endpoint of the app in this process, on a free port, that accepts every message. */
  openInbox(): Promise<Inbox>;
  /** Cuts off the houses that are connected to the cloud, or lets them connect again. Apps can always reach it. */
  setReachable(isReachable: boolean): void;
}

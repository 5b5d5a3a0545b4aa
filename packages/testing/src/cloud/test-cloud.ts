import type { CloudClient, CloudMessage, CloudTokens } from '@plenum/client';
import type { Duration } from '../duration.ts';

export const cloudScopes = ['query-control', 'lighting', 'garage', 'history'] as const;

/** A scope that an app can ask for (interface 5). */
export type CloudScope = (typeof cloudScopes)[number];

export interface StartCloudOptions {
  /** The access of the app to the houses of the user; `query-control` by default. */
  readonly scopes?: readonly CloudScope[];
}

/** Somebody with an account of the cloud, for its pages and as the owner of houses (`startHouse({ cloud, user })`). */
export interface TestUser {
  readonly email: string;
  readonly password: string;
}

/** The access that a user gave to an app. */
export interface TestAccess {
  /** The app's tokens for the houses of the user. */
  readonly tokens: Required<CloudTokens>;
  /** Sends the requests of the app with these tokens. */
  readonly client: CloudClient;
  /** Ends all access of the app to the houses of the user, as the user does in the console. The tokens end with it. */
  revoke(): Promise<void>;
}

/** An app of the cloud. */
export interface TestApp {
  readonly clientId: string;
  readonly redirectUri: string;
  /** Lets a user, by default the first one, allow the app. */
  allow(options?: AllowOptions): Promise<TestAccess>;
  /** Adds an endpoint that receives the events of the app. Resolves to the key for `verifyWebhook`. */
  addEndpoint(url: string): Promise<string>;
  /** Starts an endpoint of the app in this process, on a free port, that accepts every message. */
  openInbox(): Promise<Inbox>;
}

export interface AllowOptions {
  readonly user?: TestUser;
  /** `query-control` by default. */
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

export interface MessageOptions {
  /** Real time in ms for which to wait; 10,000 by default. */
  readonly timeout?: number;
}

/** The webhooks that the app of a cloud has received, with their signatures verified. */
export interface Inbox extends AsyncDisposable {
  readonly messages: readonly CloudMessage[];
  /**
   * Resolves to the first message, earlier or later, for which `isExpected` returns true. After the
   * timeout it rejects with an `AssertionError` that lists the last ten that arrived instead, with what changed.
   */
  expectMessage(
    isExpected: (message: CloudMessage) => boolean,
    options?: MessageOptions,
  ): Promise<CloudMessage>;
  /** Resolves when the next message has arrived, or after `timeout` real ms. */
  next(timeout: number): Promise<void>;
}

/**
 * A cloud on a free port of this machine, with an app, a user who has allowed it, and the access that the user gave to
 * it.
 */
export interface TestCloud extends TestAccess, AsyncDisposable {
  readonly url: string;
  readonly app: TestApp;
  /** The first user, who also owns all apps. */
  readonly user: TestUser;
  readonly clock: CloudClock;
  /** Adds another user, without houses, who has allowed no app. */
  addUser(): Promise<TestUser>;
  /** Adds another app, which no user has allowed. */
  addApp(): Promise<TestApp>;
  /**
   * Adds an endpoint that receives the events of the first app, such as a server of the test on `http://127.0.0.1`.
   * Resolves to the key for `verifyWebhook` of `@plenum/client`.
   */
  addEndpoint(url: string): Promise<string>;
  /** Starts an endpoint of the first app in this process, on a free port, that accepts every message. */
  openInbox(): Promise<Inbox>;
  /** Cuts off the houses that are connected to the cloud, or lets them connect again. Apps can always reach it. */
  setReachable(isReachable: boolean): void;
}

import { randomUUID } from 'node:crypto';
import {
  type HouseRead,
  type HouseReadAnswer,
  type HouseReadQuery,
  houseReads,
} from '@plenum/insight/endpoint';
import { fetchWithoutBrotli } from '@plenum/platform/fetch';
import { type CloudComponent, houseReadsPath } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import { isAnswerOf, toTarget } from '@plenum/protocol/endpoint';
import { isRecord } from '@plenum/protocol/json';
import { toSentence } from '@plenum/protocol/refusal';
import { type Clock, type Random, systemClock } from '../clock.ts';
import { CloudError } from './cloud-error.ts';
import { type Fetch, get, post } from './post.ts';
import { createSender } from './send-with-retry.ts';
import { type CloudApp, type CloudTokens, createTokenSource } from './tokens.ts';
import { type CloudWatch, type CloudWatchOptions, watchCloud } from './watch.ts';

/** Options for connecting to a cloud; times are in ms. */
export interface CloudOptions {
  /** The origin of the cloud: `https://cloud.example`. */
  readonly url: string;
  readonly tokens: CloudTokens;
  /** The app that the tokens were issued to. Without it, the client does not refresh them. */
  readonly app?: CloudApp;
  /** Called with new tokens before they are used. Store them: the old refresh token is no longer valid. */
  readonly onTokens?: (tokens: CloudTokens) => void | Promise<void>;
  /** Called before a refresh if several processes share the tokens; returns the stored tokens. */
  readonly loadTokens?: () => CloudTokens | undefined | Promise<CloudTokens | undefined>;
  /** Timeout of one request; default 20 000, since a bridge has 10 s to answer a control. */
  readonly timeout?: number;
  /**
   * Maximum number of attempts for a request if the cloud asks to repeat the request or if the response is lost;
   * default 4.
   */
  readonly maxAttempts?: number;
  /** Default: Node's `fetch`, without Brotli. */
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  /** Returns 0 <= n < 1, for random delays between attempts; default `Math.random`. */
  readonly random?: Random;
}

/** The houses of one user, for an app that the user has allowed (interface 4.3). */
export interface CloudClient {
  /** Resolves to all components of the user, and the user's id. */
  discover(): Promise<{ readonly userId: string; readonly components: readonly CloudComponent[] }>;
  query(componentId: string): Promise<CloudComponent>;
  /**
   * Sends one command of interface 4.4: `{ZoneSetpoint: {Index: 1, Setpoint: 2200}}`. It takes effect once, even if the
   * client has to send it again. With your own `requestId`, it also takes effect only once if you call again within 10
   * minutes. The event that it causes has your `traceparent` (W3C Trace Context).
   */
  control(
    componentId: string,
    command: object,
    about?: { readonly requestId?: string; readonly traceparent?: string },
  ): Promise<void>;
  /**
   * Reads data that the bridge of a house stores or derives (history, energy, explanations), as on the local network.
   * The app needs the scope `history` (interface 5).
   */
  readHouse<Path extends HouseRead>(
    systemId: string,
    path: Path,
    query?: HouseReadQuery<Path>,
  ): Promise<HouseReadAnswer<Path>>;
  /**
   * Yields all components first, then the changes, bridge by bridge; resumes after an interruption without a gap or a
   * repetition.
   */
  watch(options?: CloudWatchOptions): CloudWatch;
}

/** Creates a client of a cloud; sends nothing before the first call. */
export function connectCloud(options: CloudOptions): CloudClient {
  const { tokens, app, onTokens = () => {}, loadTokens = () => undefined } = options;
  const { timeout = 20_000, maxAttempts, clock = systemClock, fetch = fetchWithoutBrotli } = options;
  const url = options.url.replace(/\/$/, '');
  const tokenSource = createTokenSource({ url, tokens, app, onTokens, loadTokens, fetch, timeout, clock });
  const send = createSender({ url, tokenSource, maxAttempts, clock });

  const request = async (
    message: { readonly requestId: string } & Record<string, unknown>,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const body = await send(message.requestId, (token) =>
      post(fetch, {
        url: `${url}/dev`,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(timeout),
      }),
    );
    if (!isRecord(body.response)) throw malformed(message.requestId);
    return body.response;
  };
  const malformed = (requestId: string) =>
    new CloudError('malformed', 'The answer of the cloud does not follow interface 4.3.', {
      requestId,
    });

  return {
    discover: async () => {
      const requestId = randomUUID();
      const { userID, devices } = await request({ requestId, requestType: 'Discover' });
      if (typeof userID !== 'string' || !Array.isArray(devices)) throw malformed(requestId);
      return { userId: userID, components: devices as CloudComponent[] };
    },
    query: async (componentId) => {
      const requestId = randomUUID();
      const { component } = await request({ requestId, requestType: 'Query', componentId });
      if (!isRecord(component) || !isRecord(component.datagram)) throw malformed(requestId);
      return component as CloudComponent;
    },
    control: async (componentId, command, { requestId = randomUUID(), traceparent } = {}) => {
      const checked = checkCommand(command);
      if (!checked.ok) throw new CloudError('invalid', toSentence(checked.refusal), { requestId });
      const control = { requestId, requestType: 'Control', componentId, requestBody: command };
      await request(control, traceparent === undefined ? {} : { traceparent });
    },
    readHouse: async (systemId, path, query) => {
      const endpoint = houseReads.find((one) => one.path === path)!;
      const house = `${url}${houseReadsPath}/${encodeURIComponent(systemId)}`;
      // The path selects the endpoint, and with it the type of the query.
      const target = toTarget(endpoint, query as never);
      const answer: unknown = await send(undefined, (token) =>
        get(fetch, {
          url: `${house}${target}`,
          headers: { Authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(timeout),
        }),
      );
      // The path selects the type of the response, too.
      if (isAnswerOf(endpoint, answer)) return answer as never;
      throw new CloudError('malformed', `The bridge answers ${path} in an unknown form.`);
    },
    watch: (watchOptions = {}) =>
      watchCloud({ url, fetch, tokenSource, clock, random: options.random ?? Math.random }, watchOptions),
  };
}

import { randomUUID } from 'node:crypto';
import { longestWait } from '@plenum/machine/backoff';
import { delay } from '@plenum/machine/clock';
import type { CloudComponent } from '@plenum/protocol/cloud';
import { checkCommand } from '@plenum/protocol/command';
import { toSentence } from '@plenum/protocol/refusal';
import { type Clock, type Random, randomOf, systemClock } from '../clock/clock.ts';
import { CloudError, codeOf } from './cloud-error.ts';
import { type Fetch, post, toNetworkError } from './post.ts';
import { reconnectBackoff, retryAfterOf, transientStatuses } from './retry.ts';
import { type CloudApp, type CloudTokens, createTokenSource } from './tokens.ts';
import { type CloudWatch, type CloudWatchOptions, watchCloud } from './watch.ts';

/** How to reach a cloud; times in milliseconds. */
export interface CloudOptions {
  /** Its origin: `https://cloud.example`. */
  readonly url: string;
  readonly tokens: CloudTokens;
  /** The app that the tokens were issued to; without it they are not refreshed. */
  readonly app?: CloudApp;
  /** Called with new tokens before they are used. Store them: the old refresh token is invalid. */
  readonly onTokens?: (tokens: CloudTokens) => void | Promise<void>;
  /** For one request; default 20 000, since a bridge has 10 s to answer a control. */
  readonly timeout?: number;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  /** Gives 0 <= n < 1, for the waits between attempts; default `Math.random`. */
  readonly random?: Random;
}

/** The components of one user, for an app that the user allowed (interface 4.3). */
export interface CloudClient {
  /** All components of the user, and the user's id. */
  discover(): Promise<{ readonly userId: string; readonly components: readonly CloudComponent[] }>;
  query(componentId: string): Promise<CloudComponent>;
  /**
   * Sends one command of interface 4.4, `{ZoneSetpoint: {Index: 1, Setpoint: 2200}}`. It takes effect once, even if it
   * has to be sent again; with your own `requestId` also if you call again, within 10 minutes.
   */
  control(componentId: string, command: object, about?: { readonly requestId?: string }): Promise<void>;
  /** All components first, then the changes, bridge by bridge; resumes after a break without gap or repetition. */
  watch(options?: CloudWatchOptions): CloudWatch;
}

const maxAttempts = 4;

interface Answer {
  readonly status: number;
  readonly body: { readonly response: Record<string, unknown> } & Record<string, unknown>;
  /** The wait that the cloud names, in milliseconds. */
  readonly wait: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readAnswer = async (url: string, answer: Response): Promise<Answer> => {
  const text = await answer.text().catch((cause) => {
    throw toNetworkError(url, cause);
  });
  const { status } = answer;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new CloudError('malformed', `The cloud answered ${status} with something that is not JSON.`, {
      status,
      cause,
    });
  }
  if (!isRecord(body) || !isRecord(body.response))
    throw new CloudError('malformed', `The cloud answered ${status} without a response.`, { status });
  return { status, body: body as Answer['body'], wait: retryAfterOf(answer) };
};

const toError = ({ status, body }: Answer, requestId: string): CloudError => {
  const { result, detail } = body.response;
  const sentence = typeof detail === 'string' ? detail : `The cloud answered ${status} ${String(result)}.`;
  return new CloudError(codeOf(status), sentence, { status, requestId });
};

/** Connects to a cloud; nothing is sent before the first call. */
export const connectCloud = (options: CloudOptions): CloudClient => {
  const { tokens, app, onTokens = () => {}, timeout = 20_000, clock = systemClock } = options;
  const { fetch = globalThis.fetch } = options;
  const url = options.url.replace(/\/$/, '');
  const tokenSource = createTokenSource({ url, tokens, app, onTokens, fetch, timeout, clock });

  const send = async (body: object, token: string): Promise<Answer> => {
    const answer = await post(fetch, {
      url: `${url}/dev`,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    return readAnswer(url, answer);
  };

  /** Every request may be repeated: a control takes effect once for each id (interface 4.3). */
  const request = async (
    message: { readonly requestId: string } & Record<string, unknown>,
  ): Promise<Answer['body']> => {
    let renewed = false;
    for (let count = 1; ; count++) {
      const token = tokenSource.accessToken();
      try {
        const answer = await send(message, token);
        if (answer.status === 200) return answer.body;
        if (answer.status === 401 && !renewed) {
          await tokenSource.renew(token);
          renewed = true;
        } else if (transientStatuses.includes(answer.status) && count < maxAttempts)
          await delay(clock, answer.wait);
        else throw toError(answer, message.requestId);
      } catch (error) {
        const isLost = error instanceof CloudError && error.code === 'unreachable';
        if (!isLost || count >= maxAttempts) throw error;
        await delay(clock, longestWait(reconnectBackoff, count - 1));
      }
    }
  };
  const malformed = (requestId: string) =>
    new CloudError('malformed', 'The answer of the cloud does not have the form of interface 4.3.', {
      requestId,
    });

  return {
    discover: async () => {
      const requestId = randomUUID();
      const { response } = await request({ requestId, requestType: 'Discover' });
      const { userID, devices } = response;
      if (typeof userID !== 'string' || !Array.isArray(devices)) throw malformed(requestId);
      return { userId: userID, components: devices as CloudComponent[] };
    },
    query: async (componentId) => {
      const requestId = randomUUID();
      const { response } = await request({ requestId, requestType: 'Query', componentId });
      if (!isRecord(response.component) || !isRecord(response.component.datagram)) throw malformed(requestId);
      return response.component as CloudComponent;
    },
    control: async (componentId, command, { requestId = randomUUID() } = {}) => {
      const checked = checkCommand(command);
      if (!checked.ok) throw new CloudError('invalid', toSentence(checked.refusal), { requestId });
      await request({ requestId, requestType: 'Control', componentId, requestBody: command });
    },
    watch: (watchOptions = {}) =>
      watchCloud({ url, fetch, tokenSource, clock, random: randomOf(options) }, watchOptions),
  };
};

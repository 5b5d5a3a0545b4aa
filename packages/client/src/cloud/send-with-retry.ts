import { longestWait } from '@plenum/platform/backoff';
import { delay } from '@plenum/platform/clock';
import { isRecord } from '@plenum/protocol/json';
import type { Clock } from '../clock.ts';
import { CloudError, codeOf } from './cloud-error.ts';
import { toNetworkError } from './post.ts';
import { reconnectBackoff, retryAfterOf, transientStatuses } from './retry.ts';
import type { TokenSource } from './tokens.ts';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The delay that the cloud requests, in ms. */
  readonly wait: number;
}

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
  if (!isRecord(body) || (status !== 200 && !isRecord(body.response)))
    throw new CloudError('malformed', `The cloud answered ${status} without a response.`, { status });
  return { status, body, wait: retryAfterOf(answer) };
};

const toError = ({ status, body }: Answer, requestId: string | undefined): CloudError => {
  const { result, detail } = body.response as Record<string, unknown>;
  const sentence = typeof detail === 'string' ? detail : `The cloud answered ${status} ${String(result)}.`;
  return new CloudError(codeOf(status), sentence, { status, ...(requestId !== undefined && { requestId }) });
};

export interface SenderDeps {
  readonly url: string;
  readonly tokenSource: TokenSource;
  readonly maxAttempts: number | undefined;
  readonly clock: Clock;
}

/** Sends a request with the current token; resolves to the JSON object of the response. */
export type Sender = (
  requestId: string | undefined,
  sendOnce: (token: string) => Promise<Response>,
) => Promise<Answer['body']>;

/**
 * Creates a sender that repeats a request if its response was lost, if the cloud asks for it, and once if its token was
 * replaced. Every request may be repeated: a control takes effect once for each id (interface 4.3).
 */
export const createSender =
  ({ url, tokenSource, maxAttempts = 4, clock }: SenderDeps): Sender =>
  async (requestId, sendOnce) => {
    let isRenewed = false;
    for (let count = 1; ; count++) {
      const token = tokenSource.accessToken();
      try {
        const answer = await readAnswer(url, await sendOnce(token));
        if (answer.status === 200) return answer.body;
        if (answer.status === 401 && !isRenewed) isRenewed = await tokenSource.renew(token);
        else if (transientStatuses.includes(answer.status) && count < maxAttempts)
          await delay(clock, answer.wait);
        else throw toError(answer, requestId);
      } catch (error) {
        const isLost = error instanceof CloudError && error.code === 'unreachable';
        if (!isLost || count >= maxAttempts) throw error;
        await delay(clock, longestWait(reconnectBackoff, count - 1));
      }
    }
  };
